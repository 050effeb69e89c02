import { chipTone, statusWords } from '#domain/orders/status.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

const kinds = { order: 'Order', shipping: 'Shipping', payment: 'Payment' }

/** One of an order's three statuses in plain words; how the channel spells it is told on asking. */
export function OrderStatus({ kind, value }: { kind: keyof typeof kinds; value: string }) {
  if (!value) return <span className="subtle">–</span>
  const words = statusWords(value)
  return (
    <StatusChip tone={chipTone(kind, value)} title={words === value ? kinds[kind] : `${kinds[kind]}: ${value}`}>
      {words}
    </StatusChip>
  )
}
