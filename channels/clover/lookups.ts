import type { CloverCategory, CloverItem } from '#contract/channels/shapes/clover.ts'
import { windowOf } from '../kit/asked.ts'
import { all, ask, type CloverConnection, mostRows } from './calls.ts'
import { Category, Item, listOf } from './wire.ts'

export const cloverLookups = {
  async categories(c: CloverConnection): Promise<CloverCategory[]> {
    const categories = await all(c, Category, 'categories')
    return categories.filter(({ deleted }) => deleted !== true).map(({ id, name }) => ({ id, name: name ?? '' }))
  },
  /** IMP-193. */
  async items(c: CloverConnection, query: Record<string, string>): Promise<CloverItem[]> {
    const page = windowOf(query, mostRows)
    const { elements } = await ask(c, listOf(Item), {
      method: 'GET',
      path: 'items',
      query: Object.entries(page).map(([name, value]) => [name, String(value)]),
    })
    return elements.map(({ id, name, sku, price }) => ({ id, name: name ?? '', sku: sku ?? '', price: price ?? 0 }))
  },
}
