import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import { OrderedToneList } from '#web/ui/tables/tone-list.tsx'

const MOST = 500
export const shownAtFirst = 8

interface Props<Row> {
  title: string
  /** What it says while there is nothing. */
  none: string
  read: {
    data: { data: readonly Row[]; items: number } | undefined
    isError: boolean
    error: unknown
    refetch: () => unknown
  }
  limit: number
  onMore: (limit: number) => void
  /** Draws one. */
  row: (entry: Row) => ReactNode
}

/** What happened to the product, newest first; nothing in it is ever changed. */
export function PastCard<Row>({
  title,
  none,
  read: { data, isError, error, refetch },
  limit,
  onMore,
  row,
}: Props<Row>) {
  const more = (data?.items ?? 0) > limit && limit < MOST
  return (
    <Card
      title={title}
      footer={
        more && (
          <Button variant="subtle" size="xs" onClick={() => onMore(Math.min(MOST, limit * 5))}>
            Show more
          </Button>
        )
      }
      padded={false}
    >
      <OrderedToneList>
        {!data && !isError && (
          <li>
            <Bar width={180} />
          </li>
        )}
        {data?.data.length === 0 && <li className="muted">{none}</li>}
        {data?.data.map(row)}
      </OrderedToneList>
      {!data && isError && <ErrorState error={error} retry={() => void refetch()} />}
    </Card>
  )
}
