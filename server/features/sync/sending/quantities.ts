import {
  type Channel,
  ChannelError,
  isGone,
  isOfAccount,
  type Outcome,
  type Place,
  type Shown,
} from '#channels/channel.ts'
import type { Step } from '#domain/stock/look.ts'
import { type Sharing, isDivided } from '#domain/stock/divide.ts'
import { ceilingOf, hiddenAfter, isUnsettled, isUnsure, planOf, risenAfter } from '#domain/stock/spot.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { owe } from '../../outbox/service.ts'
import type { Connected } from '../../integrations/connections/connections.ts'
import { lookForOrders } from '../../integrations/polling/looks.ts'
import type { PreparedListing } from '../../listings/content/source.ts'
import { holdSkus } from '../../stock/service.ts'
import { noteDrift } from '../drift/drift.ts'
import { familiesOf, oweFamilies } from './families.ts'
import * as known from './known.ts'
import { isOffSale, restoreHidden } from './off-sale.ts'
import { offSaleResult, result, Unsettled } from './outcome.ts'
import { takeTurns } from './revisions.ts'
import type { Sent } from './send.ts'
import { mayShow, sells, sharingOf } from '../sharing/sharing.ts'

/** One number on its way: where it stands, what we know of it, and what came of it. */
interface Spot {
  row: ListingRow
  place: Place
  target: number
  stored: known.Held | undefined
  /** Where it is not simply shared. */
  sharing: Sharing | undefined
  step?: Step
  /** What the look found. */
  shown?: Shown | undefined
  /** Whether its number counts on its own now. */
  divided?: boolean
  /** What somebody else made of it. */
  raisedTo?: number
  outcome?: Outcome
}
type Live = PreparedListing & { external: NonNullable<ListingRow['external']> }

/**
 * All SKUs of all listings in one call; a listing is done when each of its SKUs is. A number that nobody compares for us is read
 * first: what is missing there was sold unseen, and counts as gone everywhere until its order comes.
 */
export async function setQuantities(
  ctx: Ctx,
  { channel, connection, integration }: Connected,
  prepared: PreparedListing[],
  stock: known.KnownStock,
): Promise<Sent[]> {
  const live = prepared.flatMap((p): Live[] => (p.row.external ? [{ ...p, external: p.row.external }] : []))
  const sharing = await sharingOf(
    ctx,
    live.map(({ row }) => row.productId),
  )
  const spots = live.flatMap((p) => spotsOf(p, stock, sharing.get(p.row.productId)))
  const tell = (some: Spot[], look: boolean) => round(ctx, { channel, connection, integration }, some, look)
  await tell(spots, false)
  const stale = spots.filter(
    ({ outcome }) =>
      outcome?.ok === false && outcome.error.kind === 'conflict' && !(outcome.error instanceof Unsettled),
  )
  if (stale.length > 0) await tell(stale, true)
  return live.map((p) =>
    sentOf(
      ctx,
      p,
      spots.filter(({ row }) => row.id === p.row.id),
    ),
  )
}

const spotsOf = ({ row, external, ready, locationId }: Live, stock: known.KnownStock, sharing?: Sharing): Spot[] =>
  ready.variants.flatMap(({ sku, quantity }) => {
    if (!external.parts[sku]) return []
    const place = { sku, listing: external, locationId: row.locationId || locationId }
    return [{ row, place, target: quantity, stored: stock.get(keyOf(row, place)), sharing }]
  })
const keyOf = (row: ListingRow, { sku, locationId }: Place) => known.spotKey({ listingId: row.id, sku, locationId })
const spotOf = ({ row, place: { sku, locationId } }: Spot) => ({ listingId: row.id, sku, locationId })

/**
 * Looks where it must, sets what differs. What the look found is kept before anything is told: the number that we leave there hides it.
 * @param look even where the channel compares
 */
