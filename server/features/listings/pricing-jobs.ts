import { channelNames } from '#contract/channels/ids.ts'
import { type Act, type Pace, nextStep } from '#domain/listings/pricing.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { audit } from '../audit.ts'
import { close, open, record } from '../changes/service.ts'
import * as pricing from '../pricing/service.ts'
import { change } from './pricing.ts'
import * as queries from './queries.ts'
import { request } from './service.ts'
import { type PreparedListing, prepare } from './source.ts'

/** Listings dealt with in one transaction. */
const CHUNK = 50
/** An auction is over for us a while after it is over there: ours may not end one that still runs. */
const AFTER_AUCTION_MS = 10 * 60_000
const SOON_MS = 10_000
const HOUR_MS = 3_600_000

/** Does what is due of prices: whose time it is to fall, and what is to be listed anew. Each chunk that changes prices is one entry of the history. */
export async function priceJob(services: Services, { organizationId }: Jobs['listings.price']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  while (!services.stopping.aborted && (await inTransaction(ctx, priceSome)));
  announce(ctx, ['listings', 'products', 'changes'])
}

/** @returns whether there may be more */
async function priceSome(ctx: Ctx): Promise<boolean> {
  const due = await pricing.takeDue(ctx, CHUNK)
  if (due.length === 0) return false
  const ids = due.map(({ listingId }) => listingId)
  const prepared = new Map((await prepare(ctx, await queries.listingsByIds(ctx, ids))).map((one) => [one.row.id, one]))
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
  const { row, pricing: priced } = listing
  if (paced.relisting) {
    await listAnew(ctx, listing)
    return undefined
  }
  const step = priced && row.externalId !== '' && row.status !== 'unlisted' ? nextStep(priced.by, paced) : null
  if (!step) return void (await pricing.wait(ctx, row.id, null))
  const ends = step.act === 'again' || step.act === 'stop'
  const at = new Date(step.at.getTime() + (ends ? AFTER_AUCTION_MS : 0))
  if (at > ctx.services.clock.now()) return void (await pricing.wait(ctx, row.id, at))
  const after = await pricing.advance(ctx, paced, step.act)
  if (step.act === 'reduce') return after
  await request(ctx, row, 'end')
  await note(ctx, listing, step.act)
}

/** Once it has ended there, it is listed anew; what cannot be ended, such as an auction with bids, is left. */
async function listAnew(ctx: Ctx, { row, ready }: PreparedListing): Promise<void> {
  const now = ctx.services.clock.now().getTime()
  if (row.pending !== null) return void (await pricing.wait(ctx, row.id, new Date(now + SOON_MS)))
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
