import { ChannelError } from '../../channel.ts'
import { type EbayConnection, find, inventory } from '../calls.ts'
import { localeOf, marketplaceOf } from '../listings/marketplaces.ts'
import { type InventoryItem, type Offer, Offers } from '../wire.ts'

/**
 * The offers of a SKU: those of the account's site, and others. "The same SKU value can not be offered across multiple eBay marketplaces", so eBay says
 * itself that asking for those of one site has no use. @see getOffers, Inventory API 1.18.5, read 2026-11-29
 */
export async function offersOfSku(
  c: EbayConnection,
  sku: string,
  format?: 'AUCTION' | 'FIXED_PRICE',
): Promise<{ own: Offer[]; elsewhere: Offer[] }> {
  const reply = await find(c, Offers, inventory('/offer'), { sku, ...(format && { format }) })
  const { id } = marketplaceOf(c.settings.marketplaceId)
  const isOwn = ({ marketplaceId }: Offer) => !marketplaceId || marketplaceId === id
  const { own = [], elsewhere = [] } = Object.groupBy(reply?.offers ?? [], (offer) =>
    isOwn(offer) ? 'own' : 'elsewhere',
  )
  return { own, elsewhere }
}

/**
 * The site of the same marketplace that an item is written for, where it is in the country's other language: an offer names the marketplace alone, the
 * item its language. @see LocaleEnum, Inventory API 1.18.5, read 2026-11-29
 */
export const otherLanguage = (c: EbayConnection, item: Pick<InventoryItem, 'locale'> | null | undefined) =>
  marketplaceOf(c.settings.marketplaceId).siblings.find(({ language }) => localeOf(language) === item?.locale)

const listedElsewhere = (sku: string, site: string) => {
  const sentence = `${sku} is listed on the eBay site ${site}, and eBay takes a SKU on one site only. To sell it here as well, create a bundle with a SKU of its own that contains 1 × ${sku}: it has its own texts and shares the stock.`
  return new ChannelError('invalid', sentence, { fields: { sku: sentence } })
}

/** @throws ChannelError `invalid` where the SKU is listed on another site, before anything of that listing is written over */
export function mustBeFree(sku: string, elsewhere: readonly Offer[]): void {
  const other = elsewhere.find(({ status }) => status === 'PUBLISHED')
  if (other) throw listedElsewhere(sku, marketplaceOf(other.marketplaceId ?? '').name)
}

/** @throws ChannelError `invalid` where the item of a published offer is in the country's other language */
export function mustBeInLanguage(c: EbayConnection, sku: string, item: InventoryItem | null): void {
  const other = otherLanguage(c, item)
  if (other) throw listedElsewhere(sku, other.name)
}
