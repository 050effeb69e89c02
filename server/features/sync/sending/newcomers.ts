import type { Outcome } from '#channels/channel.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { PreparedListing } from '../../listings/content/source.ts'
import { oweOthers } from '../../outbox/service.ts'
import { holdSkus } from '../../stock/service.ts'
import { familiesOf, oweFamilies } from './families.ts'
import * as known from './known.ts'
import { mayShow, sharingOf } from '../sharing/sharing.ts'

export interface NewNumber extends known.Spot {
  quantity: number
}

/** What listings come with where pieces are divided: counted against all others before the channel is told. Of others nothing changes. */
export async function allot(
  ctx: Ctx,
  integrationId: number,
  prepared: readonly PreparedListing[],
  newNumbers: (listing: PreparedListing) => NewNumber[],
): Promise<PreparedListing[]> {
  const sharing = await sharingOf(
    ctx,
    prepared.map(({ row }) => row.productId),
  )
  const spots = prepared.flatMap((listing) => {
    const own = sharing.get(listing.row.productId)
    return own ? newNumbers(listing).map((number) => ({ ...number, sharing: own })) : []
  })
  if (spots.length === 0) return [...prepared]
  const skus = spots.map(({ sku }) => sku)
  const granted = await inTransaction(ctx, async (ctx) => {
    const levels = await holdSkus(ctx, skus)
    // Others may have to give; levels, then listings, then their numbers, as an order's transaction locks them.
    await oweOthers(
      ctx,
      [...sharing.keys()],
      prepared.map(({ row }) => row.id),
    )
    await oweFamilies(ctx, [...sharing.keys()])
    await known.prepareNew(ctx, integrationId, spots)
    const families = await familiesOf(ctx, skus)
    const shares = spots.map((spot) => {
      const own = families.holders.find((holder) => known.spotKey(holder) === known.spotKey(spot))
      if (!own) return { ...spot, trying: 0 }
      const available = families.room(spot.sku, levels.find(({ sku }) => sku === spot.sku)?.available ?? 0)
      // One that was sent before without an answer is sent again as it was.
      own.trying ??= mayShow(
        spot.sharing,
        available,
        families.holders.filter(({ sku }) => sku === spot.sku),
        own,
      )
      return { ...spot, trying: own.trying }
    })
    await known.tryNew(ctx, shares)
    return shares
  })
  const quantities = new Map(granted.map((spot) => [known.spotKey(spot), spot.trying]))
  return prepared.map((listing) => {
    const own = new Map(newNumbers(listing).map((number) => [number.sku, quantities.get(known.spotKey(number))]))
    const variants = listing.ready.variants.map((variant) => ({
      ...variant,
      quantity: own.get(variant.sku) ?? variant.quantity,
    }))
    return { ...listing, ready: { ...listing.ready, variants } }
  })
}

/** What did not get there is nobody's: others may have it. */
export async function takeBack(
  ctx: Ctx,
  refused: readonly { numbers: NewNumber[]; outcome: Outcome<unknown> }[],
): Promise<void> {
  const spots = refused.flatMap(({ numbers, outcome }) =>
    outcome.ok || outcome.made || outcome.error.maybeDone || outcome.error.kind === 'unavailable' ? [] : numbers,
  )
  if (spots.length > 0)
    await known.tryNew(
      ctx,
      spots.map((spot) => ({ ...spot, trying: null })),
    )
}
