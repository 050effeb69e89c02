import { SizeAndWeight } from '#contract/shapes.ts'
import { type ExternalListing, isGone, type Outcome, type Page, ChannelError } from '../../channel.ts'
import { done, each } from '../../kit/batch.ts'
import { htmlOf } from '../../kit/text.ts'
import type { ChannelProduct, ListingState } from '../../product.ts'
import { type EtsyConnection, find, ofShop, send } from '../calls.ts'
import { partOf } from './inventory.ts'
import { categoryNames } from './category-names.ts'
import { minorOf } from './map.ts'
import { pageOf } from './there.ts'
import { type EtsyState, Listing, type Product, states } from '../wire.ts'

/** Takes it off sale and keeps it: within its four months it comes back for nothing. */
export const end = (c: EtsyConnection, batch: ExternalListing[]): Promise<Outcome[]> =>
  each(batch, 3, async ({ externalId, data }) => {
    const id = data?.listing ?? externalId
    const there = await find(c, Listing, `/listings/${id}`)
    if (there?.state !== 'active' && there?.state !== 'sold_out') return done
    await send(c, { method: 'PATCH', path: ofShop(c, `/listings/${id}`), form: { state: 'inactive' } }).catch(
      (error: unknown) => {
        if (!(error instanceof ChannelError && isGone(error))) throw error
      },
    )
    return done
  })

/** Everything of the shop, one state after the other, as Etsy lists only one at a time. The cursor is `state:offset`. */
export async function pull(c: EtsyConnection, cursor = 'active:0'): Promise<Page<ChannelProduct>> {
  const [name = '', offset] = cursor.split(':')
  const state = states.find((candidate) => candidate === name) ?? 'active'
  const { items, next } = await pageOf(c, state, Number(offset), 'Images,Inventory')
  const names = items.length > 0 ? await categoryNames(c) : new Map<number, string>()
  const following = states[states.indexOf(state) + 1]
  return {
    items: items.map((listing) => toProduct(listing, names)),
    next: next === undefined ? following && `${following}:0` : `${state}:${next}`,
  }
}

const standing: Record<EtsyState, ListingState> = {
  active: 'live',
  inactive: 'hidden',
  sold_out: 'sold_out',
  draft: 'draft',
  expired: 'ended',
}

/** Properties of a category cost a call for each listing, so they are left out; what the list itself says is there. */
export function toProduct(listing: Listing, names: ReadonlyMap<number, string>): ChannelProduct {
  const { listing_id, images, inventory, materials, taxonomy_id: taxonomyId, state, price } = listing
  const attribute = (name: string, values: readonly string[]) =>
    values.length > 0 ? [{ name, values: [...values] }] : []
  const pictures = (images ?? []).toSorted((a, b) => a.rank - b.rank).map(({ url_fullxfull: url }) => url)
  return {
    externalId: String(listing_id),
    url: listing.url,
    state: standing[state],
    updatedAt: listing.updated_timestamp ? new Date(listing.updated_timestamp * 1000) : null,
    title: listing.title,
    description: htmlOf(listing.description),
    images: pictures,
    category: { id: taxonomyId ? String(taxonomyId) : '', name: names.get(taxonomyId ?? 0) ?? '' },
    brand: '',
    condition: '',
    tags: listing.tags,
    attributes: attribute('Materials', materials),
    sizeAndWeight: sizeOf(listing),
    currency: price?.currency_code ?? '',
    variants: (inventory?.products ?? []).map(toVariant),
    data: { listing: String(listing_id) },
  }
}

function toVariant(product: Product): ChannelProduct['variants'][number] {
  const [offering] = product.offerings
  return {
    sku: product.sku,
    options: Object.fromEntries(
      product.property_values.map(({ property_name, property_id, values }) => [
        property_name || String(property_id),
        values.join(', '),
      ]),
    ),
    price: minorOf(offering?.price),
    quantity: offering?.is_enabled ? offering.quantity : 0,
    barcode: '',
    image: '',
    part: partOf(product),
  }
}

/** Centimeters or inches of each of Etsy's units. */
const sides: Record<string, { unit: SizeAndWeight['sizeUnit']; times: number }> = {
  in: { unit: 'in', times: 1 },
  inches: { unit: 'in', times: 1 },
  ft: { unit: 'in', times: 12 },
  yd: { unit: 'in', times: 36 },
  mm: { unit: 'cm', times: 0.1 },
  cm: { unit: 'cm', times: 1 },
  m: { unit: 'cm', times: 100 },
}
const weights: readonly SizeAndWeight['weightUnit'][] = ['oz', 'lb', 'g', 'kg']

function sizeOf(listing: Listing): SizeAndWeight | null {
  const weightUnit = weights.find((unit) => unit === listing.item_weight_unit)
  const side = sides[listing.item_dimensions_unit ?? '']
  const { item_weight: weight, item_length: length, item_width: width, item_height: height } = listing
  const long = (value: number | null | undefined) =>
    value && side ? Math.round(value * side.times * 1000) / 1000 : null
  const hasWeight = weightUnit && weight
  const hasSides = side && (length || width || height)
  if (!hasWeight && !hasSides) return null
  return SizeAndWeight.parse({
    ...(hasWeight && { weightUnit, weight }),
    ...(hasSides && { sizeUnit: side.unit, length: long(length), width: long(width), height: long(height) }),
  })
}
