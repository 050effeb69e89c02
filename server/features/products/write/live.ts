import { channelNames } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import * as queries from '../queries.ts'

/**
 * Of products that are live, or of which a channel is being told right now, the name of a channel. Their listings are held, so that none becomes
 * live meanwhile; levels are held before listings, as orders do.
 */
export async function liveNow(ctx: Ctx, productIds: readonly number[]): Promise<Map<number, string>> {
  const now = ctx.services.clock.now()
  const live = (await queries.lockListings(ctx, productIds)).filter(
    (l) => (l.externalId !== '' && l.status !== 'unlisted') || (l.claimedUntil && l.claimedUntil > now),
  )
  return new Map(live.toReversed().map((l) => [l.productId, channelNames[l.channel]]))
}
