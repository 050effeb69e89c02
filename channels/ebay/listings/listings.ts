import { ChannelError, isOfAccount, type ExternalListing, type Outcome } from '../../channel.ts'
import { done, each } from '../../kit/batch.ts'
import { type EbayConnection, find, inventory, offerPath, send } from '../calls.ts'
import { isLive, Offer } from '../wire.ts'
import { marketplaceOf } from './marketplaces.ts'

export const end = (c: EbayConnection, batch: ExternalListing[]) => each(batch, 3, (listing) => endOne(c, listing))

/** Withdraws the offers and keeps them: publishing again finds them and gets a new listing id. */
async function endOne(c: EbayConnection, { parts }: ExternalListing): Promise<Outcome> {
  const offerIds = Object.values(parts).flatMap(({ offerId }) => offerId ?? [])
  const group = Object.values(parts).find((part) => part.group)?.group
  const call = group
    ? {
        path: inventory('/offer/withdraw_by_inventory_item_group'),
        json: { inventoryItemGroupKey: group, marketplaceId: marketplaceOf(c.settings.marketplaceId).id },
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
  for (const offerId of offerIds) {
    const offer = await find(c, Offer, offerPath(offerId))
    if (offer && isLive(offer)) return true
  }
  return false
}