async function round(ctx: Ctx, target: Connected, spots: Spot[], look: boolean): Promise<void> {
  const { connection, integration } = target
  const { stock } = target.channel
  for (const spot of spots) delete spot.raisedTo
  const blind = spots.filter((spot) => look || stock.mode === 'last' || isUnsure(spot.stored))
  const shown =
    blind.length > 0
      ? await stock.read(
          connection,
          blind.map(({ place }) => place),
        )
      : []
  for (const spot of spots) {
    const seen = shown[blind.indexOf(spot)]
    spot.outcome = seen && !seen.ok ? seen : { ok: true, value: undefined }
    const now = seen?.ok ? known.piecesIn(seen.value, spot.stored) : null
    if (now !== null && isUnsettled(spot.stored, stock.settleSeconds ?? 0, now))
      spot.outcome = { ok: false, error: new Unsettled() }
    spot.shown = seen?.ok ? seen.value : undefined
    if (!spot.outcome.ok) continue
    spot.step = planOf(spot.stored, spot.target, now)
    if (spot.step.raised && now !== null) spot.raisedTo = now
  }
  if (stock.hidesAtZero) restoreHidden(spots)
  await judgeRaised(ctx, integration, spots)
  await keepSeen(ctx, target, spots)
  const changed = await inTurn(ctx, target, spots)
  if (changed.length === 0) return
  const levels = changed.map(({ spot: { place }, set, from }) => ({
    ...place,
    quantity: set,
    ...(from === null ? {} : { from }),
  }))
  const answer = (outcomeOf: (i: number) => Outcome) => {
    changed.forEach(({ spot }, i) => (spot.outcome = outcomeOf(i)))
    return keepTold(
      ctx,
      target,
      changed.map(({ spot }) => spot),
    )
  }
  const outcomes = await stock.set(connection, levels).catch(async (error: unknown) => {
    // Nothing was done: no number of ours is on its way.
    if (error instanceof ChannelError && isOfAccount(error)) await answer(() => ({ ok: false, error }))
    throw error
  })
  const unsaid = new ChannelError('unavailable', 'The channel didn’t confirm this quantity.', { maybeDone: true })
  await answer((i) => outcomes[i] ?? { ok: false, error: unsaid })
}

interface Telling {
  spot: Spot
  set: number
  from: number | null
}
/** What is told now. What the channel does not let change again yet waits, and says so. */
async function inTurn(ctx: Ctx, target: Connected, spots: readonly Spot[]): Promise<Telling[]> {
  const changed = spots.flatMap((spot): Telling[] =>
    spot.outcome?.ok && spot.step && spot.step.set !== null ? [{ spot, set: spot.step.set, from: spot.step.from }] : [],
  )
  const waits = await takeTurns(
    ctx,
    target.channel,
    changed.map(({ spot, set, from }) => ({
      listingId: spot.row.id,
      quantity: set,
      lowers: from === null || set < from,
      cost: 1,
    })),
  )
  const waiting = changed.flatMap(({ spot }, i) => {
    const error = waits[i]
    if (error) spot.outcome = { ok: false, error }
    return error ? [spot] : []
  })
  if (waiting.length > 0) await keepTold(ctx, target, waiting)
  return changed.filter(({ spot }) => !waiting.includes(spot))
}

/**
 * What somebody else made of a number, apart from what may just be there again: a sale that did not lower it, or pieces of orders that were
 * cancelled there. Of those we hear, and they come back then.
 */
async function judgeRaised(ctx: Ctx, integration: Connected['integration'], spots: readonly Spot[]): Promise<void> {
  const raised = spots.filter(({ raisedTo }) => raisedTo !== undefined)
  if (raised.length === 0) return
  const open = await known.inOpenOrders(
    ctx,
    integration.id,
    raised.map(({ place }) => place.sku),
  )
  for (const spot of raised) {
    const mayBeBack = (spot.stored?.lastSet ?? 0) + (open.get(spot.place.sku) ?? 0)
    if ((spot.raisedTo ?? 0) <= mayBeBack) delete spot.raisedTo
    else if (integration.driftRule === 'theirs' && spot.step) spot.step.set = null
  }
}

