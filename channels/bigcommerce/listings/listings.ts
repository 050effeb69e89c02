import { type ExternalListing, type Outcome, type Page } from '../../channel.ts'
import { done, each } from '../../kit/batch.ts'
import { toMinor } from '../../kit/money.ts'
import type { ChannelProduct, ChannelVariant } from '../../product.ts'
import { ask, askAll, type BigCommerceConnection, orNull, send, storeOf } from '../calls.ts'
import { isOnSale } from './catalog.ts'
import { bigcommerceLookups } from '../lookups.ts'
import { optionsIn, partOf, sizeThere, tagsOf } from './map.ts'
import { productIdOf, urlOf } from './publish.ts'
import { countsAt } from '../stock.ts'
import { Brand, pageOf, Product, type Store } from '../wire.ts'
import type { BigCommerceCategory } from '#contract/channels/shapes/bigcommerce.ts'

const perPage = 50

/** Hides: the product keeps its id and its place in the store, so listing again shows the same one. */
export const end = (c: BigCommerceConnection, batch: ExternalListing[]): Promise<Outcome[]> =>
  each(batch, 1, async (listing) => {
    const path = `v3/catalog/products/${encodeURIComponent(productIdOf(listing))}`
    if (productIdOf(listing)) await orNull(send(c, { method: 'PUT', path, json: { is_visible: false } }))
    return done
  })

/** Every product, hidden ones too. One without a SKU is among them: whoever reads it says so. Each page begins after the last id, so what is deleted meanwhile moves none out of sight. */
export async function pull(c: BigCommerceConnection, cursor?: string): Promise<Page<ChannelProduct>> {
  const { data } = await ask(c, pageOf(Product), {
    method: 'GET',
    path: 'v3/catalog/products',
    query: {
      include: 'variants,images',
      sort: 'id',
      direction: 'asc',
      limit: String(perPage),
      ...(cursor && { 'id:greater': cursor }),
    },
  })
  const known: Known = {
    store: await storeOf(c),
    brands: await brandsOf(c, data),
    categories: data.some(({ categories }) => categories.length > 0)
      ? namesIn(await bigcommerceLookups.categories(c))
      : new Map(),
    counts: await numbersOf(c, data),
  }
  const last = data.at(-1)
  return {
    items: data.map((product) => toProduct(c, product, known)),
    next: last && data.length === perPage ? String(last.id) : undefined,
  }
}

interface Known {
  store: Store
  /** Id → name. */
  brands: Map<number, string>
  categories: Map<string, string>
  /** Variant → pieces at the chosen location; null where none is chosen. */
  counts: Map<string, number> | null
}

async function brandsOf(c: BigCommerceConnection, products: Product[]): Promise<Map<number, string>> {
  const ids = [...new Set(products.flatMap(({ brand_id: id }) => id || []))]
  if (ids.length === 0) return new Map()
  const brands = await askAll(c, Brand, 'v3/catalog/brands', { 'id:in': ids.join(',') })
  return new Map(brands.map(({ id, name }) => [id, name]))
}

const namesIn = (tree: BigCommerceCategory[]): Map<string, string> =>
  new Map(tree.flatMap(({ category_id: id, name, children }) => [[id, name] as const, ...namesIn(children)]))

async function numbersOf(c: BigCommerceConnection, products: Product[]): Promise<Map<string, number> | null> {
  const { locationId } = c.settings
  const counted = products.filter(({ inventory_tracking: by }) => by !== 'none')
  if (!locationId) return null
  return countsAt(
    c,
    locationId,
    counted.flatMap(({ variants }) => variants.map(({ id }) => String(id))),
  )
}

function toProduct(c: BigCommerceConnection, product: Product, known: Known): ChannelProduct {
  const category = String(product.categories[0] ?? '')
  const pictures = product.images.toSorted((a, b) => a.sort_order - b.sort_order)
  return {
    externalId: String(product.id),
    url: urlOf(known.store, product),
    state: isOnSale(product) ? 'live' : 'hidden',
    updatedAt: product.date_modified ? new Date(product.date_modified) : null,
    title: product.name,
    description: product.description,
    images: pictures.flatMap(({ url_zoom: large, url_standard: usual }) => large || usual || []),
    category: { id: category, name: known.categories.get(category) ?? '' },
    brand: known.brands.get(product.brand_id ?? 0) ?? '',
    condition: product.condition,
    tags: tagsOf(product),
    attributes: [],
    sizeAndWeight: sizeThere(product, known.store),
    currency: known.store.currency || c.currency,
    variants: product.variants.map((variant) => toVariant(product, variant, known)),
    data: c.settings.locationId ? { locationId: c.settings.locationId } : {},
  }
}

function toVariant(product: Product, variant: Product['variants'][number], { store, counts }: Known): ChannelVariant {
  const isAlone = variant.option_values.length === 0
  const count = counts ? counts.get(String(variant.id)) : (variant.inventory_level ?? undefined)
  return {
    sku: variant.sku || (isAlone ? product.sku : ''),
    options: optionsIn(variant),
    price: toMinor(variant.calculated_price ?? variant.price ?? product.price, store.currency),
    quantity: product.inventory_tracking === 'none' ? null : (count ?? 0),
    barcode: variant.upc || (isAlone ? (product.upc ?? '') : ''),
    image: variant.image_url ?? '',
    part: partOf(product, variant),
  }
}
