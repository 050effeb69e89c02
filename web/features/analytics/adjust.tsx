import { ActionIcon, Button } from '@mantine/core'
import { useRef } from 'react'
import { markNames, type MarkId } from '#web/ui/images/channel-mark.tsx'
import { date, plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
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
  const told = useRef<HTMLParagraphElement>(null)
  /** The pressed button is about to go; whoever works by keys goes on from here. */
  const stay = () => told.current?.focus({ preventScroll: true })
  const last = queue.at(-1)
  return (
    <>
      <p ref={told} role="status" tabIndex={-1} className="sr-only">
        {last && `${words(last)} waits to be applied, ${plural(queue.length, 'filter')} in all.`}
      </p>
      {last && (
        <section className={classes.adjust} aria-label="Adjust Filters">
          <h2>Adjust Filters</h2>
          <ul>
            {queue.map((one, at) => (
              <li key={words(one)}>
                {words(one)}
                <ActionIcon
                  size={20}
                  aria-label={`Leave out ${words(one)}`}
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
