import {
  ChannelError,
  isOfAccount,
  type ChannelListing,
  type ExternalListing,
  type Outcome,
  type Page,
} from '../channel.ts'
import { done, each } from '../kit/batch.ts'
import { toMinor } from '../kit/money.ts'
import { type EbayConnection, find, get, inventory, offerPath, send } from './calls.ts'
import { type InventoryItem, InventoryItems, Offer, Offers } from './wire.ts'

export const end = (c: EbayConnection, batch: ExternalListing[]) => each(batch, 3, (listing) => endOne(c, listing))

/** Withdraws the offers and keeps them: publishing again finds them and gets a new listing id. */
async function endOne(c: EbayConnection, { parts }: ExternalListing): Promise<Outcome> {
  const offerIds = Object.values(parts).flatMap(({ offerId }) => offerId ?? [])
  const group = Object.values(parts).find((part) => part.group)?.group
  const call = group
    ? {
        path: inventory('/offer/withdraw_by_inventory_item_group'),
        json: { inventoryItemGroupKey: group, marketplaceId: c.settings.marketplaceId },
      }
    : { path: `${offerPath(offerIds[0] ?? '')}/withdraw` }
  try {
    await send(c, { method: 'POST', ...call })
  } catch (error) {
    if (!(error instanceof ChannelError) || isOfAccount(error) || error.kind === 'unavailable') throw error
    if (await anyLive(c, offerIds)) throw error
  }
  return done
}

async function anyLive(c: EbayConnection, offerIds: string[]): Promise<boolean> {
  for (const offerId of offerIds) if ((await find(c, Offer, offerPath(offerId)))?.status === 'PUBLISHED') return true
  return false
}

const itemsPerPage = 50

/** Everything the Inventory API knows of, one entry per SKU. Listings made in Seller Hub are not among them. */
export async function pull(c: EbayConnection, cursor = '0'): Promise<Page<ChannelListing>> {
  // here, unlike for orders, eBay's `offset` counts pages
  const page = Number(cursor)
  const answer = await get(c, InventoryItems, inventory('/inventory_item'), {
    limit: String(itemsPerPage),
    offset: String(page),
  })
  const offers = await each(answer.inventoryItems, 5, async (item) => {
    const found = await find(c, Offers, inventory('/offer'), {
      sku: item.sku ?? '',
      marketplace_id: c.settings.marketplaceId,
    })
    return { ok: true as const, value: found?.offers[0] ?? null }
  })
  const items = answer.inventoryItems.flatMap((item, i) => {
    const offer = offers[i]
    if (offer && !offer.ok) throw offer.error
    return item.sku ? [toListing(c, item.sku, item, offer?.value ?? null)] : []
  })
  return { items, next: answer.next ? String(page + 1) : undefined }
}

function toListing(c: EbayConnection, sku: string, item: InventoryItem, offer: Offer | null): ChannelListing {
  const listingId = offer?.listing?.listingId ?? ''
  const group = item.inventoryItemGroupKeys?.[0]
  const price = offer?.pricingSummary?.price
  return {
    externalId: listingId,
    sku,
    title: item.product?.title ?? sku,
    price: toMinor(price?.value),
    currency: price?.currency ?? '',
    quantity: offer?.availableQuantity ?? item.availability?.shipToLocationAvailability?.quantity ?? 0,
    status: offer?.status === 'PUBLISHED' ? 'live' : listingId ? 'ended' : 'draft',
    url: listingId ? `${c.origins.web}/itm/${listingId}` : '',
    parts: { ...(offer && { offerId: offer.offerId }), ...(group && { group }) },
  }
}
