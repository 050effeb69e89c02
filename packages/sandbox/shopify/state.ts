import type { SimContext } from '../kit/simulator.ts'
import { sellerCollections, sellerLocations, sellerPublications } from './shop/seed-data.ts'

export interface ShopRow {
  domain: string
  id: string
  name: string
  createdAt: string
  lastOrderNumber: number
  installed: boolean
  /** Counts up over all installations. */
  connected?: number
  scopes: string[]
}
export interface LocationRow {
  id: string
  shop: string
  name: string
  fulfillsOnlineOrders: boolean
  createdAt: string
  address: {
    address1: string
    city: string
    province: string
    provinceCode: string
    country: string
    countryCode: string
    zip: string
    phone: string
  }
}
export interface PublicationRow {
  id: string
  shop: string
  name: string
}
export interface CollectionRow {
  id: string
  shop: string
  handle: string
  title: string
  descriptionHtml: string
  sortOrder: string
  updatedAt: string
  source: { id: string; title: string } | null
  publications: string[]
}
export interface OptionRow {
  id: string
  name: string
  values: { id: string; name: string }[]
}
export interface MediaRow {
  id: string
  alt: string
  source: string
  createdAt: string
}
export interface VariantRow {
  id: string
  itemId: string
  sku: string
  barcode: string | null
  price: string
  compareAtPrice: string | null
  taxable: boolean
  inventoryPolicy: string
  /** One value per option of the product, in their order. */
  values: string[]
  mediaId: string | null
  createdAt: string
  updatedAt: string
}
export interface ProductRow {
  id: string
  shop: string
  handle: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  status: string
  category: string | null
  seo: { title: string | null; description: string | null }
  templateSuffix: string | null
  metafields: { namespace: string; key: string; value: string }[]
  options: OptionRow[]
  variants: VariantRow[]
  media: MediaRow[]
  collections: string[]
  /** Publication id → since when. */
  publications: Record<string, string>
  createdAt: string
  updatedAt: string
}
export interface LevelRow {
  id: string
  locationId: string
  available: number
  committed: number
  createdAt: string
  updatedAt: string
}
export interface ItemRow {
  id: string
  shop: string
  productId: string
  variantId: string
  tracked: boolean
  requiresShipping: boolean
  cost: string | null
  weight: { value: number; unit: string } | null
  levels: LevelRow[]
  createdAt: string
  updatedAt: string
}
export interface SubscriptionRow {
  id: string
  shop: string
  topic: string
  uri: string
  format: string
  filter: string | null
  includeFields: string[]
  name: string | null
  createdAt: string
}

/** One shop of the platform, as a request sees it. */
export interface Env {
  context: SimContext
  shop: string
}

/** What a reset empties; the shop itself, its collections and who may enter it stay. */
export const ofSale = ['product', 'item', 'order', 'idempotency', 'adjustment']

/** Ids look like the platform's: long numbers that never come twice. */
export function newId(context: SimContext, type: string): string {
  return `gid://shopify/${type}/${8_400_000_000_000 + context.store.nextNumber('id')}`
}
export const legacyId = (id: string): string => /\/(\d+)(\?|$)/.exec(id)?.[1] ?? ''
/** The moment with milliseconds, as it is kept; answers show whole seconds. */
export const moment = (env: { context: SimContext }): string => env.context.now().toISOString()
export const shown = (iso: string): string => iso.replace(/\.\d+Z$/, 'Z')

/** `motto-dev` and `motto-dev.myshopify.com` are the same shop. Undefined for what cannot be a shop. */
export function shopDomain(text: string): string | undefined {
  const domain = text.endsWith('.myshopify.com') ? text : `${text}.myshopify.com`
  return /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(domain) ? domain : undefined
}
export const shopHandle = (domain: string): string => domain.replace(/\.myshopify\.com$/, '')
export const shopUrl = (env: Env): string => `${env.context.baseUrl}/${shopHandle(env.shop)}`

export const shopRow = (env: Env): ShopRow | undefined => env.context.store.get<ShopRow>('shop', env.shop)

export function ofShop<T extends { shop: string }>(env: Env, kind: string): T[] {
  return env.context.store.list<T>(kind).filter((row) => row.shop === env.shop)
}
export function find<T extends { shop: string }>(env: Env, kind: string, id: string): T | undefined {
  const row = env.context.store.get<T>(kind, id)
  return row?.shop === env.shop ? row : undefined
}
export function save<T extends { id: string; shop: string }>(env: Env, kind: string, row: T): void {
  env.context.store.put(kind, row.id, row)
}
export const products = (env: Env): ProductRow[] => ofShop<ProductRow>(env, 'product')
export const item = (env: Env, id: string): ItemRow | undefined => find<ItemRow>(env, 'item', id)
export const isForSale = (product: ProductRow): boolean =>
  product.status === 'ACTIVE' && Object.keys(product.publications).length > 0

/** The shop, made with its locations, sales channels and collections when first seen. */
export function ensureShop(context: SimContext, domain: string): Env {
  const env: Env = { context, shop: domain }
  if (shopRow(env)) return env
  const createdAt = moment(env)
  const name = shopHandle(domain)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
  const row: ShopRow = {
    domain,
    id: newId(context, 'Shop'),
    name,
    createdAt,
    lastOrderNumber: 1000,
    installed: false,
    scopes: [],
  }
  context.store.together(() => {
    context.store.put('shop', domain, row)
    for (const location of sellerLocations)
      save(env, 'location', {
        ...location,
        id: newId(context, 'Location'),
        shop: domain,
        createdAt,
      } satisfies LocationRow)
    const published = sellerPublications.map(
      (publicationName): PublicationRow => ({ id: newId(context, 'Publication'), shop: domain, name: publicationName }),
    )
    for (const publication of published) save(env, 'publication', publication)
    for (const title of sellerCollections)
      addCollection(env, { title, publications: published.map((publication) => publication.id) })
  })
  return env
}

export const handleOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** The wanted handle, or the first free one after it. */
export function freeHandle(handle: string, used: Set<string>): string {
  if (!used.has(handle)) return handle
  let number = 1
  while (used.has(`${handle}-${number}`)) number++
  return `${handle}-${number}`
}

export function addCollection(
  env: Env,
  input: {
    title: string
    handle?: string | null
    descriptionHtml?: string | null
    sortOrder?: string | null
    sourceTitle?: string
    publications?: string[]
  },
): CollectionRow {
  const handles = new Set(ofShop<CollectionRow>(env, 'collection').map((collection) => collection.handle))
  const row: CollectionRow = {
    id: newId(env.context, 'Collection'),
    shop: env.shop,
    title: input.title,
    handle: freeHandle(input.handle ?? handleOf(input.title), handles),
    descriptionHtml: input.descriptionHtml ?? '',
    sortOrder: input.sortOrder ?? 'BEST_SELLING',
    updatedAt: moment(env),
    source: { id: newId(env.context, 'CollectionConditionsSource'), title: input.sourceTitle ?? input.title },
    publications: input.publications ?? [],
  }
  save(env, 'collection', row)
  return row
}
