import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PageLink } from '../../addresses.ts'
import { Link } from '../link.tsx'
import classes from './tabs.module.css'

export interface Tab {
  label: ReactNode
  /** Where the tab leads: it is part of the address. */
  link: PageLink
  active: boolean
  /** Stands behind the label where it means work. */
  count?: ReactNode
}

/**
 * For the `ref` of a bar's current link: on a phone not all fit, and the bar scrolls to it, the page does not. Once the bar is laid out, and again when
 * what comes beside it later leaves it less room.
 */
export function intoSight(link: HTMLElement | null) {
  const bar = link?.closest('nav')
  if (!link || !bar) return undefined
  const observer = new ResizeObserver(() => scrollBarTo(link, bar))
  observer.observe(bar)
  return () => observer.disconnect()
}

function scrollBarTo(link: HTMLElement, bar: HTMLElement): void {
  const [at, within] = [link.getBoundingClientRect(), bar.getBoundingClientRect()]
  if (at.right > within.right) bar.scrollLeft += at.right - within.right
  else if (at.left < within.left) bar.scrollLeft += at.left - within.left
}

/** Tabs of a page, each an address of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ label: name, link, active, count }, index) => (
      <Link
        key={index}
        {...link}
        {...(active && { ref: intoSight })}
        activeOptions={{ exact: true }}
        aria-current={active ? 'page' : undefined}
      >
        {name}
        {count}
      </Link>
    ))}
  </nav>
)

export interface Step {
  label: string
  /** A step is a link once it was reached. */
  onSelect?: () => void
}

/** On a phone not all steps of a long wizard fit. */
function toMiddle(list: HTMLElement): void {
  const step = list.querySelector('[aria-current]')?.getBoundingClientRect()
  const bar = list.getBoundingClientRect()
  if (step) list.scrollBy({ left: step.left + step.width / 2 - (bar.left + bar.width / 2), behavior: 'instant' })
}

/** The steps of a wizard: done ones have a check, the current one is filled. The next step starts at its top. */
export function StepBar({ label, steps, current }: { label: string; steps: readonly Step[]; current: number }) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(current)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const bar = list.current
    if (!bar) return undefined
    const observer = new ResizeObserver(() => setScrolls(bar.scrollWidth > bar.clientWidth))
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (shown.current !== current) list.current?.focus()
    shown.current = current
    const frame = requestAnimationFrame(() => list.current && toMiddle(list.current))
    return () => cancelAnimationFrame(frame)
  }, [current])
  // What scrolls sideways can be scrolled with the keyboard, too.
  const reach = { tabIndex: scrolls ? 0 : -1 }
  return (
    <ol ref={list} {...reach} className={classes.steps} aria-label={label}>
      {steps.map(({ label: name, onSelect }, index) => {
        const done = index < current
        const inside = (
          <>
            <b aria-hidden="true">{done ? '✓' : index + 1}</b>
            {name}
            {done && <span className="sr-only">, done</span>}
          </>
        )
        return (
          <li key={name} data-done={done || undefined} aria-current={index === current ? 'step' : undefined}>
            {onSelect && index !== current ? (
              <button type="button" onClick={onSelect}>
                {inside}
              </button>
            ) : (
              <span>{inside}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
