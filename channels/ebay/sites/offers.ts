import { ebayMarketplaces } from '#contract/channels/ebay-marketplaces.ts'
import { ChannelError } from '../../channel.ts'
import { type EbayConnection, find, inventory } from '../calls.ts'
import { type Offer, Offers } from '../wire.ts'

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
  const isOwn = ({ marketplaceId }: Offer) => !marketplaceId || marketplaceId === c.settings.marketplaceId
  const { own = [], elsewhere = [] } = Object.groupBy(reply?.offers ?? [], (offer) =>
    isOwn(offer) ? 'own' : 'elsewhere',
  )
  return { own, elsewhere }
}

const siteName = (id: string) => (ebayMarketplaces as Readonly<Record<string, { name: string }>>)[id]?.name ?? id

/** @throws ChannelError `invalid` where the SKU is listed on another site, before anything of that listing is written over */
export function mustBeFree(sku: string, elsewhere: readonly Offer[]): void {
  const other = elsewhere.find(({ status }) => status === 'PUBLISHED')
  if (!other) return
  const sentence = `${sku} is listed on the eBay site ${siteName(other.marketplaceId ?? '')}, and eBay takes a SKU on one site only. To sell it here as well, create a bundle with a SKU of its own that contains 1 × ${sku}: it has its own texts and shares the stock.`
  throw new ChannelError('invalid', sentence, { fields: { sku: sentence } })
}
