import { Button, Menu } from '@mantine/core'
import { cancelOrder, updateOrder } from '#contract/orders/change.ts'
import { whyNotCancelled, whyNotEdited } from '#domain/orders/entry/manual.ts'
import { orderName } from '#domain/orders/name.ts'
import { canReturn } from '#domain/orders/intake/progress.ts'
import { mayShipNow } from '#domain/orders/intake/status.ts'
import { orderActions } from '#web/actions/order-actions.ts'
import { type Offer, useOffers } from '#web/actions/offers.ts'
import { useWrite } from '#web/api.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'

const isPaid = ({ payment }: Order) => payment === 'paid'

const offer = (can: boolean, action: Offer['action'], name: string, run: () => void): Offer[] =>
  can ? [{ action, name, run }] : []

/** What can be done with an order; what cannot says why (ORD-069, ORD-070). */
export function OrderActions({
  order,
  onShow,
}: {
  order: Order
  onShow: (dialog: 'shipping' | 'edit' | 'payment' | 'return' | 'refund' | 'cancel') => void
}) {
  const cancel = useWrite(cancelOrder, {
    onSuccess: () =>
      toast.success(`Order ${orderName(order)} cancelled. ${plural(order.totalQuantity, 'unit')} back in stock.`),
  })
  const pay = useWrite(updateOrder, { onSuccess: () => toast.success('Payment Updated') })
  const fixed = whyNotEdited(order)
  const uncancelled = order.state === 'cancelled' ? 'This order was cancelled.' : whyNotCancelled(order)
  const ask = async () => {
    const yes = await confirm({
      title: `Cancel order ${orderName(order)}?`,
      body: `${plural(order.totalQuantity, 'unit')} ${order.totalQuantity === 1 ? 'goes' : 'go'} back to stock, and your channels are updated. The order stays in the list as cancelled.`,
      confirm: 'Cancel order',
      cancel: 'Keep order',
      danger: true,
    })
    if (yes) cancel.mutate({ body: { orderId: order.id } })
  }
  const mark = (paid: boolean) =>
    pay.mutate({
      body: {
        order: {
          id: order.id,
          updateDate: order.updateDate,
          paymentStatus: paid ? 'Paid' : 'Unpaid',
          paymentAmount: paid ? order.totalAmount : null,
          paymentDate: paid ? new Date().toISOString() : null,
        },
      },
    })
  const isManual = order.channel === 'manual'
  useOffers('This order', [
    ...offer(mayShipNow(order), 'markShipped', `Mark ${orderName(order)} shipped`, () => onShow('shipping')),
    ...offer(canReturn(order), 'recordReturn', `Record a return of ${orderName(order)}`, () => onShow('return')),
    ...offer(!isManual, 'refundOrder', `Refund ${orderName(order)}`, () => onShow('refund')),
    ...offer(!fixed, 'editOrder', `Edit ${orderName(order)}`, () => onShow('edit')),
    ...offer(!fixed, 'recordPayment', `Record a payment of ${orderName(order)}`, () => onShow('payment')),
    ...offer(isManual ? !uncancelled : order.state === 'open', 'cancelOrder', `Cancel ${orderName(order)}`, () =>
      isManual ? void ask() : onShow('cancel'),
    ),
  ])
  return (
    <Menu width={280} position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={cancel.isPending || pay.isPending}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!mayShipNow(order)} onClick={() => onShow('shipping')}>
          {orderActions.markShipped.short}
        </Menu.Item>
        {canReturn(order) && <Menu.Item onClick={() => onShow('return')}>{orderActions.recordReturn.short}</Menu.Item>}
        {!isManual && (
          <>
            <Menu.Item onClick={() => onShow('refund')}>Refund on {markNames[order.channel]}…</Menu.Item>
            {order.state === 'open' && (
              <Menu.Item onClick={() => onShow('cancel')}>Cancel on {markNames[order.channel]}…</Menu.Item>
            )}
          </>
        )}
        {fixed && <Menu.Label>{fixed}</Menu.Label>}
        <Menu.Item disabled={Boolean(fixed)} onClick={() => onShow('edit')}>
          {orderActions.editOrder.short}
        </Menu.Item>
        <Menu.Item disabled={Boolean(fixed)} onClick={() => onShow('payment')}>
          {orderActions.recordPayment.short}
        </Menu.Item>
        <Menu.Item disabled={Boolean(fixed)} onClick={() => mark(!isPaid(order))}>
          {isPaid(order) ? 'Mark Unpaid' : 'Mark Paid'}
        </Menu.Item>
        {!fixed && uncancelled && <Menu.Label>{uncancelled}</Menu.Label>}
        <Menu.Item disabled={Boolean(uncancelled)} data-danger onClick={() => void ask()}>
          {orderActions.cancelOrder.short}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
