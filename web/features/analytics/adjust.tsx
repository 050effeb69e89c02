import { ActionIcon, Button } from '@mantine/core'
import { useRef } from 'react'
import { markNames, type MarkId } from '#web/ui/images/channel-mark.tsx'
import { date, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { Queued } from './address.ts'
import classes from './analytics.module.css'

const kinds = { channel: 'Channel', template: 'Template', sku: 'SKU', day: 'Day', attribute: '' } as const
const words = (change: Queued) => {
  if (change.kind === 'attribute') return `${change.name}: ${change.value}`
  const value =
    change.kind === 'channel'
      ? (markNames[change.value as MarkId] ?? change.value)
      : change.kind === 'day'
        ? date(`${change.value}T12:00:00`)
        : change.value
  return `${kinds[change.kind]}: ${value}`
}

/** What was pressed in the charts, until it is applied. It comes far from the chart, so it is also said. */
export function AdjustFilters({
  queue,
  setQueue,
  onApply,
}: {
  queue: readonly Queued[]
  setQueue: (queue: Queued[]) => void
  onApply: () => void
}) {
  const messageRef = useRef<HTMLParagraphElement>(null)
  /** The pressed button is about to go; whoever works by keys goes on from here. */
  const stay = () => messageRef.current?.focus({ preventScroll: true })
  const last = queue.at(-1)
  return (
    <>
      <p ref={messageRef} role="status" tabIndex={-1} className="sr-only">
        {last && `${words(last)} added. ${plural(queue.length, 'filter')} not applied yet.`}
      </p>
      {last && (
        <section className={classes.adjust} aria-label="Adjust Filters">
          <h2>Adjust Filters</h2>
          <ul>
            {queue.map((change, at) => (
              <li key={words(change)}>
                {words(change)}
                <ActionIcon
                  size={20}
                  aria-label={`Remove ${words(change)}`}
                  onClick={() => {
                    stay()
                    setQueue(queue.filter((_, n) => n !== at))
                  }}
                >
                  <Icon name="close" size="s" />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <span className="row">
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                stay()
                setQueue([])
              }}
            >
              Clear
            </Button>
            <Button
              size="xs"
              onClick={() => {
                stay()
                onApply()
              }}
            >
              Apply
            </Button>
          </span>
        </section>
      )}
    </>
  )
}
