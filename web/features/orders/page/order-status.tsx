import { type OrderStatusKind, orderStated, type ToldOrder } from '#domain/orders/intake/status.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'

/** One of an order's three statuses in plain words; how the channel spells it is told on asking. */
export function OrderStatus({ kind, order }: { kind: OrderStatusKind; order: ToldOrder }) {
  const value = order[`${kind}Status`]
  return value ? <StatusChip of={orderStated(kind, order)} /> : <span className="subtle">–</span>
}
