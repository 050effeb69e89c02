import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { adoptingState, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { toAdopting } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useMay, whoMay } from '#web/may.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import { ago, number, plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import classes from './adopting.module.css'
import { barredOf, columnsOf } from './columns.tsx'
import { Reading } from './reading.tsx'

/** IMP-154, IMP-155. */
const sizes = ['5', '10', '25']
const sizeAtFirst = 10

const shows = [
  { value: 'new', label: 'Not in Motto yet' },
  { value: 'linked', label: 'Already in Motto' },
] as const
type Show = (typeof shows)[number]['value']

interface Props {
  integrationId: number
  onChoose: (ids: number[]) => void
}

/** What stands on one account, to be chosen from. The first visit scans it, which changes nothing there. */
export function ChannelItems({ integrationId, onChoose }: Props) {
  const params = { integrationId }
  const state = useRead(adoptingState, { params })
  const read = useWrite(readCatalogue)
  const manager = useMay('integrations:write')
  const { data } = state
  const isFirstVisit = manager && data !== undefined && data.connected && !data.read
  const scan = useEffectEvent(() => read.mutate({ params }))
  useEffect(() => {
    if (isFirstVisit) scan()
  }, [isFirstVisit])
  if (!data)
    return state.isError ? (
      <ErrorState error={state.error} retry={() => void state.refetch()} />
    ) : (
      <TableSkeleton rows={6} label="Listings, loading" />
    )
  const name = markNames[data.channel]
  const again = (label: string) =>
    manager ? (
      <Button
        variant={data.read ? 'default' : 'filled'}
        loading={read.isPending}
        disabled={!data.connected || data.read?.state === 'reading'}
        onClick={() => read.mutate({ params })}
      >
        {label}
      </Button>
    ) : (
      <span className="small subtle">{whoMay('integrations:write')} can scan it.</span>
    )
  if (isFirstVisit && !read.isError) return <TableSkeleton rows={6} label={`${name} listings, starting the scan`} />
  if (!data.read)
    return (
      <EmptyState title={`${name} hasn’t been scanned yet`} actions={again(`Scan ${name}`)}>
        Motto looks for your {name} listings. Nothing changes on {name}.
      </EmptyState>
    )
  return (
    <>
      <div className={classes.filters}>
        <span className="small subtle grow">
          {data.read.finishedAt && `${plural(data.read.listings, 'listing')} scanned ${ago(data.read.finishedAt)}. `}
          {data.bringsIn && (
            <>
              {data.bringsIn.unseen} <Link {...toAdopting(integrationId)}>Add them</Link>
            </>
          )}
        </span>
        {data.counts.look > 0 && (
          <Link className="small" {...toAdopting(integrationId, { tab: 'look' })}>
            {number(data.counts.look)} {data.counts.look === 1 ? 'needs' : 'need'} review first
          </Link>
        )}
        {again('Scan again')}
      </div>
      <Reading state={data} name={name} />
      <Items {...{ integrationId, name, onChoose }} />
    </>
  )
}

function Items({ integrationId, name, onChoose }: Props & { name: string }) {
  const [show, setShow] = useState<Show>('new')
  const [limit, setLimit] = useState(sizeAtFirst)
  const [offset, setOffset] = useState(0)
  const [chosen, setChosen] = useState<Set<number>>(new Set())
  const rows = useRead(
    listFound,
    { params: { integrationId }, query: { tab: show, offset, limit } },
    { keepPrevious: true },
  )
  const from = (change: () => void) => {
    setOffset(0)
    change()
  }
  if (rows.isError && !rows.data) return <ErrorState error={rows.error} retry={() => void rows.refetch()} />
  return (
    <>
      <Select
        aria-label="Show"
        w={200}
        data={[...shows]}
        value={show}
        onChange={(value) =>
          from(() => {
            setChosen(new Set())
            setShow(value as Show)
          })
        }
      />
      <DataTable
        label={`${name} listings`}
        columns={columnsOf({ name, tab: show, act: undefined })}
        rows={rows.data?.data}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        selected={chosen}
        onSelect={setChosen}
        unselectable={barredOf}
        stale={rows.isPlaceholderData}
        page={{ offset, limit, items: rows.data?.items ?? 0, onChange: setOffset }}
        footer={
          <>
            <Button size="xs" disabled={chosen.size === 0} onClick={() => onChoose([...chosen])}>
              {chosen.size === 0 ? 'Import' : `Import ${number(chosen.size)}`}
            </Button>
            <Select
              aria-label="Rows per page"
              size="xs"
              w={72}
              data={sizes}
              value={String(limit)}
              onChange={(value) => from(() => setLimit(Number(value)))}
            />
          </>
        }
        empty={
          <p className="muted">
            {show === 'new'
              ? `All your ${name} listings are in Motto.`
              : `None of your ${name} listings are in Motto yet.`}
          </p>
        }
      />
    </>
  )
}
