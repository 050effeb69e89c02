import { ChannelError, isOfAccount, type ExternalListing, type Level, type Outcome } from '#channels/channel.ts'
import type { Ctx } from '../../context.ts'
import type { ListingRow } from '../../db/types.ts'
import type { Connected, withConnection } from '../integrations/connections.ts'
import { checkListing } from '../listings/preflight.ts'
import type { PreparedListing } from '../listings/source.ts'
import { Objection, gone, result } from './outcome.ts'
import type { Settled } from './queries.ts'

export type Connect = typeof withConnection
/** One listing, and what the channel said of it. */
export type Sent = { row: ListingRow; outcome: Outcome<Settled> }

/** Lists or revises what the channel's own rules do not already forbid. One listing's trouble is not its neighbours'. */
export async function publish(
  ctx: Ctx,
  { channel, connection }: Connected,
  what: 'publish' | 'revise',
  prepared: PreparedListing[],
): Promise<Sent[]> {
  const good: PreparedListing[] = []
  const sent: Sent[] = []
  let down: ChannelError | undefined
  for (const listing of prepared) {
    const error = down ?? (await objection(ctx, listing))
    // It would keep us waiting for each of the others, too.
    if (error?.kind === 'unavailable') down = error
    if (error) sent.push({ row: listing.row, outcome: { ok: false, error } })
    else good.push(listing)
  }
  if (good.length === 0) return sent
  const batch = good.map((g) => g.ready)
  const outcomes =
    what === 'revise'
      ? await channel.listings.revise(connection, batch)
      : await channel.listings.publish(connection, batch)
  good.forEach(({ row, locationId, ready }, i) => {
    const outcome = outcomes[i]
    if (!outcome) return
    if (!outcome.ok) return void sent.push({ row, outcome })
    const done = result(ctx, row, 'fulfilled', '', { warnings: outcome.warnings ?? [] })
    sent.push({
      row,
      outcome: {
        ok: true,
        value: {
          status: 'listed',
          listed: true,
          external: outcome.value,
          locationId,
          pushedQuantity: shown(ready),
          result: done,
        },
      },
    })
  })
  return sent
}

const shown = ({ variants }: PreparedListing['ready']) => variants.reduce((sum, v) => sum + v.quantity, 0)

/** @throws ChannelError when it concerns the whole account */
async function objection(ctx: Ctx, listing: PreparedListing): Promise<ChannelError | undefined> {
  try {
    const fields = Object.entries((await checkListing(ctx, listing)).errors)
    return fields.length > 0
      ? new Objection('invalid', fields.map(([, sentence]) => sentence).join(' '), {
          fields: Object.fromEntries(fields),
        })
      : undefined
  } catch (error) {
    if (!(error instanceof ChannelError) || isOfAccount(error)) throw error
    return error
  }
}

/** All SKUs of all listings in one call; a listing is done when each of its SKUs is. */
export async function setQuantities(
  ctx: Ctx,
  { channel, connection }: Connected,
  prepared: PreparedListing[],
): Promise<Sent[]> {
  const live = prepared.flatMap((p) => (p.row.external ? [{ ...p, external: p.row.external }] : []))
  const levels = live.flatMap((p, at) =>
    p.ready.variants.flatMap((v) =>
      p.external.parts[v.sku] ? [{ at, level: level(p.external, v, p.row.locationId || p.locationId) }] : [],
    ),
  )
  const outcomes =
    levels.length > 0
      ? await channel.stock.set(
          connection,
          levels.map((l) => l.level),
        )
      : []
  return live.map(({ row, ready }, at) => {
    const own = outcomes.filter((_, i) => levels[i]?.at === at)
    const bad = own.filter((o) => !o.ok)
    // Of several SKUs one may be gone; when none is there, the listing is.
    const worst =
      bad.length < own.length ? (bad.find((o) => o.error.kind !== 'not_found') ?? asRefusal(bad[0])) : bad[0]
    if (worst) return { row, outcome: worst }
    const passed = row.result?.status === 'queued' || row.result?.about === 'quantity'
    return {
      row,
      outcome: {
        ok: true,
        value: { pushedQuantity: shown(ready), ...(passed ? { result: result(ctx, row, 'fulfilled', '') } : {}) },
      },
    }
  })
}
const level = (listing: ExternalListing, v: { sku: string; quantity: number }, locationId: string): Level => ({
  sku: v.sku,
  quantity: v.quantity,
  listing,
  locationId,
})
const asRefusal = (bad: { ok: false; error: ChannelError } | undefined) =>
  bad && { ok: false as const, error: new ChannelError('invalid', bad.error.message, { code: bad.error.code }) }

export async function end(ctx: Ctx, { channel, connection }: Connected, rows: ListingRow[]): Promise<Sent[]> {
  const live = rows.flatMap((row) => (row.external ? [{ row, external: row.external }] : []))
  const outcomes =
    live.length > 0
      ? await channel.listings.end(
          connection,
          live.map((l) => l.external),
        )
      : []
  const ended = (row: ListingRow): Sent => ({
    row,
    outcome: { ok: true, value: { ...gone(row), result: result(ctx, row, 'fulfilled', '') } },
  })
  return [
    ...rows.filter((row) => !row.external).map(ended),
    ...live.map(({ row }, i): Sent => {
      const outcome = outcomes[i]
      // Gone on the channel already is what was asked for.
      return outcome && !outcome.ok && outcome.error.kind !== 'not_found' ? { row, outcome } : ended(row)
    }),
  ]
}
