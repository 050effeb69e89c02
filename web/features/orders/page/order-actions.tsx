import { Button, Menu } from '@mantine/core'
import { cancelOrder, updateOrder } from '#contract/orders/change.ts'
import { orderName } from '#domain/orders/name.ts'
import { useOffers } from '#web/actions/offers.ts'
import { useWrite } from '#web/api.ts'
import { MenuEntry } from '#web/ui/choices/menu-entry.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import type { Order } from '../order.ts'
import type { OrderDialog } from '../order-dialogs.ts'
import { isPaid, type OrderAction, orderActionList, type OrderWrites } from './action-list.ts'

function useOrderWrites(order: Order): OrderWrites & { isBusy: boolean } {
  const cancel = useWrite(cancelOrder, {
    onSuccess: () =>
      toast.success(`Order ${orderName(order)} cancelled. ${plural(order.totalQuantity, 'unit')} back in stock.`),
  })
  const pay = useWrite(updateOrder, { onSuccess: () => toast.success('Payment Updated') })
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
  return {
    togglePaid: () => mark(!isPaid(order)),
    confirmCancel: () => void ask(),
    isBusy: cancel.isPending || pay.isPending,
  }
}

/** Each reason why something can't be done is told once, above the first action that it keeps from. */
function itemsOf(order: Order) {
  const listed = orderActionList
    .filter(({ isFor }) => isFor?.(order) ?? true)
    .map((item) => ({ ...item, reason: item.whyNot?.(order) }))
  const first = listed.findIndex(({ reason }) => reason)
  return listed.map((item, at) => ({ ...item, isTold: at === first }))
}

/** What can be done with an order; what cannot says why (ORD-069, ORD-070). */
export function OrderActions({ order, onShow }: { order: Order; onShow: (dialog: OrderDialog) => void }) {
  const { isBusy, ...writes } = useOrderWrites(order)
  const run = ({ start }: OrderAction) => (typeof start === 'string' ? onShow(start) : start(writes))
  const items = itemsOf(order)
  useOffers(
    'This order',
    items.flatMap((item) =>
      item.action && item.offer && item.reason === undefined
        ? [{ action: item.action, name: item.offer(orderName(order)), run: () => run(item) }]
        : [],
    ),
  )
  return (
    <Menu width={280} position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isBusy}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.flatMap((item) => [
          item.isTold && <Menu.Label key={item.reason}>{item.reason}</Menu.Label>,
          <MenuEntry
            key={item.label(order)}
            disabled={item.reason !== undefined}
            data-danger={item.danger}
            onClick={() => run(item)}
          >
            {item.label(order)}
          </MenuEntry>,
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The dialog that the page's address names, where it is for such an order. */
export function OrderDialogs({
  order,
  dialog,
  onClose,
}: {
  order: Order
  dialog: OrderDialog | undefined
  onClose: () => void
}) {
  const item = orderActionList.find(({ start, opensFor }) => start === dialog && (opensFor?.(order) ?? true))
  return item?.Dialog ? <item.Dialog order={order} onClose={onClose} /> : null
}
