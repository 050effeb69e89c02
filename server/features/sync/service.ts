import type { Ctx } from '../../context.ts'
import { owe } from '../outbox/service.ts'
import { levelsBySku } from '../stock/service.ts'
import * as known from './sending/known.ts'

export { countedAsDrift } from './drift/returned.ts'

/** Has the channels' numbers of these SKUs told anew. Before anything else is told of them: listings are locked before their numbers. */
export async function oweFor(ctx: Ctx, pieces: readonly known.Pieces[]): Promise<void> {
  if (pieces.length === 0) return
  const levels = await levelsBySku(
    ctx,
    pieces.map(({ sku }) => sku),
  )
  await owe(ctx, [...new Set(levels.map(({ productId }) => productId))], 'quantity')
}

/** Tells the sender what was sold on a channel, in the transaction that takes the order in: its number there fell by as many. */
export async function soldThere(
  ctx: Ctx,
  integrationId: number,
  sold: readonly { sku: string; quantity: number }[],
): Promise<void> {
  if (sold.length > 0) await known.heard(ctx, integrationId, sold)
}

/** Tells the sender which pieces of orders came back, in the transaction that gives them back: the channel may show them again by itself. */
export async function backThere(ctx: Ctx, integrationId: number, pieces: readonly known.Pieces[]): Promise<void> {
  if (pieces.length > 0) await known.back(ctx, integrationId, pieces)
}
