import { Button } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { getOrder } from '#contract/orders/orders.ts'
import { promisePieces } from '#contract/orders/work.ts'
import { listState } from '#domain/orders/intake/list-state.ts'
import { mayShipNow } from '#domain/orders/intake/status.ts'
import { orderName } from '#domain/orders/name.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { dateTime, plural } from '#web/ui/format.ts'
import { ChannelMark, markNames } from '#web/ui/images/channel-mark.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { HandlingCard } from '../handling/handling-card.tsx'
import { HeldNote } from '../handling/held-note.tsx'
import type { Order } from '../order.ts'
import type { OrderDialog } from '../order-dialogs.ts'
import { ShippingCard } from '../shipping/shipping-card.tsx'
import { packLink, paperLink } from '../slips/paper-link.ts'
import { HistoryCard } from './history-card.tsx'
import { OrderActions, OrderDialogs } from './order-actions.tsx'
import { CustomerCard, NotesCard, PaymentCard } from './order-aside.tsx'
import { OrderItems } from './order-items.tsx'
import { ToldCard } from './told-card.tsx'
import { ShipBy } from './ship-by.tsx'
import { usePaperOffers } from './paper-offers.ts'
import { ProfitCard } from './profit-card.tsx'
import classes from './orders.module.css'

const Undoing = lazy(() => import('../refunds/undoing.tsx'))

const crumbs = [{ label: 'Orders', to: linkTo({ to: '/orders' }) }]

/** One order: what was bought, by whom, where it goes. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/order/$orderId' })
  const id = /^\d{1,15}$/.test(orderId) ? Number(orderId) : 0
  const order = useRead(getOrder, { query: { orderId: id } }, { enabled: id > 0 })
  if (id === 0 || (order.isError && !order.data && order.error.code === 'not_found')) return <NoOrder />
  if (order.data) return <Loaded order={order.data.order} />
  return (
    <Page title="Order" crumbs={crumbs}>
      {order.isError ? (
        <ErrorState error={order.error} retry={() => void order.refetch()} />
      ) : (
        <FormSkeleton fields={6} label="Loading the order" />
      )}
    </Page>
  )
}

/** ORD-090. */
const NoOrder = () => (
  <Page title="Order" crumbs={crumbs}>
    <EmptyState title="No Order Data." actions={<LinkButton to="/orders">Orders</LinkButton>}>
      This order does not exist, or it is not in your organization.
    </EmptyState>
  </Page>
)

/** Somebody found the pieces and counted them. */
function TakeNow({ order }: { order: Order }) {
  const take = useWrite(promisePieces, { onSuccess: () => toast.success('Stock reserved') })
  return (
    <Button
      size="xs"
      variant="default"
      loading={take.isPending}
      onClick={() => take.mutate({ body: { orderId: order.id } })}
    >
      Reserve available stock
    </Button>
  )
}

function oversoldText({ state, channel }: Order, units: number): string {
  const sold = `${plural(units, 'unit')} ${units === 1 ? 'was' : 'were'} sold that ${units === 1 ? 'wasn’t' : 'weren’t'} in stock.`
  if (state !== 'open') return `${sold} Count this product to check its stock.`
  const where = channel === 'manual' ? 'the order' : `the order on ${markNames[channel]}`
  return `${sold} Add stock, or tell the buyer and cancel ${where}. Units that other orders release go to this order.`
}

/** What of it waits for somebody, and the way there. */
function ToSettle({ order, mayShip }: { order: Order; mayShip: boolean }) {
  const oversold = order.items.reduce((sum, item) => sum + item.shortfall, 0)
  const unknown = order.items.filter((item) => item.productId === null && item.shortfall === 0).length
  const isOpen = order.state === 'open'
  return (
    <>
      {oversold > 0 && (
        <Callout
          tone="warning"
          action={
            isOpen && (
              <span className="row">
                {mayShip && <TakeNow order={order} />}
                <Settle order={order} />
              </span>
            )
          }
        >
          {oversoldText(order, oversold)}
        </Callout>
      )}
      {unknown > 0 && isOpen && (
        <Callout tone="neutral" action={<Settle order={order} />}>
          {unknown === 1 ? '1 item doesn’t match' : `${unknown} items don’t match`} a product in Motto, so no stock is
          reserved.
        </Callout>
      )}
    </>
  )
}

