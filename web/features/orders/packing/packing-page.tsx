import { useSearch } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { ordersToPack } from '#contract/orders/packing.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { number } from '#web/ui/format.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { Desk } from './desk.tsx'
import { HeldOrders } from './reporting/held-orders.tsx'
import classes from './packing.module.css'
import { Queue } from './queue.tsx'
import { PackingQueue, type Start } from './ready.tsx'
import { SoundSwitch } from './sound-switch.tsx'
import type { Order } from './told.ts'

/** What was scanned for an order that is about to open. */
type First = RefObject<readonly string[]>

/** Without orders in the address the queue of all that are ready; else the run of these. */
export function PackingPage() {
  const { orders: ids = [] } = useSearch({ from: '/orders/pack' })
  const navigate = useNavigate({ from: '/orders/pack' })
  const firstRef = useRef<readonly string[]>([])
  const start = ({ ids: chosen, at, code }: Start) => {
    firstRef.current = code === undefined ? [] : [code]
    void navigate({ search: { orders: chosen.map(String), at } })
  }
  if (ids.length === 0) return <PackingQueue onStart={start} />
  return <Run ids={ids} firstRef={firstRef} />
}

/** Orders are packed one after the other: each piece is scanned, and the parcel is sent when all lie in it. */
function Run({ ids, firstRef }: { ids: readonly string[]; firstRef: First }) {
  const orders = useRead(ordersToPack, { query: { ids: [...ids] } })
  const mayPack = useMay('orders:write')
  return (
    <Page
      title="Packing"
      flush
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      count={orders.data?.length ? progress(orders.data) : undefined}
      actions={
        <>
          <LinkButton to="/orders/pack" search={{}} variant="default">
            Queue
          </LinkButton>
          <SoundSwitch />
        </>
      }
    >
      {!mayPack && (
        <div className={classes.note}>
          <LookOnly needs="orders:write" />
        </div>
      )}
      {orders.isError && !orders.data ? (
        <ErrorState error={orders.error} retry={() => void orders.refetch()} />
      ) : !orders.data ? (
        <FormSkeleton fields={6} label="Loading the orders" />
      ) : (
        <>
          <HeldOrders orders={orders.data} mayPack={mayPack} />
          <Orders orders={orders.data.filter(({ held }) => !held)} mayPack={mayPack} firstRef={firstRef} />
        </>
      )}
    </Page>
  )
}

const progress = (orders: readonly Order[]) =>
  `${number(orders.filter(({ state }) => state === 'shipped').length)} of ${number(orders.length)} shipped`

function Orders({ orders, mayPack, firstRef }: { orders: readonly Order[]; mayPack: boolean; firstRef: First }) {
  const { at } = useSearch({ from: '/orders/pack' })
  const navigate = useNavigate({ from: '/orders/pack' })
  const show = (id: number, ...codes: string[]) => {
    firstRef.current = codes
    void navigate({ search: (before) => ({ ...before, at: id }), replace: true })
  }
  const takeFirst = () => {
    const codes = firstRef.current
    firstRef.current = []
    return codes
  }
  const order = orders.find(({ id }) => id === at) ?? orders.find(({ state }) => state === 'open') ?? orders[0]
  if (!order)
    return <Nothing title="Nothing to pack">These orders are on hold or don’t exist in your organization.</Nothing>
  return (
    <div className={classes.grid}>
      <Queue orders={orders} at={order.id} onShow={show} />
      <Desk key={order.id} orders={orders} order={order} mayPack={mayPack} onShow={show} takeFirst={takeFirst} />
    </div>
  )
}

const Nothing = ({ title, children }: { title: string; children: string }) => (
  <EmptyState title={title} drawing={false} actions={<LinkButton to="/orders">Orders</LinkButton>}>
    {children}
  </EmptyState>
)
