import type { ExternalListing, Outcome, Page } from '../../channel.ts'
import { done, each } from '../../kit/batch.ts'
import type { ChannelProduct, ChannelVariant, ListingState } from '../../product.ts'
import { ask, type SquareConnection } from '../calls.ts'
import { allOptions, findItem, isAt, upsert } from './catalog.ts'
import { priceAt } from './map.ts'
import { itemIdOf, urlOf } from './publish.ts'
import { readStock } from '../stock.ts'
import { itemAsSent } from './whole.ts'
import { Category, Image, Item, ObjectPage, ofType, type Option, type Variation } from '../wire.ts'

const itemsPerPage = 100

/** Archives: the item leaves the tills and lists of the seller and keeps its id, so listing again shows the same one. */
export const end = (c: SquareConnection, batch: ExternalListing[]): Promise<Outcome[]> =>
  each(batch, 1, async (listing) => {
    const id = itemIdOf(listing)
    const item = id ? await findItem(c, id) : null
    if (item && item.item.item_data.is_archived !== true)
      await upsert(c, [itemAsSent(item.item, { is_archived: true })])
    return done
  })

/** Every item, archived ones too. One without a SKU is among them: whoever reads it says so. */
export async function pull(c: SquareConnection, cursor?: string): Promise<Page<ChannelProduct>> {
  const page = await ask(c, ObjectPage, {
    method: 'POST',
    path: 'catalog/search',
    json: {
      object_types: ['ITEM'],
      include_related_objects: true,
      limit: itemsPerPage,
      ...(cursor && { cursor }),
    },
  })
  const items = ofType(Item, page.objects)
  const hasOptions = items.some(({ item_data: { item_options: options } }) => (options ?? []).length > 0)
  const known: Known = {
    options: hasOptions ? await allOptions(c) : [],
    images: new Map(ofType(Image, page.related_objects).map(({ id, image_data: { url } }) => [id, url ?? ''])),
    categories: new Map(
      ofType(Category, page.related_objects).map(({ id, category_data: { name } }) => [id, name ?? '']),
    ),
  }
  const products = items.map((item) => toProduct(c, item, known))
  return { items: await counted(c, products), next: page.cursor }
}

interface Known {
  options: Option[]
  /** Id → address. */
  images: Map<string, string>
  /** Id → name. */
  categories: Map<string, string>
}

function stateOf(item: Item, location: string): ListingState {
  if (item.item_data.is_archived === true) return 'ended'
  return location === '' || isAt(item, location) ? 'live' : 'hidden'
}

function toProduct(c: SquareConnection, item: Item, known: Known): ChannelProduct {
  const { item_data: data } = item
  const location = c.settings.locationId
  const category = data.categories?.[0]?.id ?? ''
  const image = (id: string) => known.images.get(id) ?? ''
  const [first] = data.variations
  return {
    externalId: item.id,
    url: urlOf(c, item.id),
    state: stateOf(item, location),
    updatedAt: item.updated_at ? new Date(item.updated_at) : null,
    title: data.name ?? '',
    description: data.description_html ?? '',
    images: (data.image_ids ?? []).map(image).filter(Boolean),
    category: { id: category, name: known.categories.get(category) ?? '' },
    brand: '',
    condition: '',
    tags: [],
    attributes: [],
    sizeAndWeight: null,
    currency: (first && priceAt(first, location)?.currency) ?? c.currency,
    variants: data.variations.map((variation): ChannelVariant => {
      const { sku, upc, image_ids: images } = variation.item_variation_data
      return {
        sku: sku ?? '',
        options: optionsOf(item, variation, known.options),
        price: priceAt(variation, location)?.amount ?? 0,
        quantity: isCounted(variation, location) ? 0 : null,
        barcode: upc ?? '',
        image: image(images?.[0] ?? ''),
        part: { variationId: variation.id, itemId: item.id },
      }
    }),
    data: location ? { locationId: location } : {},
  }
}

function isCounted({ item_variation_data: data }: Variation, location: string): boolean {
  const own = (data.location_overrides ?? []).find((override) => override.location_id === location)
  return (own?.track_inventory ?? data.track_inventory) === true
}

/** By the item's options; variations that are only named have one, of which the name is the value. */
function optionsOf(item: Item, { item_variation_data: data }: Variation, options: Option[]): Record<string, string> {
  const values = (data.item_option_values ?? []).flatMap(({ item_option_id, item_option_value_id }) => {
    const option = options.find(({ id }) => id === item_option_id)?.item_option_data
    const value = option?.values?.find(({ id }) => id === item_option_value_id)?.item_option_value_data.name
    return option?.name && value ? [[option.name, value] as const] : []
  })
  if (values.length > 0) return Object.fromEntries(values)
  return item.item_data.variations.length > 1 ? { Variation: data.name ?? '' } : {}
}

/** The numbers at the chosen location. */
async function counted(c: SquareConnection, products: ChannelProduct[]): Promise<ChannelProduct[]> {
  const { locationId } = c.settings
  if (!locationId) return products
  const places = products.flatMap(({ externalId, url, variants }) =>
    variants
      .filter(({ quantity }) => quantity !== null)
      .map((variant) => ({
        variant,
        // By its id: a SKU need not be there, nor be the only one.
        place: { sku: 'it', locationId, listing: { externalId, url, parts: { it: variant.part } } },
      })),
  )
  const shown = await readStock(
    c,
    places.map(({ place }) => place),
  )
  const there = new Map(
    places.flatMap(({ variant }, i) => {
      const outcome = shown[i]
      return outcome?.ok ? [[variant, outcome.value.quantity] as const] : []
    }),
  )
  return products.map((product) => ({
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, quantity: there.get(variant) ?? variant.quantity })),
  }))
}
