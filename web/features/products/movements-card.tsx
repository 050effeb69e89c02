import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listMovements } from '#contract/products.ts'
import { movementReasons } from '#domain/words/movements.ts'
import { useRead } from '#web/api.ts'
import { ago, dateTime, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { Bar } from '#web/ui/skeleton.tsx'
import { OrderedToneList } from '#web/ui/tone-list.tsx'
import { useOpened } from './editor.ts'

type Movement = CallReply<typeof listMovements>['data'][number]
const shownAtFirst = 8
const source = (name: string) => channelNames[name as ChannelId] ?? ''
const signed = (n: number) => (n > 0 ? `+${number(n)}` : number(n))

/** The stock's history, newest first; nothing in it is ever changed. */
export function MovementsCard() {
  const { product } = useOpened()
  const [limit, setLimit] = useState(shownAtFirst)
  const movements = useRead(listMovements, { params: { id: product.id }, query: { limit } }, { keepPrevious: true })
  const more = (movements.data?.items ?? 0) > limit
  return (
    <Card
      title="Stock history"
      footer={
        more && (
          <Button variant="subtle" size="xs" onClick={() => setLimit(Math.min(500, limit * 5))}>
            Show more
          </Button>
        )
      }
      padded={false}
    >
      <OrderedToneList>
        {!movements.data && <li>{movements.isError ? movements.error.message : <Bar width={180} />}</li>}
        {movements.data?.data.length === 0 && <li className="muted">No movement yet.</li>}
        {movements.data?.data.map((movement) => (
          <Row key={movement.id} movement={movement} own={product.sku} />
        ))}
      </OrderedToneList>
    </Card>
  )
}

function Row({
  movement: { sku, reason, source: from, deltaOnHand, deltaReserved, availableAfter, orderId, through, userName, at },
  own,
}: {
  movement: Movement
  own: string
}) {
  const who = [source(from), userName].filter(Boolean).join(', ')
  return (
    <li>
      <span className="grow">
        <b>{movementReasons[reason] ?? reason}</b>
        {sku !== own && <span className="mono"> {sku}</span>}
        {through && (
          <span>
            {' '}
            in <span className="mono">{through}</span>
          </span>
        )}
        <span className="tabular">
          {' '}
          {signed(deltaOnHand === 0 ? -deltaReserved : deltaOnHand)} → {number(availableAfter)} available
        </span>
        <br />
        <span className="subtle small" title={dateTime(at)}>
          {who && `${who}, `}
          {ago(at)}
        </span>
      </span>
      {orderId && (
        <Link to={`/order/${orderId}` as string} className="small">
          Order
        </Link>
      )}
    </li>
  )
}
