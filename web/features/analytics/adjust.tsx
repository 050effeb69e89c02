import { ActionIcon, Button } from '@mantine/core'
import { markNames, type MarkId } from '#web/ui/channel-mark.tsx'
import { date } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Queued } from './address.ts'
import classes from './analytics.module.css'

const kinds = { channel: 'Channel', template: 'Template', sku: 'SKU', day: 'Day', attribute: '' } as const
const words = (one: Queued) => {
  if (one.kind === 'attribute') return `${one.name}: ${one.value}`
  const value =
    one.kind === 'channel'
      ? (markNames[one.value as MarkId] ?? one.value)
      : one.kind === 'day'
        ? date(`${one.value}T12:00:00`)
        : one.value
  return `${kinds[one.kind]}: ${value}`
}

/** What was pressed in the charts, until it is applied. */
export function AdjustFilters({
  queue,
  setQueue,
  onApply,
}: {
  queue: readonly Queued[]
  setQueue: (queue: Queued[]) => void
  onApply: () => void
}) {
  if (queue.length === 0) return null
  return (
    <section className={classes.adjust} aria-label="Adjust Filters">
      <h2>Adjust Filters</h2>
      <ul>
        {queue.map((one, at) => (
          <li key={words(one)}>
            {words(one)}
            <ActionIcon
              size={20}
              aria-label={`Leave out ${words(one)}`}
              onClick={() => setQueue(queue.filter((_, n) => n !== at))}
            >
              <Icon name="close" size="s" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <span className="row">
        <Button variant="default" size="xs" onClick={() => setQueue([])}>
          Clear
        </Button>
        <Button size="xs" onClick={onApply}>
          Apply
        </Button>
      </span>
    </section>
  )
}
