import { useEffect, useSyncExternalStore } from 'react'

export interface Crumb {
  label: string
  /** A path of this site; the last crumb has none. */
  to?: string
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
  const path = JSON.stringify([...above, { label: title }])
  useEffect(() => set(JSON.parse(path) as Crumb[]), [path])
}

export const useCrumbs = (): readonly Crumb[] => useSyncExternalStore(subscribe, () => crumbs)
