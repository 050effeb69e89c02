import type { z } from 'zod'
import {
  ShopifyCollection,
  type ShopifyItem,
  type ShopifyItems as Items,
  ShopifyLocation,
} from '#contract/channels/shapes/shopify.ts'
import { ChannelError } from '../channel.ts'
import { wholeOf } from '../kit/asked.ts'
import { shrinking } from '../kit/paging.ts'
import { ask, askAll, nextOf, numberOf, restOf, type ShopifyConnection } from './calls.ts'
import {
  Categories,
  Collections,
  Locations,
  type ProductItem,
  ProductItemRest,
  ProductItems,
  Publications,
} from './wire.ts'

type ShopifyItems = z.output<typeof Items>

async function locations(c: ShopifyConnection) {
  const all = await askAll(async (after) => (await ask(c, 'locations', Locations, { after })).locations)
  return all.map(({ address: a, ...rest }) =>
    ShopifyLocation.parse({
      ...rest,
      address: [a.address1, a.city, a.provinceCode, a.zip, a.countryCode].filter(Boolean).join(', '),
    }),
  )
}

/** What listings begin with: the shop's first open location. */
export const defaults = async (c: ShopifyConnection): Promise<Record<string, string>> => ({
  locationId: (await locations(c)).find(({ isActive }) => isActive)?.id ?? '',
})

/** One level of Shopify's tree, or what a search finds in all of it. */
async function categories(c: ShopifyConnection, { parent, search }: Record<string, string>) {
  if (search) return (await ask(c, 'categorySearch', Categories, { text: search })).taxonomy?.categories.nodes ?? []
  const none = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }
  return askAll(
    async (after) =>
      (await ask(c, 'categories', Categories, { parent: parent || null, after })).taxonomy?.categories ?? none,
  )
}

/** IMP-166. */
const mostProducts = 100
/** A request that asks for more than 1,000 points never runs. */
const productSizes = [25, 10, 3]

/** IMP-189: the products after one of them, in the order in which they were made. */
async function products(c: ShopifyConnection, search: Record<string, string>): Promise<ShopifyItems> {
  const limit = wholeOf(search, 'limit', { least: 1, most: mostProducts, standard: mostProducts })
  const since = numberOf(search.sinceId?.trim() ?? '')
  if (!/^\d*$/.test(since)) throw new ChannelError('invalid', 'sinceId must be the id of a product.')
  const query = since ? `id:>${since}` : null
  const items: ProductItem[] = []
  let after: string | undefined
  do {
    const page = await shrinking(productSizes, (size) => {
      const first = Math.min(size, limit - items.length)
      return ask(c, 'productItems', ProductItems, { first, after: after ?? null, query })
    })
    items.push(...page.products.nodes)
    after = nextOf(page.products.pageInfo)
  } while (after && items.length < limit)
  const whole: ShopifyItem[] = []
  for (const item of items) whole.push(await wholeItem(c, item))
  return { products: whole, sinceId: after ? (whole.at(-1)?.id ?? '') : '' }
}

async function wholeItem(c: ShopifyConnection, { id, title, status, variants }: ProductItem): Promise<ShopifyItem> {
  const all = await restOf(
    variants,
    async (after) => (await ask(c, 'productItemRest', ProductItemRest, { id, after })).product?.variants,
  )
  return { id, title, status, variants: all.map(({ sku, ...rest }) => ({ ...rest, sku: sku ?? '' })) }
}

export const shopifyLookups = {
  products,
  locations,
  collections: async (c: ShopifyConnection) =>
    (await askAll(async (after) => (await ask(c, 'collections', Collections, { after })).collections)).map((row) =>
      ShopifyCollection.parse(row),
    ),
  publications: (c: ShopifyConnection) =>
    askAll(async (after) => (await ask(c, 'publications', Publications, { after })).publications),
  categories,
}
