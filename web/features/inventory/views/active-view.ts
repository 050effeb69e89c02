import type { CallReply } from '#contract/endpoint.ts'
import type { listViews, ViewConfig } from '#contract/views.ts'
import { readSearch, viewFiltersOf } from '../address.ts'
import { differs, type LayoutConfig } from '../columns/layout.ts'
import { inventorySearch } from '../search.ts'
import { createStore, type Store } from '#web/form/store.ts'

export type View = CallReply<typeof listViews>[number]
export const viewsPage = 'products'
/** INV-163: is always there, and nowhere kept. */
export const localView = { id: 0, name: 'All products' }

/** What this browser remembers (INV-185): the chosen view, whose it is, and how the local view lies. */
export interface ActiveView {
  id: number
  clientId: number | null
  userId: number | null
  config: ViewConfig
  local?: LayoutConfig
}

export const storageKey = 'products:activeView'

export const configOf = (layout: LayoutConfig, filters: ViewConfig['filters']): ViewConfig => ({
  version: 1,
  page: viewsPage,
  type: 'table',
  columns: [...layout.columns],
  widths: { ...layout.widths },
  filters,
})

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const isLayout = (v: unknown): v is LayoutConfig => isRecord(v) && Array.isArray(v.columns) && isRecord(v.widths)
const isConfig = (v: unknown): v is ViewConfig =>
  isRecord(v) && v.version === 1 && isLayout(v) && isRecord((v as { filters?: unknown }).filters)

/** What was kept, if it is of this version and of this person in this organization (INV-186). */
export function readActive(
  stored: string | null,
  owner: { clientId: number | null; userId: number | null },
): ActiveView | undefined {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    if (!isRecord(parsed) || typeof parsed.id !== 'number' || !isConfig(parsed.config)) return undefined
    if (parsed.clientId !== owner.clientId || parsed.userId !== owner.userId) return undefined
    return { ...owner, id: parsed.id, config: parsed.config, local: isLayout(parsed.local) ? parsed.local : undefined }
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing begins with the local view next time. */
export function keepActive(active: ActiveView): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(active))
  } catch {
    return
  }
}

export function keptActive(owner: { clientId: number | null; userId: number | null }): ActiveView | undefined {
  try {
    return readActive(localStorage.getItem(storageKey), owner)
  } catch {
    return undefined
  }
}

/** The chosen view of this page; undefined until it is known. */
export const activeView: Store<ActiveView | undefined> = createStore<ActiveView | undefined>(undefined)

/** Filters in one spelling, so that two that mean the same are the same. */
const settled = (filters: ViewConfig['filters']) => {
  const { filters: read, paging } = readSearch(inventorySearch(filters))
  return JSON.stringify(Object.entries(viewFiltersOf(read, paging)).toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Whether the table lies or is filtered otherwise than the view says. */
export const isChanged = (view: ViewConfig, now: ViewConfig): boolean =>
  differs(view, now) || settled(view.filters) !== settled(now.filters)

/** The message for a failure without one of its own. */
const unsaid = ['Error', 'Request failed.']
/** The sentence for a view that could not be made (INV-187..INV-189, INV-205). */
export function createProblem({ status, message }: { status: number; message: string }): string {
  if (status === 0) return 'Failed to create view.'
  return message && !unsaid.includes(message) ? message : 'Error creating view.'
}
