import { inventoryError, refuse } from '../api/errors.ts'
import type { Shop } from '../state.ts'

/** "Each listing can be revised up to 250 times in one calendar day." */
const mostPerDay = 250

/** Counts one more change of the live listings of a SKU. @throws EbayError 400 `errorId` once one of them had as many as a day allows */
export function countRevision(shop: Shop, sku: string, errorId: 25002 | 25019 = 25019): void {
  const day = shop.now().slice(0, 10)
  const listings = new Set(shop.offersOf(sku).flatMap(({ listingId }) => listingId ?? []))
  for (const listingId of listings) {
    const before = shop.get('revision', listingId)
    const count = before?.day === day ? before.count : 0
    if (count >= mostPerDay) {
      const sentence = `The listing ${listingId} was revised ${mostPerDay} times today. It can be revised again tomorrow.`
      throw refuse(
        400,
        inventoryError(
          errorId,
          errorId === 25019 ? `Cannot revise the listing. ${sentence}` : `A user error has occurred. ${sentence}`,
        ),
      )
    }
    shop.put('revision', listingId, { day, count: count + 1 })
  }
}
