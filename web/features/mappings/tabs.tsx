import type { KeyboardEvent } from 'react'
import { Count } from '#web/ui/images/status-chip.tsx'
import classes from './dynamic.module.css'

interface Tab<T extends string> {
  value: T
  label: string
  count: number
  changed: boolean
}
interface Props<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  current: T
  /** The id of what they show. */
  panel: string
  onChange: (value: T) => void
}

/** Tabs of a dialog; arrow keys go from one to the next. */
export function Tabs<T extends string>({ label, tabs, current, panel, onChange }: Props<T>) {
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.findIndex(({ value }) => value === current) + by + tabs.length) % tabs.length]
    if (!by || !next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }
  return (
    <div className={classes.tabs} role="tablist" aria-label={label}>
      {tabs.map(({ value, label: name, count, changed }) => (
        <button
          key={value}
          type="button"
          role="tab"
          data-tab={value}
          tabIndex={value === current ? 0 : -1}
          aria-selected={value === current}
          aria-controls={panel}
          onClick={() => onChange(value)}
          onKeyDown={onKey}
        >
          {name} <Count>{count}</Count>
          {changed && (
            <>
              <i aria-hidden="true" title="Unsaved changes" />
              <span className="sr-only">, unsaved changes</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