/** Keeps what was seen and what is about to be told; what was sold unseen, or came back, changes what every channel may show. */
const keepSeen = (ctx: Ctx, { channel, integration }: Connected, spots: readonly Spot[]) =>
  inTransaction(ctx, async (ctx) => {
    // Levels, then listings, then their numbers, as an order's transaction locks them.
    const apart = spots.filter(({ sharing, step, outcome }) => sharing && step && outcome?.ok)
    const levels = await holdSkus(
      ctx,
      [...apart, ...spots.filter(({ raisedTo }) => raisedTo !== undefined)].map(({ place }) => place.sku),
    )
    await dropHeard(ctx, spots)
    await noteDrift(
      ctx,
      integration,
      spots.flatMap(({ row, place: { sku }, target, raisedTo }) =>
        raisedTo === undefined ? [] : [{ listingId: row.id, sku, ours: target, theirs: raisedTo }],
      ),
    )
    await spread(ctx, channel, integration.id, spots)
    if (apart.length > 0) await portion(ctx, { channel, integration }, apart, levels)
    await known.record(
      ctx,
      integration.id,
      spots.flatMap((spot) => (spot.step ? foundOf(channel, spot, spot.step.set) : [])),
    )
  })

/** What rose may be what an order told of since it was read here: its listing is owed anew, and is looked at then. While their levels are held. */
async function dropHeard(ctx: Ctx, spots: readonly Spot[]): Promise<void> {
  const raised = spots.filter(({ raisedTo }) => raisedTo !== undefined)
  if (raised.length === 0) return
  const now = await known.load(
    ctx,
    raised.map(({ row }) => row.id),
  )
  for (const spot of raised)
    if ((now.get(keyOf(spot.row, spot.place))?.heard ?? 0) !== (spot.stored?.heard ?? 0)) delete spot.raisedTo
}

/** @param trying a number that may stand there without our knowledge */
function foundOf({ stock }: Channel, spot: Spot, trying: number | null): known.Found[] {
  const { step, shown, outcome, stored } = spot
  if (!step) return []
  const wasSet = trying === null && outcome?.ok === true && step.set !== null
  const expected = wasSet ? step.set : step.from
  if (expected === null || (!wasSet && !shown && step.set === null)) return []
  const ref = stock.ref?.(spot.place.listing.parts[spot.place.sku] ?? {}) ?? ''
  const hidden = shown ? hiddenOf(stock, spot) : null
  const risen = shown ? risenOf(stock, spot) : 0
  // What stood there may have been sold between the look and the number that hid it.
  const hides = wasSet && spot.divided && stock.mode === 'last' ? (step.from ?? 0) : 0
  return [
    {
      ...spotOf(spot),
      expected,
      unseen: step.unseen,
      wasSet,
      trying,
      heard: stored?.heard ?? 0,
      ref,
      hidden,
      risen,
      hides,
    },
  ]
}

const hiddenOf = ({ mode }: Channel['stock'], { stored, sharing, step }: Spot): number =>
  stored && sharing && step ? hiddenAfter(stored, mode, step.from ?? 0, step.unseen) : 0

const risenOf = ({ mode }: Channel['stock'], { stored, sharing, step }: Spot): number =>
  stored && sharing && step ? risenAfter(stored, mode, step.from ?? 0, step.unseen) : 0

/** Whether a look showed that more, or fewer, may be sold there than was known. */
const hasMoved = ({ stock }: Channel, spot: Spot): boolean => {
  const { stored, step, shown } = spot
  if (!stored || !step || !shown) return false
  return (step.from ?? 0) + step.unseen + hiddenOf(stock, spot) !== ceilingOf(stored, stock.mode)
}

