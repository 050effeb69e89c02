import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './tabs.module.css'

interface Props<T extends string> {
  label: string
  tabs: readonly { id: T; label: ReactNode }[]
  current: T
  onSelect: (id: T) => void
  children: ReactNode
}

/** Tabs inside a card; what they choose is no address. Arrow keys go from one to the next. */
export function PanelTabs<T extends string>({ label, tabs, current, onSelect, children }: Props<T>) {
  const own = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const at = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <>
      <div className={classes.inside} role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${own}-${id}`}
            aria-selected={id === current}
            aria-controls={`${own}-panel`}
            tabIndex={id === current ? 0 : -1}
            onKeyDown={move}
            onClick={() => onSelect(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${own}-panel`} aria-labelledby={`${own}-${current}`}>
        {children}
      </div>
    </>
  )
}
