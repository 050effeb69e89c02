import { z } from 'zod'
import type { CloverCategory, CloverItem } from '#contract/channels/clover-shapes.ts'
import { ChannelError } from '../channel.ts'
import { all, ask, type CloverConnection, mostRows } from './calls.ts'
import { Category, Item, listOf } from './wire.ts'

const Page = z.object({
  offset: z.coerce.number().int().min(0),
  limit: z.coerce.number().int().min(1).max(mostRows),
})

export const cloverLookups = {
  async categories(c: CloverConnection): Promise<CloverCategory[]> {
    const found = await all(c, Category, 'categories')
    return found.filter(({ deleted }) => deleted !== true).map(({ id, name }) => ({ id, name: name ?? '' }))
  },
  /** IMP-193. */
  async items(c: CloverConnection, query: Record<string, string>): Promise<CloverItem[]> {
    const page = Page.safeParse(query).data
    if (!page) throw new ChannelError('invalid', `Ask for 1 to ${mostRows} items, from 0 on.`)
    const { elements } = await ask(c, listOf(Item), {
      method: 'GET',
      path: 'items',
      query: Object.entries(page).map(([name, value]) => [name, String(value)]),
    })
    return elements.map(({ id, name, sku, price }) => ({ id, name: name ?? '', sku: sku ?? '', price: price ?? 0 }))
  },
}
