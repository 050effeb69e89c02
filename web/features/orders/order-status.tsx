import { type OrderStatusKind, orderStated } from '#domain/orders/status.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

/** One of an order's three statuses in plain words; how the channel spells it is told on asking. */
export const OrderStatus = ({ kind, value }: { kind: OrderStatusKind; value: string }) =>
  value ? <StatusChip of={orderStated(kind, value)} /> : <span className="subtle">–</span>
