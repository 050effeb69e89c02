import { channelOf } from '#channels/registry.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { type Act, type Pace, nextLook, ranToItsEnd } from '#domain/listings/pricing/pricing.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { audit } from '../../audit.ts'
import { close, open, record } from '../../changes/service.ts'
import * as pricing from '../../pricing/service.ts'
import { change } from './pricing.ts'
import { letBe, lookAtDue, stepOf } from './looks.ts'
import * as queries from '../queries.ts'
import { request } from '../requests.ts'
import { type PreparedListing, prepare } from '../content/source.ts'

/** Listings dealt with in one transaction. */
const CHUNK = 50
/** A channel that does not say how a listing stands there is asked again after so long. */
const LOOK_AGAIN_MS = 60_000
/** An auction is over for us a while after it is over there: ours may not end one that still runs. */
const AFTER_AUCTION_MS = 10 * 60_000
const SOON_MS = 10_000
const HOUR_MS = 3_600_000

/** Does what is due of prices: whose time it is to fall, and what is to be listed anew. Each chunk that changes prices is one entry of the history. */
export async function priceJob(services: Services, { organizationId }: Jobs['listings.price']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  let more = true
  while (more && !services.stopping.aborted) {
    await lookAtDue(ctx, CHUNK)
    more = await inTransaction(ctx, priceSome)
  }
  announce(ctx, ['listings', 'products', 'changes'])
}

/** @returns whether there may be more */
async function priceSome(ctx: Ctx): Promise<boolean> {
  const due = await pricing.takeDue(ctx, CHUNK)
  if (due.length === 0) return false
  const ids = due.map(({ listingId }) => listingId)
  const prepared = new Map(
    (await prepare(ctx, await queries.listingsByIds(ctx, ids))).map((listing) => [listing.row.id, listing]),
  )
  const reduced: { listing: PreparedListing; before: pricing.Paced; after: Pace }[] = []
  for (const paced of due) {
    const listing = prepared.get(paced.listingId)
    const after = listing && (await priceOne(ctx, listing, paced))
    if (!listing) await pricing.wait(ctx, paced.listingId, null)
    else if (after) reduced.push({ listing, before: paced, after })
  }
  await keepHistory(ctx, reduced)
  return due.length === CHUNK
}

/** @returns how far it is now, where its price fell */
async function priceOne(ctx: Ctx, listing: PreparedListing, paced: pricing.Paced): Promise<Pace | undefined> {
  const { row } = listing
  if (paced.relisting) {
    await listAnew(ctx, listing)
    return undefined
  }
  // Who ends it has the last word: once that is done there is nothing to come.
  if (row.pending === 'end') return void (await pricing.wait(ctx, row.id, waited(ctx, row)))
  const step = stepOf(listing, paced)
  if (!step) return void (await pricing.wait(ctx, row.id, null))
  const now = ctx.services.clock.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const ends = step.act === 'again' || step.act === 'stop'
  const at = new Date(step.at.getTime() + (ends ? AFTER_AUCTION_MS : 0))
  const look = nextLook(step, paced.seenAt, now)
  const isOver = ends && now >= step.at
  if (!isOver && look && look < at)
    return void (await pricing.wait(ctx, row.id, look > now ? look : after(LOOK_AGAIN_MS)))
  if (at > now) return void (await pricing.wait(ctx, row.id, at))
  if (step.act === 'again' && !ranToItsEnd(step, paced.seenAt)) {
    await letBe(ctx, listing)
    return undefined
  }
  if (step.act === 'relist' && look) return void (await pricing.wait(ctx, row.id, after(LOOK_AGAIN_MS)))
  if (step.act === 'relist' && !canGoUp(listing)) return void (await pricing.wait(ctx, row.id, after(HOUR_MS)))
  const paceThen = await pricing.advance(ctx, paced, step.act)
  if (step.act === 'reduce') return paceThen
  await request(ctx, row, 'end')
  await note(ctx, listing, step.act)
}

/** Whether it could be listed anew, as far as that is known without asking: what could not keeps standing as it does. */
const canGoUp = ({ row, ready, resolved, problems, settings }: PreparedListing): boolean =>
  [
    problems,
    resolved.unresolved,
    channelOf(row.channel).check({ ...ready, external: null }, undefined, settings).errors,
  ].every((messages) => Object.keys(messages).length === 0)

/** Looked at again after as long as it has waited already: a channel that is not connected may keep many waiting for days. */
function waited(ctx: Ctx, { pendingSince }: ListingRow): Date {
  const now = ctx.services.clock.now().getTime()
  const since = now - (pendingSince?.getTime() ?? now)
  return new Date(now + Math.min(HOUR_MS, Math.max(SOON_MS, since)))
}

/** Once it has ended there, it is listed anew; what cannot be ended, such as an auction with bids, is left. */
async function listAnew(ctx: Ctx, { row, ready }: PreparedListing): Promise<void> {
  const now = ctx.services.clock.now().getTime()
  if (row.pending !== null) return void (await pricing.wait(ctx, row.id, waited(ctx, row)))
  if (row.externalId !== '') return void (await pricing.relisting(ctx, row.id, false, new Date(now + HOUR_MS)))
  const isSoldOut = ready.variants.every(({ quantity }) => quantity <= 0)
  if (isSoldOut || !row.list) return void (await pricing.relisting(ctx, row.id, false, null))
  await pricing.wait(ctx, row.id, null)
  await request(ctx, row, 'publish')
}

const words: Record<Exclude<Act, 'reduce'>, string> = {
  relist: 'relisted',
  again: 'auction_again',
  stop: 'auction_over',
}
const note = (ctx: Ctx, { row }: PreparedListing, act: Exclude<Act, 'reduce'>) =>
  audit(ctx, { entity: 'listing', entityId: row.id, action: words[act], old: { externalId: row.externalId } })

/** One entry for each channel, which can be undone like any other. */
async function keepHistory(
  ctx: Ctx,
  reduced: readonly { listing: PreparedListing; before: pricing.Paced; after: Pace }[],
): Promise<void> {
  for (const [channel, some] of Map.groupBy(reduced, ({ listing }) => listing.row.channel)) {
    const prices = some.length === 1 ? '1 price' : `${some.length} prices`
    const id = await open(ctx, 'pricing', `Reduced ${prices} on ${channelNames[channel]}, by schedule`)
    await record(
      ctx,
      id,
      some.map(({ listing, before, after }) => change(listing, before, after)),
    )
    await close(ctx, id, 'done')
  }
}
