import { ChannelError, type ExternalListing, isGone, type Outcome, type Shown } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import type { Pricing } from '#contract/channels/pricing.ts'
import { type Step, nextLook, nextStep } from '#domain/listings/pricing/pricing.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import * as pricing from '../../pricing/service.ts'
import * as queries from '../queries.ts'
import { type PreparedListing, prepare } from '../content/source.ts'

/** What happens to a listing next, as it stands there. */
export function stepOf({ row, pricing: priced }: PreparedListing, paced: pricing.Paced): Step | null {
  const by = priced && asItStands(row, priced.by)
  return by && row.externalId !== '' && row.status !== 'unlisted' ? nextStep(by, paced) : null
}

/**
 * Null where an auction is wanted and none stands there, or the other way round: what comes next is worked out once that is sent. One that
 * runs lasts as long as it was listed for, whatever was saved since.
 */
function asItStands({ channel, external }: ListingRow, by: Pricing): Pricing | null {
  const auctionLength = (external && channelOf(channel).listings.auctionDays?.(external)) ?? 0
  return auctionLength > 0 === by.listAuction ? { ...by, auctionLength } : null
}

/**
 * Looks whether what is to be listed anew soon is still on sale there. What is not was ended by somebody, whose word counts: it is left, and
 * read back, so that it is told. Where the channel does not answer nothing is noted, and it is asked again.
 */
export async function lookAtDue(ctx: Ctx, limit: number): Promise<void> {
  const now = ctx.services.clock.now()
  const paces = new Map((await pricing.due(ctx, limit)).map((pace) => [pace.listingId, pace]))
  if (paces.size === 0) return
  const due = (await prepare(ctx, await queries.listingsByIds(ctx, [...paces.keys()]))).filter((listing) => {
    const paced = paces.get(listing.row.id)
    const step = paced && !paced.relisting && listing.row.pending !== 'end' && stepOf(listing, paced)
    const look = step && nextLook(step, paced.seenAt, now)
    return look && look <= now && !(step.act === 'again' && step.at <= now)
  })
  for (const [integrationId, some] of Map.groupBy(due, ({ row }) => row.integrationId)) {
    const standings = await standing(ctx, integrationId, some)
    const live = standings.flatMap(({ listing, isLive }) => (isLive ? [listing.row.id] : []))
    if (live.length > 0) await pricing.seen(ctx, live)
    for (const { listing, isLive } of standings) if (!isLive) await letBe(ctx, listing)
  }
}

/** Its schedule leaves a listing alone that its channel does not show any more; reading back tells the seller. */
export async function letBe(ctx: Ctx, { row }: PreparedListing): Promise<void> {
  await pricing.wait(ctx, row.id, null)
  const job = { organizationId: ctx.organizationId, integrationId: row.integrationId }
  await enqueue(ctx, 'sync.reconcile', job, { key: `${job.organizationId}:${job.integrationId}` })
}

/** Whether listings are on sale there, as far as the channel says so. */
async function standing(ctx: Ctx, integrationId: number, listings: readonly PreparedListing[]) {
  const places = listings.flatMap((listing) =>
    placesOf(listing, listing.row.external).map((place) => ({ ...place, listing, there: place.listing })),
  )
  const requests = places.map(({ sku, there, locationId }) => ({ sku, listing: there, locationId }))
  const shown = await withConnection(
    ctx.services,
    { organizationId: ctx.organizationId, integrationId },
    ({ channel, connection }) => channel.stock.read(connection, requests, { state: true }),
  ).catch((error: unknown): Outcome<Shown>[] => {
    if (error instanceof ChannelError) return []
    throw error
  })
  return listings.flatMap((listing) => {
    const own = shown.filter((_, i) => places[i]?.listing === listing)
    const isLive = own.some((outcome) => outcome.ok && outcome.value.live !== false)
    const isOff =
      own.length > 0 && own.every((outcome) => (outcome.ok ? outcome.value.live === false : isGone(outcome.error)))
    return isLive || isOff ? [{ listing, isLive }] : []
  })
}

const placesOf = ({ row, locationId }: PreparedListing, there: ExternalListing | null) =>
  Object.keys(there?.parts ?? {}).flatMap((sku) =>
    there ? [{ sku, listing: there, locationId: row.locationId || locationId }] : [],
  )
