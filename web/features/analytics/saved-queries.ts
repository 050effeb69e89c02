import { useSyncExternalStore } from 'react'
import { dayIn } from '#domain/analytics/days.ts'
import { movedOn, presetOf } from '#domain/analytics/presets.ts'
import { parseSearch } from '#web/search.ts'
import { readSearch } from './read-search.ts'

/** ANA-092..096. Kept in this browser. */
export interface SavedQuery {
  id: string
  name: string
  /** Path and search. */
  url: string
  createdAt: string
}
const KEY = 'analytics:savedQueries'

const isQuery = (v: unknown): v is SavedQuery => {
  const saved = v as Partial<SavedQuery> | null
  return (
    typeof saved?.id === 'string' &&
    typeof saved.name === 'string' &&
    // Only a page of ours: what others wrote into this browser leads nowhere else.
    typeof saved.url === 'string' &&
    saved.url.startsWith('/analytics') &&
    typeof saved.createdAt === 'string' &&
    !Number.isNaN(Date.parse(saved.createdAt))
  )
}
export function readQueries(text: string | null): SavedQuery[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter(isQuery) : []
  } catch {
    return []
  }
}

/** What an address asks the page. */
export const searchIn = (url: string) => readSearch(parseSearch(url.split('?')[1] ?? ''))

/** Whether the days of an address go along with time: the last week, seen next week, is another one. @param day on which it is looked at */
export function movesOn(url: string, day: string): boolean {
  const { startDate, endDate } = searchIn(url)
  if (!startDate || !endDate) return !startDate && !endDate
  return presetOf({ startDate, endDate }, day) !== 'custom'
}

/** Days of the organization, as whoever loads a query needs them. */
export interface Today {
  today: string
  timeZone: string
}

/** Where a saved query leads today: a range that went up to the day on which it was saved goes up to today, as many days of it; chosen days stay. */
export function addressNow(
  { url, createdAt }: Pick<SavedQuery, 'url' | 'createdAt'>,
  { today, timeZone }: Today,
): string {
  const { startDate, endDate } = searchIn(url)
  if (!startDate || !endDate) return url
  const now = movedOn({ startDate, endDate }, dayIn(timeZone, new Date(createdAt)), today)
  return url
    .replace(`startDate=${startDate}`, `startDate=${now.startDate}`)
    .replace(`endDate=${endDate}`, `endDate=${now.endDate}`)
}

/** One of another name; '' leaves it the old one. */
export const renamedQuery = (all: readonly SavedQuery[], id: string, name: string): SavedQuery[] =>
  all.map((query) => (query.id === id ? { ...query, name: name.trim() || query.name } : query))

/** New ones are put on top (ANA-109). */
export const withQuery = (all: readonly SavedQuery[], fresh: SavedQuery): SavedQuery[] => [fresh, ...all]
export function movedQuery(all: readonly SavedQuery[], id: string, by: -1 | 1): SavedQuery[] {
  const from = all.findIndex((query) => query.id === id)
  const to = from + by
  const [first, other] = [all[from], all[to]]
  if (!first || !other) return [...all]
  return all.with(from, other).with(to, first)
}

const changed = new EventTarget()
const stored = () => localStorage.getItem(KEY) ?? '[]'
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  window.addEventListener('storage', listener)
  return () => {
    changed.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
  }
}

function save(next: readonly SavedQuery[]): void {
  localStorage.setItem(KEY, JSON.stringify(next))
  changed.dispatchEvent(new Event('change'))
}

/** Takes one's deletion back. What was saved or deleted since, here or in another tab, stays as it is. */
export const putBack = (query: SavedQuery, at: number): void => {
  const now = readQueries(stored())
  if (!now.some(({ id }) => id === query.id)) save(now.toSpliced(at, 0, query))
}

/** Saved queries, in the order in which they are kept; another tab's changes arrive, too. */
export function useSavedQueries() {
  const text = useSyncExternalStore(subscribe, stored)
  return { queries: readQueries(text), save }
}
