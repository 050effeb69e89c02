import { type Component, roomOf } from '#domain/stock/family.ts'
import { ceilingOf } from '#domain/stock/spot.ts'
import { channelOf } from '#channels/registry.ts'
import type { Ctx } from '../../../context.ts'
import { owe } from '../../outbox/service.ts'
import { type Shared, sharedBy, sharingProducts } from '../../stock/bundles.ts'
import { type Holder, chosenFor, holdersOf, sells } from '../sharing/sharing.ts'

/*
 * SKUs that share pieces through bundles. What stands on channels of one counts for the others; whoever decides what one may show holds the levels of
 * all, as the ledger locks them together.
 */

export interface Families {
  /** What stands on all channels of the SKUs asked for, and of those that share pieces with them. */
  holders: Holder[]
  /** How many of a SKU its channels may have together, as the holders stand now. @param available its own, where it shares with nobody */
  room(sku: string, available: number): number
}

/** @param skus whose levels are held */
export async function familiesOf(ctx: Ctx, skus: readonly string[]): Promise<Families> {
  const shared = await sharedBy(ctx, skus)
  const all = [...new Set([...skus, ...shared.flatMap(({ takers }) => takers.map(({ sku }) => sku))])]
  const holders = await holdersOf(ctx, all)
  const chosen = await chosenFor(ctx, [
    ...new Set(shared.flatMap(({ takers }) => takers.map(({ productId }) => productId))),
  ])
  const of = Map.groupBy(shared, ({ sku }) => sku)
  return {
    holders,
    room(sku, available) {
      const own = of.get(sku)
      return own
        ? roomOf(
            sku,
            own.map((holder) => componentOf(holder, holders, chosen)),
          )
        : available
    },
  }
}

function componentOf(
  { available, takers }: Shared,
  holders: readonly Holder[],
  chosen: ReadonlyMap<number, unknown>,
): Component {
  return {
    available,
    isDivided: takers.some(({ productId }) => chosen.has(productId)),
    takers: takers.map(({ sku, pieces }) => {
      const own = holders.filter((holder) => holder.sku === sku && sells(holder))
      const sum = (amount: (holder: Holder) => number) => own.reduce((all, holder) => all + amount(holder), 0)
      return {
        sku,
        pieces,
        ceiling: sum((holder) => ceilingOf(holder, channelOf(holder.channel).stock.mode)),
        unseen: sum(({ unseen }) => unseen),
        demand: sum(({ sold }) => sold),
        isShown: own.some(({ takesPart }) => takesPart),
      }
    }),
  }
}

/** What stands on channels of these products has changed: it counts for those that share pieces with them. */
export async function oweFamilies(ctx: Ctx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  const others = new Set((await sharingProducts(ctx, productIds)).map(({ withId }) => withId))
  await owe(
    ctx,
    [...others].filter((id) => !productIds.includes(id)),
    'quantity',
  )
}
