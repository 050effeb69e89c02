import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ordersToPack } from '#contract/orders/packing.ts'
import { orderName } from '#domain/orders/name.ts'
import { linkTo, toOrder } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { number, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, LinkButton, useNavigate } from '#web/ui/link.tsx'
import { Desk } from './desk.tsx'
import classes from './packing.module.css'
import { Queue } from './queue.tsx'
import { ReadyOrders } from './ready.tsx'
import { isMuted, mute } from './sound.ts'
import type { Order } from './told.ts'

/** Orders are packed one after the other: each piece is scanned, and the parcel is sent when all lie in it. */
export function PackingPage() {
  const { orders: ids = [] } = useSearch({ from: '/orders/pack' })
  const orders = useRead(ordersToPack, { query: { ids } }, { enabled: ids.length > 0 })
  const mayPack = useMay('orders:write')
  return (
    <Page
      title="Packing"
      flush
      crumbs={[{ label: 'Orders', to: linkTo({ to: '/orders' }) }]}
      count={orders.data?.length ? progress(orders.data) : undefined}
      actions={<SoundSwitch />}
    >
      {!mayPack && (
        <div className={classes.note}>
          <LookOnly needs="orders:write" />
        </div>
      )}
      {ids.length === 0 ? (
        <ReadyOrders />
      ) : orders.isError && !orders.data ? (
        <ErrorState error={orders.error} retry={() => void orders.refetch()} />
      ) : !orders.data ? (
        <FormSkeleton fields={6} label="Loading the orders" />
      ) : (
        <>
          <HeldOrders orders={orders.data} />
          <Orders orders={orders.data.filter(({ held }) => !held)} mayPack={mayPack} />
        </>
      )}
    </Page>
  )
}

const progress = (orders: readonly Order[]) =>
  `${number(orders.filter(({ state }) => state === 'shipped').length)} of ${number(orders.length)} shipped`

/** What is held is not packed; it comes back here as soon as it is released. */
function HeldOrders({ orders }: { orders: readonly Order[] }) {
  const onHold = orders.filter((order) => order.held)
  if (onHold.length === 0) return null
  return (
    <div className={classes.note}>
      <Callout tone="warning">
        {plural(onHold.length, 'order')} on hold not included:{' '}
        {onHold.map((order, at) => (
          <span key={order.id}>
            {at > 0 && ', '}
            <Link {...toOrder(order.id)} className="mono link">
              {orderName(order)}
            </Link>
          </span>
        ))}
        . Release the hold to pack {onHold.length === 1 ? 'it' : 'them'} here.
      </Callout>
    </div>
  )
}

function Orders({ orders, mayPack }: { orders: readonly Order[]; mayPack: boolean }) {
  const { at } = useSearch({ from: '/orders/pack' })
  const navigate = useNavigate({ from: '/orders/pack' })
  const show = (id: number) => void navigate({ search: (before) => ({ ...before, at: id }), replace: true })
  const order = orders.find(({ id }) => id === at) ?? orders.find(({ state }) => state === 'open') ?? orders[0]
  if (!order)
    return <Nothing title="Nothing to pack">These orders are on hold or don’t exist in your organization.</Nothing>
  return (
    <div className={classes.grid}>
      <Queue orders={orders} at={order.id} onShow={show} />
      <Desk key={order.id} orders={orders} order={order} mayPack={mayPack} onShow={show} />
    </div>
  )
}

const Nothing = ({ title, children }: { title: string; children: string }) => (
  <EmptyState title={title} drawing={false} actions={<LinkButton to="/orders">Orders</LinkButton>}>
    {children}
  </EmptyState>
)

function SoundSwitch() {
  const [off, setOff] = useState(isMuted)
  const turn = () => {
    mute(!off)
    setOff(!off)
  }
  return (
    <Button variant="default" aria-pressed={!off} leftSection={<Icon name={off ? 'silent' : 'sound'} />} onClick={turn}>
      {off ? 'Sound off' : 'Sound on'}
    </Button>
  )
}
