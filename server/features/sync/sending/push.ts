import { ChannelError, isOfAccount } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type Ctx, announce } from '../../../context.ts'
import type { ListingRow, Pending } from '../../../db/tables/listings.ts'
import { hurried, withConnection } from '../../integrations/connections/connections.ts'
import { hold } from '../../integrations/polling/order-reading.ts'
import { fingerprint } from '../../listings/content/changed.ts'
import { type PreparedListing, prepare } from '../../listings/content/source.ts'
import { backoffSeconds } from './backoff.ts'
import { fail, failUnforeseen } from './failures.ts'
import { result } from './outcome.ts'
import * as queries from '../queries.ts'
import { setQuantities } from './quantities.ts'
import * as known from './known.ts'
import { type Connect, type Sent, end, publish } from './send.ts'

/** Sends in this order: what lowers or ends goes before what raises or begins. */
const order: Pending[] = ['end', 'quantity', 'revise', 'publish']
const RENEW_MS = 5_000
const BATCH = 25
/** Listings listed or revised at a time: each takes many calls, and a sale waits for none but these. */
const SLOW_BATCH = 4

/**
 * Sends one batch of what an integration's listings owe. @returns whether there may be more
 * @param connect how a connection is had; tests hand in a channel of their own
 * @param o.lists whether it may list and revise, too, or tells quantities alone
 */
export async function pushBatch(
  ctx: Ctx,
  integrationId: number,
  connect: Connect = withConnection,
  { lists = true } = {},
): Promise<boolean> {
  const worker = ctx.services.clock.uuid()
  const quick = await queries.claim(ctx, integrationId, BATCH, worker, 'quick')
  const rows = quick.length > 0 || !lists ? quick : await claimWhole(ctx, integrationId, worker)
  if (rows.length === 0) return false
  const lease = setInterval(
    () =>
      void queries
        .renew(ctx, worker)
        .catch((error: unknown) => ctx.services.log.warn({ err: error }, 'a lease could not be renewed')),
    RENEW_MS,
  )
  try {
    for (const group of inOrder(rows)) if (!(await send(ctx, integrationId, group, connect))) break
  } finally {
    clearInterval(lease)
    // What was not reached, because the channel asked us to wait, is anyone's again.
    await queries.release(ctx, worker)
    announce(ctx, ['listings', 'products'])
  }
  return true
}

/** Listings to be listed or revised; as many more of the same as their channel takes together. */
async function claimWhole(ctx: Ctx, integrationId: number, worker: string): Promise<ListingRow[]> {
  const rows = await queries.claim(ctx, integrationId, SLOW_BATCH, worker)
  const [what, ...others] = new Set(rows.map(({ pending }) => pending))
  if (others.length > 0 || rows.length < SLOW_BATCH || (what !== 'publish' && what !== 'revise')) return rows
  const most = channelOf(rows[0]?.channel ?? '').limits.together?.[what] ?? 0
  return most > rows.length
    ? [...rows, ...(await queries.claim(ctx, integrationId, most - rows.length, worker, what))]
    : rows
}

interface Group {
  what: Pending
  rows: ListingRow[]
  /** Buyers could go on buying what is not there: it may take the calls that are kept for that. */
  hurries: boolean
}
/** What is sold out goes first, then what is urgent, whatever it is. A listing that is not there any more cannot be revised: it is listed anew. */
function inOrder(rows: ListingRow[]): Group[] {
  const kind = (r: ListingRow) => {
    if (r.pending !== 'revise') return r.pending
    if (!r.externalId) return 'publish'
    // The number first, which takes one call; the rest of the listing afterwards.
    return r.urgent && r.attempts === 0 ? 'quantity' : 'revise'
  }
  const haste = (r: ListingRow) => (r.soldOut ? 2 : Number(r.urgent))
  return [2, 1, 0]
    .flatMap((most) =>
      order.map((what) => ({
        what,
        rows: rows.filter((r) => haste(r) === most && kind(r) === what),
        hurries: what === 'end' || (most === 2 && what === 'quantity'),
      })),
    )
    .filter((g) => g.rows.length > 0)
}

/** @returns false when the channel wants to be left alone, or will not let us in */
async function send(
  ctx: Ctx,
  integrationId: number,
  { what, rows, hurries }: Group,
  connect: Connect,
): Promise<boolean> {
  let sent: Sent[]
  let prepared: PreparedListing[] = []
  try {
    const stock = await known.load(
      ctx,
      rows.map((row) => row.id),
    )
    if (what !== 'end') prepared = await prepare(ctx, rows)
    sent = await connect(ctx.services, { organizationId: ctx.organizationId, integrationId }, (target) => {
      const c = hurries ? hurried(target) : target
      if (what === 'end') return end(ctx, c, rows)
      if (what === 'quantity') return setQuantities(ctx, c, prepared, stock)
      return publish(ctx, c, what, prepared, stock)
    })
  } catch (error) {
    if (error instanceof ChannelError) sent = rows.map((row) => ({ row, outcome: { ok: false, error } }))
    else
      return failUnforeseen(ctx, rows, error, (row) =>
        send(ctx, integrationId, { what, rows: [row], hurries }, connect),
      )
  }
  for (const { row, outcome } of sent) {
    const listing = prepared.find((p) => p.row.id === row.id)
    await (outcome.ok
      ? queries.settle(ctx, row, outcome.value)
      : fail(ctx, row, what, outcome.error, listing && fingerprint(listing, outcome.error.fields)))
  }
  const answered = new Set(sent.map((s) => s.row.id))
  // Its product is gone, and with it what there was to say.
  for (const row of rows)
    if (!answered.has(row.id))
      await queries.settle(ctx, row, { result: result(ctx, row, 'rejected', 'The product no longer exists.') })
  const errors = sent.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.error]))
  const limited = errors.find((e) => e.kind === 'rate_limited')
  if (limited) await hold(ctx, integrationId, limited.retryAfterSeconds ?? backoffSeconds(2, ctx.services.clock.random))
  return !errors.some(isOfAccount)
}
