import type { EbayItemOffer, EbayItemOffers } from '#contract/channels/shapes/ebay.ts'
import { ChannelError } from '../../channel.ts'
import { each, ok } from '../../kit/batch.ts'
import { windowOf } from '../../kit/asked.ts'
import { type EbayConnection, get, inventory } from '../calls.ts'
import { InventoryItems, type Offer } from '../wire.ts'
import { offersOfSku } from '../sites/offers.ts'

/** Each item costs a call for its offer besides: more than a page of a table would take minutes of the day's calls. */
const mostItems = 50
const offersAtOnce = 5

const toOffer = ({ offerId, sku, status, pricingSummary, listing }: Offer): EbayItemOffer => {
  const price = pricingSummary?.price
  return {
    offerId,
    sku,
    status,
    pricingSummary: { price: price ? { value: price.value, currency: price.currency } : null },
    listing: { listingId: listing?.listingId ?? '' },
  }
}

/** IMP-185. Null where nobody offered it. */
export async function offer(c: EbayConnection, { sku = '' }: Record<string, string>): Promise<EbayItemOffer | null> {
  const [first] = (await offersOfSku(c, sku)).own
  return first ? toOffer(first) : null
}

/** IMP-184. eBay's own `offset` counts pages here, so items are asked for from a multiple of `limit` on. */
export async function inventoryItemOffers(c: EbayConnection, query: Record<string, string>): Promise<EbayItemOffers> {
  const { offset, limit } = windowOf(query, mostItems, 25)
  if (offset % limit !== 0) throw new ChannelError('invalid', `offset must be a multiple of limit, ${limit}.`)
  const page = { limit: String(limit), offset: String(offset / limit) }
  const { inventoryItems, total } = await get(c, InventoryItems, inventory('/inventory_item'), page)
  const items = inventoryItems.flatMap(({ sku, ...item }) => (sku === undefined ? [] : [{ ...item, sku }]))
  const offers = await each(items, offersAtOnce, async ({ sku }) => ok(await offer(c, { sku })))
  return {
    count: total ?? items.length,
    inventoryItemOffers: items.map(({ sku, product, availability }, i) => {
      const outcome = offers[i]
      // An offer that could not be read is not one that is missing.
      if (!outcome?.ok) throw outcome?.error ?? new RangeError('An answer for each item')
      const quantity = availability?.shipToLocationAvailability?.quantity ?? 0
      const inventoryItem = {
        sku,
        product: { title: product?.title ?? '' },
        availability: { shipToLocationAvailability: { quantity } },
      }
      return { inventoryItem, offer: outcome.value }
    }),
  }
}