const Settle = ({ order }: { order: Order }) => (
  <LinkButton size="xs" variant="default" to="/orders/issues" search={{ order: order.id }}>
    Resolve
  </LinkButton>
)

interface UndoingProps {
  order: Order
  mayWrite: boolean
  dialog: OrderDialog | undefined
  onClose: () => void
}
/** What a channel's order was refunded. Nobody but us gives back what was paid for one made by hand. */
const UndoingOf = ({ order, dialog, ...rest }: UndoingProps) =>
  order.channel !== 'manual' && (
    <Suspense>
      <Undoing order={order} dialog={dialog === 'refund' || dialog === 'cancel' ? dialog : undefined} {...rest} />
    </Suspense>
  )

function Loaded({ order }: { order: Order }) {
  const { dialog } = useSearch({ from: '/order/$orderId' })
  const mayShip = useMay('orders:write')
  const navigate = useNavigate({ from: '/order/$orderId' })
  const show = (open?: OrderDialog) => void navigate({ search: { dialog: open } })
  const account = useAccounts().nameOf(order.integrationId)
  usePaperOffers(order)
  return (
    <Page
      title={orderName(order)}
      titleLink={order.adminUrl ? { href: order.adminUrl, hint: `Open on ${markNames[order.channel]}` } : undefined}
      name="Order"
      crumbs={crumbs}
      actions={
        <>
          <LinkButton
            {...paperLink('slips', [order.id])}
            target="_blank"
            variant="default"
            leftSection={<Icon name="printer" />}
          >
            Packing Slip
          </LinkButton>
          {order.labelUrl && (
            <Button component="a" href={order.labelUrl} target="_blank" rel="noreferrer" variant="default">
              Shipping Label
            </Button>
          )}
          {mayShip && (
            <>
              <OrderActions order={order} onShow={show} />
              {mayShipNow(order) && (
                <LinkButton {...packLink([order.id])} variant="default" leftSection={<Icon name="scan" />}>
                  Pack
                </LinkButton>
              )}
              <Button
                leftSection={<Icon name="truck" />}
                disabled={!mayShipNow(order)}
                onClick={() => show('shipping')}
              >
                Mark Shipped
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={classes.head}>
        <ChannelMark channel={order.channel} size="l" />
        {account && <span className="muted">{account}</span>}
        <StatusChip of={listState(order)} />
        <span className="muted">{dateTime(order.orderDate)}</span>
        {order.shipBy && (
          <span className="row">
            <span className="muted">Ship by</span> <ShipBy at={order.shipBy} />
          </span>
        )}
      </div>
      <TwoColumns
        main={
          <>
            <HeldNote order={order} mayRelease={mayShip} />
            <ToSettle order={order} mayShip={mayShip} />
            <OrderItems order={order} />
            <ShippingCard order={order} onEdit={mayShip ? () => show('shipping') : undefined} />
            <HistoryCard orderId={order.id} />
          </>
        }
        aside={
          <>
            <PaymentCard order={order} />
            <ProfitCard order={order} />
            <UndoingOf order={order} mayWrite={mayShip} dialog={dialog} onClose={() => show()} />
            <CustomerCard order={order} />
            <ToldCard order={order} />
            <NotesCard order={order} />
            <HandlingCard order={order} mayWrite={mayShip} />
          </>
        }
      />
      {mayShip && <OrderDialogs order={order} dialog={dialog} onClose={() => show()} />}
    </Page>
  )
}
