import type { PageLink } from '../../addresses.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Crumb {
  label: string
  /** The last crumb has none. */
  to?: PageLink
}

let crumbs: readonly Crumb[] = []
const listeners = new Set<() => void>()

const set = (next: readonly Crumb[]) => {
  crumbs = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Puts a title into the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Motto` : 'Motto'
  }, [title])
}

/** Sets the top bar's breadcrumbs: the pages above this one, then its own name. */
export function usePageMeta(title: string, above: readonly Crumb[] = []): void {
  useTitle(title)
  const path = [...above, { label: title }]
  const latest = useRef(path)
  useEffect(() => {
    latest.current = path
  })
  // JSON tells whether a crumb changed. It leaves out what is undefined, so the crumbs themselves are not read from it.
  const changes = JSON.stringify(path)
  useEffect(() => set(latest.current), [changes])
}

export const useCrumbs = (): readonly Crumb[] => useSyncExternalStore(subscribe, () => crumbs)
