import type { ExternalListing } from '../../channel.ts'
import { allPages } from '../../kit/paging.ts'
import { type EtsyConnection, get, ofShop } from '../calls.ts'
import { partsOf } from './inventory.ts'
import { descriptionOf, type EtsyListing, minorOf } from './map.ts'
import { type EtsyState, Listing, listOf } from '../wire.ts'

export const perPage = 100

/** One page of a shop's listings of one state. Oldest first: what is made meanwhile comes at the end. */
export async function pageOf(c: EtsyConnection, state: EtsyState, offset: number, includes: string) {
  const query = { state, limit: String(perPage), offset: String(offset), sort_order: 'asc', includes }
  const { count, results } = await get(c, listOf(Listing), ofShop(c, '/listings'), query)
  const end = offset + results.length
  return { items: results, next: results.length > 0 && end < count ? end : undefined }
}

export const allOf = (c: EtsyConnection, state: EtsyState): Promise<Listing[]> =>
  allPages(async (cursor = '0') => {
    const { items, next } = await pageOf(c, state, Number(cursor), 'Inventory')
    return { items, next: next === undefined ? undefined : String(next) }
  })

/** What the shop holds, as far as something new could meet it. */
export interface There {
  /** On sale, or coming back with its first piece: by SKU. */
  sold: Map<string, Listing>
  drafts: Listing[]
}

/** Etsy cannot be asked for a SKU, so all is read, once for a batch, before anything is made; and nothing where all of it is known. */
export async function thereOf(c: EtsyConnection, batch: readonly EtsyListing[]): Promise<There> {
  const isNew = batch.some(({ variants, external }) => variants.some(({ sku }) => !external?.parts[sku]))
  const sold = new Map<string, Listing>()
  if (!isNew) return { sold, drafts: [] }
  for (const state of ['inactive', 'sold_out', 'active'] as const)
    for (const listing of await allOf(c, state)) for (const sku of skusOf(listing)) sold.set(sku, listing)
  return { sold, drafts: await allOf(c, 'draft') }
}

const skusOf = ({ inventory }: Listing): string[] => (inventory?.products ?? []).flatMap(({ sku }) => sku || [])

const says = (there: Listing, listing: EtsyListing) =>
  there.title === listing.title && there.description === descriptionOf(listing)

/** What an earlier try of ours left, whose answer was lost: taking it for ours changes nothing there. */
export function isOurs(there: Listing, listing: EtsyListing): boolean {
  const products = there.inventory?.products ?? []
  return (
    says(there, listing) &&
    products.length === listing.variants.length &&
    listing.variants.every(({ sku, price }) =>
      products.some((product) => product.sku === sku && minorOf(product.offerings[0]?.price) === price),
    )
  )
}
/** A draft is begun before it has SKUs. */
export const isOurDraft = (draft: Listing, listing: EtsyListing): boolean =>
  says(draft, listing) && skusOf(draft).every((sku) => listing.variants.some((variant) => variant.sku === sku))

export const externalOf = (listing: Listing): ExternalListing => ({
  externalId: String(listing.listing_id),
  url: listing.url,
  data: { listing: String(listing.listing_id) },
  parts: partsOf(listing.inventory?.products ?? []),
})
