import type { z } from 'zod'
import type { ProductFilter, ProductSelection } from '#contract/products/filter.ts'
import { createStore, type Store, useStore } from '#web/form/store.ts'

/** A product that can be chosen. */
export interface Chosen {
  id: number
  sku: string
}

/** Some products by id with their SKUs, or all that the filters find but some (INV-022). */
export type Selection = { all: false; ids: ReadonlyMap<number, string> } | { all: true; except: ReadonlySet<number> }

export const none: Selection = { all: false, ids: new Map() }

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.all ? !selection.except.has(id) : selection.ids.has(id)

/** The selection with these products in it (`on`) or not. */
export function choose(selection: Selection, products: readonly Chosen[], on: boolean): Selection {
  if (selection.all) {
    const except = new Set(selection.except)
    for (const { id } of products) on ? except.delete(id) : except.add(id)
    return { all: true, except }
  }
  const ids = new Map(selection.ids)
  for (const { id, sku } of products) on ? ids.set(id, sku) : ids.delete(id)
  return { all: false, ids }
}

/** Chooses all of these products, or none of them where all are chosen. */
export const toggleAll = (selection: Selection, products: readonly Chosen[]): Selection =>
  choose(selection, products, !products.every(({ id }) => isSelected(selection, id)))

/** How many are chosen. @param matching how many products the filters find */
export const countOf = (selection: Selection, matching: number): number =>
  selection.all ? Math.max(0, matching - selection.except.size) : selection.ids.size

/** The selection as the server takes it; undefined when nothing is chosen. */
export function toProductSelection(
  selection: Selection,
  filter: z.input<typeof ProductFilter>,
): z.input<typeof ProductSelection> | undefined {
  if (selection.all) return { filter, except: [...selection.except] }
  return selection.ids.size ? { ids: [...selection.ids.keys()] } : undefined
}

export interface SelectionStore extends Store<Selection> {
  clear: () => void
}

export function createSelection(): SelectionStore {
  const store = createStore<Selection>(none)
  return { ...store, clear: () => store.set(none) }
}

/** What is chosen in the inventory, until it is cleared. */
export const selection = createSelection()

export const useSelection = (store: SelectionStore = selection): Selection => useStore(store)
