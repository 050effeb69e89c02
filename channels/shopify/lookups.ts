import { ShopifyCollection, ShopifyLocation } from '#contract/channels/shopify-shapes.ts'
import { ask, askAll, type ShopifyConnection } from './calls.ts'
import { Categories, Collections, Locations, Publications } from './wire.ts'

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

export const shopifyLookups = {
  locations,
  collections: async (c: ShopifyConnection) =>
    (await askAll(async (after) => (await ask(c, 'collections', Collections, { after })).collections)).map((row) =>
      ShopifyCollection.parse(row),
    ),
  publications: (c: ShopifyConnection) =>
    askAll(async (after) => (await ask(c, 'publications', Publications, { after })).publications),
  categories,
}
