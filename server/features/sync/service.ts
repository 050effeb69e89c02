import type { Ctx } from '../../context.ts'
import * as known from './known.ts'

/** Tells the sender what was sold on a channel, in the transaction that takes the order in: its number there fell by as many. */
export async function soldThere(
  ctx: Ctx,
  integrationId: number,
  sold: readonly { sku: string; quantity: number }[],
): Promise<void> {
  if (sold.length > 0) await known.heard(ctx, integrationId, sold)
}
