import { columnOf, defaultColumns } from './columns.ts'
import { createStore, type Store, useStore } from '#web/form/store.ts'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]
/** Height of a row in pixels. */
export const rowHeights: Record<Density, number> = { compact: 36, comfortable: 48 }

/** What a table shows and how wide. */
export interface Layout {
  /** Keys, from left to right. */
  columns: readonly string[]
  /** Pixels by key, where it is not the column's own. */
  widths: Readonly<Record<string, number>>
  density: Density
}
export type LayoutConfig = Pick<Layout, 'columns' | 'widths'>

export const defaultLayout: Layout = { columns: defaultColumns, widths: {}, density: 'compact' }

const strings = (v: unknown): string[] => (Array.isArray(v) ? v.filter((item) => typeof item === 'string') : [])
const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const widthOf = (v: unknown) => (typeof v === 'number' && v >= 20 && v <= 2000 ? Math.round(v) : undefined)

/** A layout out of whatever was kept; columns that are unknown or named twice are left out. */
export function readLayout(stored: unknown): Layout {
  if (!isRecord(stored)) return defaultLayout
  const columns = [...new Set(strings(stored.columns))].filter((key) => columnOf(key))
  const widths = Object.entries(isRecord(stored.widths) ? stored.widths : {}).flatMap(([key, v]) => {
    const width = widthOf(v)
    return width === undefined ? [] : [[key, width] as const]
  })
  return {
    columns: columns.length ? columns : defaultLayout.columns,
    widths: Object.fromEntries(widths),
    density: densities.find((density) => density === stored.density) ?? defaultLayout.density,
  }
}

export interface LayoutStore extends Store<Layout> {
  current: () => LayoutConfig
  /** Shows these columns in these widths; the density stays. */
  apply: (config: { columns: readonly string[]; widths: Readonly<Record<string, number>> }) => void
}

/** A layout that this browser remembers under `name`. */
export function createLayout(name: string): LayoutStore {
  const store = createStore(readLayout(load(name)))
  const set = (next: Layout) => {
    store.set(next)
    save(name, next)
  }
  return {
    ...store,
    set,
    current: () => ({ columns: [...store.get().columns], widths: { ...store.get().widths } }),
    apply: (config) => set({ ...readLayout(config), density: store.get().density }),
  }
}

function load(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** A browser that keeps nothing shows the standard layout next time. */
function save(name: string, layout: Layout): void {
  try {
    localStorage.setItem(name, JSON.stringify(layout))
  } catch {
    return
  }
}

/** The layout of the inventory's table. */
export const layout = createLayout('products:layout')

export const useLayout = (store: LayoutStore = layout): Layout => useStore(store)

/** Whether a configuration shows something else than this layout; a width that was never drawn does not count. */
export const differs = (a: LayoutConfig, b: LayoutConfig): boolean =>
  a.columns.length !== b.columns.length ||
  a.columns.some((key, at) => key !== b.columns[at]) ||
  a.columns.some((key) => a.widths[key] !== b.widths[key])
