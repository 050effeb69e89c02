import { type Channel, ChannelError, type Outcome, type Place } from '#channels/channel.ts'
import { type Step, stepOf } from '#domain/stock/look.ts'
import type { Ctx } from '../../context.ts'
import type { ListingRow } from '../../db/tables/listings.ts'
import { owe } from '../outbox/service.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Connected } from '../integrations/connections.ts'
import type { PreparedListing } from '../listings/source.ts'
import { noteDrift } from './drift.ts'
import * as known from './known.ts'
import { result } from './outcome.ts'
import type { Sent } from './send.ts'

/** One number on its way: where it stands, what we know of it, and what came of it. */
interface Spot {
  row: ListingRow
  place: Place
  wanted: number
  held: known.Held | undefined
  step?: Step
  looked?: boolean
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
  const spots = live.flatMap((p) => spotsOf(p, stock))
  const keepTheirs = integration.driftRule === 'theirs'
  const tell = (some: Spot[], look: boolean) => round(ctx, channel, connection, some, { look, keepTheirs })
  await tell(spots, false)
  const stale = spots.filter(({ outcome }) => outcome?.ok === false && outcome.error.kind === 'conflict')
  if (stale.length > 0) await tell(stale, true)
  await known.record(
    ctx,
    integration.id,
    spots.flatMap((spot) => foundOf(channel, spot)),
  )
  await noteDrift(
    ctx,
    integration,
    spots.flatMap(({ row, place: { sku }, wanted, raisedTo }) =>
      raisedTo === undefined ? [] : [{ listingId: row.id, sku, ours: wanted, theirs: raisedTo }],
    ),
  )
  await spread(ctx, integration.id, spots)
  return live.map((p) =>
    sentOf(
      ctx,
      p,
      spots.filter(({ row }) => row.id === p.row.id),
    ),
  )
}

const spotsOf = ({ row, external, ready, locationId }: Live, stock: known.KnownStock): Spot[] =>
  ready.variants.flatMap(({ sku, quantity }) => {
    if (!external.parts[sku]) return []
    const place = { sku, listing: external, locationId: row.locationId || locationId }
    return [{ row, place, wanted: quantity, held: stock.get(keyOf(row, place)) }]
  })
const keyOf = (row: ListingRow, { sku, locationId }: Place) => known.spotKey({ listingId: row.id, sku, locationId })
const spotOf = ({ row, place: { sku, locationId } }: Spot) => ({ listingId: row.id, sku, locationId })

/** Looks where it must, sets what differs. @param o.look even where the channel compares @param o.keepTheirs what somebody else raised stays */
async function round(
  ctx: Ctx,
  { stock }: Channel,
  connection: Connected['connection'],
  spots: Spot[],
  { look, keepTheirs }: { look: boolean; keepTheirs: boolean },
): Promise<void> {
  const blind = spots.filter(({ held }) => look || stock.mode === 'last' || !held || held.doubt)
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
    spot.looked = seen?.ok === true
    if (!spot.outcome.ok) continue
    const now = seen?.ok ? seen.value.quantity : null
    spot.step = stepOf(knownOf(spot, now), now)
    if (spot.step.raised && now !== null) spot.raisedTo = now
    if (spot.step.raised && keepTheirs) spot.step.set = null
  }
  const changed = spots.flatMap((spot) =>
    spot.outcome?.ok && spot.step && spot.step.set !== null ? [{ spot, set: spot.step.set, from: spot.step.from }] : [],
  )
  if (changed.length === 0) return
  await known.noteTrying(
    ctx,
    changed.map(({ spot, set }) => ({ ...spotOf(spot), set })),
  )
  const outcomes = await stock.set(
    connection,
    changed.map(({ spot: { place }, set, from }) => ({ ...place, quantity: set, ...(from === null ? {} : { from }) })),
  )
  changed.forEach(({ spot }, i) => {
    spot.outcome = outcomes[i] ?? {
      ok: false,
      error: new ChannelError('unavailable', 'It was not said what became of this.', { maybeDone: true }),
    }
  })
}

/** A number whose answer was lost may stand there all the same. */
function knownOf({ wanted, held }: Spot, shown: number | null) {
  const { expected = null, unseen = 0, trying = null } = held ?? {}
  const arrived =
    shown !== null &&
    expected !== null &&
    trying !== null &&
    (shown === trying || (trying > expected && shown > expected))
  return { wanted, expected: arrived ? trying : expected, unseen }
}

function foundOf({ stock }: Channel, spot: Spot): known.Found[] {
  const { step, looked, outcome, held } = spot
  if (!step) return []
  const wasSet = outcome?.ok === true && step.set !== null
  const expected = wasSet ? step.set : step.from
  if (expected === null || (!wasSet && !looked)) return []
  const lost = outcome?.ok === false && outcome.error.kind === 'unavailable'
  return [
    {
      ...spotOf(spot),
      expected,
      unseen: step.unseen,
      wasSet,
      trying: lost ? step.set : null,
      heard: held?.heard ?? 0,
      ref: stock.ref?.(spot.place.listing.parts[spot.place.sku] ?? {}) ?? '',
    },
  ]
}

/** A sale that a look found, or pieces that came back, change what every channel may show; the order itself is looked for at once. */
async function spread(ctx: Ctx, integrationId: number, spots: readonly Spot[]): Promise<void> {
  const changed = spots.filter(({ step, held }) => step && step.unseen !== (held?.unseen ?? 0))
  if (changed.length === 0) return
  const job = { organizationId: ctx.organizationId, integrationId, hinted: true }
  await enqueue(ctx, 'orders.pull', job, { key: `${ctx.organizationId}:${integrationId}` })
  await owe(ctx, [...new Set(changed.map(({ row }) => row.productId))], 'quantity')
}

function sentOf(ctx: Ctx, { row }: Live, own: readonly Spot[]): Sent {
  const bad = own.flatMap(({ outcome }) => (outcome && !outcome.ok ? [outcome] : []))
  // Of several SKUs one may be gone; when none is there, the listing is.
  const worst = bad.length < own.length ? (bad.find((o) => o.error.kind !== 'not_found') ?? asRefusal(bad[0])) : bad[0]
  if (worst) return { row, outcome: worst }
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
