import type { SquareCategory, SquareItem, SquareLocation } from '#contract/channels/shapes/square.ts'
import { windowOf } from '../kit/asked.ts'
import { ask, type SquareConnection } from './calls.ts'
import { allCategories, allTaxes } from './listings/catalog.ts'
import { type Category, FoundItems, Item, Locations, ofType } from './wire.ts'

async function locations(c: SquareConnection): Promise<SquareLocation[]> {
  const answer = await ask(c, Locations, { method: 'GET', path: 'locations' })
  return answer.locations.map(({ id, name, status, currency, address: a }) => ({
    id,
    name: name ?? '',
    isActive: status === 'ACTIVE',
    address: [a?.address_line_1, a?.locality, a?.administrative_district_level_1].filter(Boolean).join(', '),
    currency,
  }))
}

/** What listings begin with: the first location that is open. */
export const defaults = async (c: SquareConnection): Promise<Record<string, string>> => ({
  locationId: (await locations(c)).find(({ isActive }) => isActive)?.id ?? '',
})

/** Categories as a tree; those of menus and kitchens are no categories of goods. */
export function treeOf(all: Category[]): SquareCategory[] {
  const goods = all.filter(
    ({ category_data: { category_type: type } }) => type === undefined || type === 'REGULAR_CATEGORY',
  )
  const known = new Set(goods.map(({ id }) => id))
  const parentOf = ({ category_data: { parent_category: parent } }: Category) =>
    parent?.id && known.has(parent.id) ? parent.id : ''
  const below = Map.groupBy(goods, parentOf)
  const nodesOf = (parent: string): SquareCategory[] =>
    (below.get(parent) ?? []).map(({ id, category_data }) => ({
      id,
      categoryData: { name: category_data.name ?? '' },
      children: nodesOf(id),
    }))
  return nodesOf('')
}

const itemsPerPage = 100

/** IMP-187. Square's own pages have no number, so it reads from the first one on. */
async function items(c: SquareConnection, query: Record<string, string>): Promise<{ items: SquareItem[] }> {
  const { offset, limit } = windowOf(query, itemsPerPage)
  const text = query.textFilter?.trim()
  const matches: Item[] = []
  let cursor: string | undefined
  do {
    const json = {
      ...(text && { text_filter: text }),
      archived_state: 'ARCHIVED_STATE_ALL',
      limit: itemsPerPage,
      ...(cursor && { cursor }),
    }
    const page = await ask(c, FoundItems, { method: 'POST', path: 'catalog/search-catalog-items', json })
    matches.push(...ofType(Item, page.items))
    cursor = page.cursor
  } while (cursor && matches.length < offset + limit)
  return { items: matches.slice(offset, offset + limit).map((item) => toItem(c, item)) }
}

const toItem = (c: SquareConnection, { id, item_data: data }: Item): SquareItem => ({
  id,
  itemData: {
    name: data.name ?? '',
    isArchived: data.is_archived === true,
    variations: data.variations.map(({ id, item_variation_data: { name, sku, price_money: price } }) => ({
      id,
      itemVariationData: {
        name: name ?? '',
        sku: sku ?? '',
        priceMoney: { amount: price?.amount ?? null, currency: price?.currency ?? c.currency },
      },
    })),
  },
})

export const squareLookups = {
  items,
  locations,
  categories: async (c: SquareConnection) => treeOf(await allCategories(c)),
  taxes: async (c: SquareConnection) =>
    (await allTaxes(c)).map(({ id, tax_data: { name, percentage, enabled } }) => ({
      id,
      name: name ?? '',
      rate: percentage ? `${percentage} %` : '',
      isEnabled: enabled !== false,
    })),
}
