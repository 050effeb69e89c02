import { textOf } from '../../kit/json.ts'
import { type Handler, route } from '../api/call.ts'
import { inventoryError, refuse } from '../api/errors.ts'
import { addItem } from '../by-hand/foreign-items.ts'
import { answer, element } from './bulk.ts'
import { requestsIn } from './items.ts'
import type { Shop } from '../state.ts'

const mostListings = 5

const cannot = (why: string) => refuse(400, inventoryError(25718, `Cannot migrate listing. ${why}`))

/** A listing of Seller Hub becomes an item and an offer with the same number. */
function migrate(shop: Shop, listingId: string): object[] {
  const handmade = shop.get('handmade', listingId)
  if (!handmade) throw cannot(`Listing ${listingId} is not an active listing of this seller, or was migrated before.`)
  const { sku } = handmade.item
  if (handmade.auction) throw cannot('The listing type is not fixed price.')
  if (!sku) throw cannot('The listing has no SKU.')
  if (shop.offersOf(sku).some(({ status }) => status === 'PUBLISHED'))
    throw cannot(`The SKU ${sku} is in another listing.`)
  return shop.together(() => {
    const { offerId } = addItem(shop, handmade.item, listingId)
    shop.delete('handmade', listingId)
    return [{ sku, offerId }]
  })
}

const migrateListings: Handler = (call) => {
  const ids = requestsIn(call).map((entry) => textOf(entry['listingId']))
  if (ids.length === 0 || ids.length > mostListings)
    throw refuse(400, inventoryError(25718, 'Cannot migrate listing. One to five listings may be given.'))
  return answer(
    ids.map((listingId) =>
      element({ listingId, marketplaceId: 'EBAY_US', inventoryItems: [] }, () => ({
        statusCode: 200,
        inventoryItems: migrate(call.shop, listingId),
        errors: [],
        warnings: [],
      })),
    ),
  )
}

export const migrateRoutes = [
  route('sell.inventory', 'POST', '/sell/inventory/v1/bulk_migrate_listing', migrateListings),
]
