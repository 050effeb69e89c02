import { objectOf, textOf, textsOf } from '../../kit/json.ts'
import type { SandboxItem } from '../../kit/simulator.ts'
import { currencyOf, isLeaf } from '../listings/catalog.ts'
import { amount, type Item, type Offer } from '../shapes.ts'
import { newId, type Shop } from '../state.ts'

/** Sold by hand or by another tool: item, offer and listing stand there as if the Inventory API had made them. */
export const addForeignItem = (shop: Shop, item: SandboxItem): void =>
  item['madeIn'] === 'Seller Hub' ? addByHand(shop, item) : void addItem(shop, item)

/** The API knows nothing of it before it is migrated. */
function addByHand(shop: Shop, item: SandboxItem): void {
  const listingId = newId(shop, 'listing')
  shop.put('handmade', listingId, { listingId, item, auction: item['format'] === 'AUCTION' })
}

/** @param listingId its number, where it has one already */
export function addItem(shop: Shop, sandboxItem: SandboxItem, listingId?: string): Offer {
  const images = [
    ...textsOf(sandboxItem['images']),
    ...textsOf(sandboxItem['imageUrls']),
    textOf(sandboxItem['image']),
  ].filter((url) => url !== '')
  const aspects = Object.fromEntries(
    Object.entries(objectOf(sandboxItem['aspects'])).map(([name, value]) => [
      name,
      Array.isArray(value) ? textsOf(value) : [String(value)],
    ]),
  )
  const item: Item = {
    sku: sandboxItem.sku,
    locale: textOf(sandboxItem['locale']) || 'en_US',
    condition: textOf(sandboxItem['condition']) || 'NEW',
    availability: { shipToLocationAvailability: { quantity: sandboxItem.quantity } },
    product: {
      title: sandboxItem.title.slice(0, 80),
      description: textOf(sandboxItem['description']) || sandboxItem.title,
      aspects: { Brand: [textOf(sandboxItem['brand']) || 'Unbranded'], ...aspects },
      imageUrls:
        images.length > 0 ? images : [`${shop.context.baseUrl}/pictures/${encodeURIComponent(sandboxItem.sku)}.svg`],
    },
  }
  shop.put('item', sandboxItem.sku, item)
  const before = shop.offersOf(sandboxItem.sku)[0]
  const marketplaceId = before?.marketplaceId ?? (textOf(sandboxItem['marketplaceId']) || 'EBAY_US')
  const categoryId = textOf(sandboxItem['categoryId'])
  const policyOf = (kind: string) => shop.list('policy').find((policy) => policy.kind === kind)?.id
  const offer: Offer = {
    ...(before ?? {
      offerId: newId(shop, 'offer'),
      sku: sandboxItem.sku,
      marketplaceId,
      format: 'FIXED_PRICE',
      listingDuration: 'GTC',
      listingDescription: item.product.description,
      hideBuyerDetails: false,
      includeCatalogProductDetails: false,
      merchantLocationKey: shop.list('location')[0]?.merchantLocationKey ?? '',
      soldQuantity: 0,
      listingPolicies: {
        fulfillmentPolicyId: policyOf('fulfillment'),
        paymentPolicyId: policyOf('payment'),
        returnPolicyId: policyOf('return'),
      },
    }),
    categoryId: isLeaf(categoryId) ? categoryId : (before?.categoryId ?? '10034'),
    availableQuantity: sandboxItem.quantity,
    pricingSummary: { price: amount(sandboxItem.price, currencyOf(marketplaceId)) },
    status: 'PUBLISHED',
    byHand: undefined,
    listingId: listingId ?? before?.listingId ?? newId(shop, 'listing'),
  }
  shop.put('offer', offer.offerId, offer)
  return offer
}
