import { type ChannelError, type ExternalListing, type Level, type Outcome, ChannelError as Failure } from '#channels/channel.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { type Ctx, announce } from '../../context.ts'
import type { ListingRow, Pending, StoredResult } from '../../db/types.ts'
import { type Connected, withConnection } from '../integrations/connections.ts'
import { checkListing } from '../listings/preflight.ts'
import { type PreparedListing, prepare } from '../listings/source.ts'
import { backoffSeconds } from './backoff.ts'
import * as queries from './queries.ts'

/** Sends in this order: what lowers or ends goes before what raises or begins. */
const order: Pending[] = ['end', 'quantity', 'revise', 'publish']
/** Refusals that may pass by themselves, such as two writes meeting; beyond this many they are the seller's to see. */
const MOST_CONFLICTS = 8
const RENEW_MS = 5_000

/** Sends one batch of what an integration's listings owe. @returns whether there may be more */
export async function pushBatch(ctx: Ctx, integrationId: number): Promise<boolean> {
  const worker = ctx.services.clock.uuid()
  const rows = await queries.claim(ctx, integrationId, 25, worker)
  if (rows.length === 0) return false
  const lease = setInterval(() => void queries.renew(ctx, worker).catch((error: unknown) => ctx.services.log.warn({ err: error }, 'a lease could not be renewed')), RENEW_MS)
  try {
    for (const what of order) {
      const group = rows.filter((r) => r.pending === what)
      if (group.length > 0) await send(ctx, integrationId, what, group)
    }
  } finally {
    clearInterval(lease)
    announce(ctx, ['listings', 'products'])
  }
  return true
}

type Sent = { row: ListingRow; outcome: Outcome<queries.Settled> }

async function send(ctx: Ctx, integrationId: number, what: Pending, rows: ListingRow[]): Promise<void> {
  const prepared = what === 'end' ? [] : await prepare(ctx, rows)
  try {
    const sent = await withConnection(ctx.services, { organizationId: ctx.organizationId, integrationId }, (c) => {
      if (what === 'end') return end(c, rows)
      if (what === 'quantity') return setQuantities(c, prepared)
      return publish(ctx, c, what, prepared)
    })
    for (const { row, outcome } of sent) await (outcome.ok ? queries.settle(ctx, row, outcome.value) : fail(ctx, row, outcome.error))
    const answered = new Set(sent.map((s) => s.row.id))
    // Its product is gone, and with it what there was to say.
    for (const row of rows) if (!answered.has(row.id)) await queries.settle(ctx, row, { result: result('rejected', 'The product no longer exists.', ctx) })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const row of rows) await fail(ctx, row, error)
    if (error.kind === 'rate_limited') await queries.hold(ctx, integrationId, error.retryAfterSeconds ?? backoffSeconds(2, ctx.services.clock.random))
  }
}

async function publish(ctx: Ctx, { channel, connection }: Connected, what: 'publish' | 'revise', prepared: PreparedListing[]): Promise<Sent[]> {
  const good: PreparedListing[] = []
  const sent: Sent[] = []
  for (const listing of prepared) {
    const { errors } = await checkListing(ctx, listing)
    const [first] = Object.values(errors)
    if (first === undefined) good.push(listing)
    else sent.push({ row: listing.row, outcome: { ok: false, error: new Failure('invalid', Object.values(errors).join(' '), { fields: errors }) } })
  }
  if (good.length === 0) return sent
  const batch = good.map((g) => g.ready)
  const outcomes = what === 'revise' ? await channel.listings.revise(connection, batch) : await channel.listings.publish(connection, batch)
  good.forEach(({ row, ready, locationId }, i) => {
    const outcome = outcomes[i]
    if (!outcome) return
    if (!outcome.ok) return void sent.push({ row, outcome })
    const pushedQuantity = ready.variants.reduce((sum, v) => sum + v.quantity, 0)
    sent.push({ row, outcome: { ok: true, value: { status: 'listed', listed: true, external: outcome.value, locationId, pushedQuantity, result: result('fulfilled', '', ctx, outcome.warnings) } } })
  })
  return sent
}

/** All SKUs of all listings in one call; a listing is done when each of its SKUs is. */
async function setQuantities({ channel, connection }: Connected, prepared: PreparedListing[]): Promise<Sent[]> {
  const live = prepared.flatMap((p) => (p.row.external ? [{ ...p, external: p.row.external }] : []))
  const levels = live.flatMap((p, at) => p.ready.variants.flatMap((v) => (p.external.parts[v.sku] ? [{ at, level: level(p.external, v, p.row.locationId || p.locationId) }] : [])))
  const outcomes = levels.length > 0 ? await channel.stock.set(connection, levels.map((l) => l.level)) : []
  return live.map(({ row, ready }, at) => {
    const failed = outcomes.find((o, i) => levels[i]?.at === at && !o.ok)
    if (failed && !failed.ok) return { row, outcome: failed }
    return { row, outcome: { ok: true, value: { pushedQuantity: ready.variants.reduce((sum, v) => sum + v.quantity, 0) } } }
  })
}
const level = (listing: ExternalListing, v: { sku: string; quantity: number }, locationId: string): Level => ({ sku: v.sku, quantity: v.quantity, listing, locationId })

async function end({ channel, connection }: Connected, rows: ListingRow[]): Promise<Sent[]> {
  const live = rows.flatMap((row) => (row.external ? [{ row, external: row.external }] : []))
  const outcomes = live.length > 0 ? await channel.listings.end(connection, live.map((l) => l.external)) : []
  return live.map(({ row, external }, i) => {
    const outcome = outcomes[i]
    // Gone on the channel already is what was asked for.
    if (outcome && !outcome.ok && outcome.error.kind !== 'not_found') return { row, outcome }
    const at = new Date().toISOString()
    const ended: queries.Settled = { status: 'unlisted', external: { ...external, externalId: '', url: '' }, pushedQuantity: 0, result: { status: 'fulfilled', reason: '', code: '', fields: {}, warnings: [], at } }
    return { row, outcome: { ok: true, value: ended } }
  })
}

const result = (status: StoredResult['status'], reason: string, ctx: Ctx, warnings: string[] = [], error?: ChannelError): StoredResult => ({
  status, reason, code: error?.code ?? '', fields: error?.fields ?? {}, warnings, at: ctx.services.clock.now().toISOString(),
})

/** What becomes of a listing whose channel did not do as asked: the seller is told, or we try again. */
async function fail(ctx: Ctx, row: ListingRow, error: ChannelError): Promise<void> {
  const { random } = ctx.services.clock
  const later = error.retryAfterSeconds ?? backoffSeconds(row.attempts, random)
  const waiting = (reason: string) => result('queued', reason, ctx, [], error)
  if (error.kind === 'unauthorized') return void (await queries.postpone(ctx, row, 0, waiting(`${channelNames[row.channel]} has to be re-authorized. What is owed is sent then.`), false))
  if (error.kind === 'unavailable' || error.kind === 'rate_limited') {
    return void (await queries.postpone(ctx, row, later, waiting(`${channelNames[row.channel]} did not answer. Nothing is lost; Motto tries again.`), true))
  }
  if (error.kind === 'conflict' && row.attempts < MOST_CONFLICTS) return void (await queries.postpone(ctx, row, later, waiting(error.message), true))
  await queries.settle(ctx, row, { status: 'error', result: result('rejected', error.message, ctx, [], error) })
}
