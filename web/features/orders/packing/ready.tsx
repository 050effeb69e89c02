import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ordersToPack } from '#contract/orders/packing.ts'
import { orderName } from '#domain/orders/name.ts'
import { orderFor, orderNamed } from '#domain/orders/packing/packing.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import { Feedback } from './feedback.tsx'
import classes from './packing.module.css'
import { queueColumns } from './queue-columns.tsx'
import { StartButtons } from './start-buttons.tsx'
import { ScanField } from './scan-field.tsx'
import { play } from './sound.ts'
import { SoundSwitch } from './sound-switch.tsx'
import { notInQueue, type Told } from './told.ts'
import { useKeys } from './use-keys.ts'
import { useReady, whyNotReady } from './use-ready.ts'

/** A run of these orders, from one of them on, with what was scanned to begin it. */
export interface Start {
  ids: readonly number[]
  at?: number
  code?: string
}

/** What is ready to be packed, by ship-by date. A scan begins the run at the order that needs the piece. */
export function PackingQueue({ onStart }: { onStart: (start: Start) => void }) {
  const { read, rows, ids } = useReady()
  const mayPack = useMay('orders:write')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const run = selected.length > 0 ? selected : ids
  return (
    <Page
      title="Packing"
      flush
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      count={rows && number(ids.length)}
      actions={
        <>
          <SoundSwitch />
          {mayPack && <StartButtons ids={run} />}
        </>
      }
    >
      {!mayPack && (
        <div className={classes.note}>
          <LookOnly needs="orders:write" />
        </div>
      )}
      {read.isError && !rows ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState title="No orders to pack" drawing={false} actions={<LinkButton to="/orders">Orders</LinkButton>}>
          Paid orders that are not on hold appear here. You can also select orders in the list and click Pack.
        </EmptyState>
      ) : (
        <>
          {mayPack && <StartScan ids={run} isRead={rows !== undefined} onStart={onStart} />}
          <DataTable
            wide
            label="Orders ready to pack"
            columns={queueColumns}
            rows={rows}
            rowKey={(order) => order.id}
            rowLabel={orderName}
            {...(mayPack && { selected: chosen, onSelect: setChosen })}
            unselectable={(row) => whyNotReady(row) || undefined}
          />
        </>
      )}
    </Page>
  )
}

/** The first scan of a run, before anybody chose an order. */
function StartScan({
  ids,
  isRead,
  onStart,
}: {
  ids: readonly number[]
  /** Whether it is known which orders are ready. */
  isRead: boolean
  onStart: (start: Start) => void
}) {
  const orders = useRead(
    ordersToPack,
    { query: { ids: ids.map(String) } },
    { enabled: ids.length > 0, keepPrevious: true },
  )
  const [feedback, setFeedback] = useState<Told>()
  const field = useRef<HTMLInputElement>(null)
  const known = orders.data ?? []
  const isLoaded = isRead && (ids.length === 0 || orders.data !== undefined)
  const early = useRef<string>(undefined)
  const start = () => void (ids.length > 0 && onStart({ ids }))
  useKeys(field, start)
  const begin = (code: string) => {
    if (!code) return start()
    // What is scanned while the orders are on their way is taken when they are there.
    if (!isLoaded) return void (early.current = code)
    const needs = orderFor(known, code, 0)
    if (needs) return onStart({ ids, at: needs.id, code })
    const named = orderNamed(known, code)
    if (named) return onStart({ ids, at: named.id })
    const message = notInQueue(code)
    play(message.sound)
    setFeedback(message)
  }
  const beginEarly = useEffectEvent(() => {
    const code = early.current
    early.current = undefined
    if (code) begin(code)
  })
  useEffect(() => {
    if (isLoaded) beginEarly()
  }, [isLoaded])
  return (
    <div className={classes.start}>
      <ScanField
        label="Scan or type a SKU or barcode"
        disabled={false}
        field={field}
        isCode={(code) => Boolean(orderFor(known, code, 0) ?? orderNamed(known, code))}
        onScan={begin}
        onKey={() => undefined}
        onEscape={() => setFeedback(undefined)}
      />
      <Feedback
        feedback={feedback}
        hint="Scan an item or a packing slip to start, or click Pack."
        onGo={() => undefined}
      />
    </div>
  )
}