/** What each of these may show is decided anew while their levels are held, so that no two channels rise into the same pieces. */
async function portion(
  ctx: Ctx,
  { channel, integration }: Pick<Connected, 'channel' | 'integration'>,
  apart: readonly Spot[],
  levels: readonly { sku: string; available: number }[],
): Promise<void> {
  for (const { step } of apart) if (step) step.set = null
  await known.record(
    ctx,
    integration.id,
    apart.flatMap((spot) => foundOf(channel, spot, null)),
  )
  const families = await familiesOf(
    ctx,
    apart.map(({ place }) => place.sku),
  )
  for (const spot of apart) {
    const { row, place, stored, sharing, step } = spot
    const holders = families.holders.filter(({ sku }) => sku === place.sku)
    const own = holders.find((holder) => known.spotKey(holder) === keyOf(row, place))
    // A sale was heard of since: its listing is owed anew, and is asked about anew.
    if (!own || !sharing || !step || own.heard !== (stored?.heard ?? own.heard)) continue
    // Somebody made it another number, which is counted here.
    if (spot.raisedTo !== undefined && integration.driftRule === 'theirs') continue
    const available = families.room(place.sku, levels.find(({ sku }) => sku === place.sku)?.available ?? 0)
    const left = available - holders.reduce((sum, { unseen }) => sum + unseen, 0)
    spot.divided = sells(own) && isDivided(sharing, left)
    const to = mayShow(sharing, available, holders, own)
    if (to === step.from) continue
    step.set = to
    own.trying = to
  }
}

/** Keeps what became of what was told. Where a number that counts on its own fell, others may rise. */
async function keepTold(ctx: Ctx, { channel, integration }: Connected, spots: readonly Spot[]): Promise<void> {
  await known.record(
    ctx,
    integration.id,
    spots.flatMap((spot) => foundOf(channel, spot, lostOf(spot))),
  )
  const fell = spots.filter(
    ({ sharing, outcome, step }) => sharing && outcome?.ok && (step?.set ?? 0) < (step?.from ?? 0),
  )
  await oweAround(
    ctx,
    fell.map(({ row }) => row.productId),
  )
}

/** Those that share pieces with them, too. */
async function oweAround(ctx: Ctx, of: readonly number[]): Promise<void> {
  const productIds = [...new Set(of)]
  await owe(ctx, productIds, 'quantity')
  await oweFamilies(ctx, productIds)
}

const lostOf = ({ step, outcome }: Spot) =>
  outcome?.ok === false && outcome.error.kind === 'unavailable' ? (step?.set ?? null) : null

/** A sale that a look found, or pieces that came back, change what every channel may show; the order itself is looked for at once. */
async function spread(ctx: Ctx, channel: Channel, integrationId: number, spots: readonly Spot[]): Promise<void> {
  const sold = spots.filter(({ step, stored }) => step && step.unseen !== (stored?.unseen ?? 0))
  const changed = spots.filter((spot) => sold.includes(spot) || (spot.sharing && hasMoved(channel, spot)))
  if (changed.length === 0) return
  await oweAround(
    ctx,
    changed.map(({ row }) => row.productId),
  )
  if (sold.length === 0) return
  await lookForOrders(ctx, integrationId, { hinted: true })
}

function sentOf(ctx: Ctx, { row }: Live, own: readonly Spot[]): Sent {
  const bad = own.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []))
  // Of several SKUs one may be gone; when none is there, the listing is.
  const worst = bad.length < own.length ? (bad.find((o) => !isGone(o.error)) ?? asRefusal(bad[0])) : bad[0]
  if (worst) return { row, outcome: worst }
  if (isOffSale(own)) return { row, outcome: { ok: true, value: offSaleResult(ctx, row) } }
  const pushedQuantity = own.reduce((sum, { step }) => sum + (step?.set ?? step?.from ?? 0), 0)
  // A revise that is owed besides has its own answer to give.
  if (row.pending === 'revise') return { row, outcome: { ok: true, value: { pushedQuantity, next: 'revise' } } }
  const passed = row.result?.status === 'queued' || row.result?.about === 'quantity'
  return {
    row,
    outcome: { ok: true, value: { pushedQuantity, ...(passed ? { result: result(ctx, row, 'fulfilled', '') } : {}) } },
  }
}
const asRefusal = (bad: { ok: false; error: ChannelError } | undefined) =>
  bad && { ok: false as const, error: new ChannelError('invalid', bad.error.message, { code: bad.error.code }) }
