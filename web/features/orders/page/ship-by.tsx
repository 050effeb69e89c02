import { dueOf } from '#domain/orders/shipping/due.ts'
import { dueStates } from '#domain/words/states.ts'
import { date, dateTime, time } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'

const dueNow = (at: string) => dueOf(new Date(at), new Date())

/** By when an order is to be shipped: in words where it is urgent, and the exact time on asking. */
export function ShipBy({ at }: { at: string | null }) {
  if (!at) return <span className="subtle">–</span>
  const due = dueNow(at)
  if (due === 'later')
    return (
      <span className="nowrap" title={dateTime(at)}>
        {date(at)}
      </span>
    )
  const of = dueStates[due]
  return (
    <StatusChip of={of} title={`Ship by ${dateTime(at)}`}>
      {of.label}, {due === 'late' ? date(at) : time(at)}
    </StatusChip>
  )
}
