import { ChannelError, type ExternalListing, isGone, isOfAccount, type Outcome } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import type { Connected, withConnection } from '../../integrations/connections/connections.ts'
import { lookForOrders } from '../../integrations/polling/looks.ts'
import { checkListing } from '../../listings/preflight.ts'
import type { PreparedListing } from '../../listings/content/source.ts'
import { wentUp } from '../../pricing/service.ts'
import * as known from './known.ts'
import { allot, takeBack } from './newcomers.ts'
import { Objection, Unlooked, endedResult, result } from './outcome.ts'
import * as queries from '../queries.ts'
import type { Settled } from '../queries.ts'
import { takeTurns } from './revisions.ts'

export type Connect = typeof withConnection
/** One listing, and what the channel said of it. */
export type Sent = { row: ListingRow; outcome: Outcome<Settled> }

/** Lists or revises what the channel's own rules do not already forbid. One listing's trouble is not its neighbours'. */
export async function publish(
  ctx: Ctx,
  { channel, connection, integration }: Connected,
  what: 'publish' | 'revise',
  prepared: PreparedListing[],
  stock: known.KnownStock,
): Promise<Sent[]> {
  let good: PreparedListing[] = []
  const sent: Sent[] = []
  let down: ChannelError | undefined
  for (const listing of prepared) {
    const error = down ?? (await objection(ctx, listing))
    // It would keep us waiting for each of the others, too.
    if (error?.kind === 'unavailable') down = error
    if (error) sent.push({ row: listing.row, outcome: { ok: false, error } })
    else good.push(listing)
  }
  if (what === 'publish') {
    const unlooked = await notLookedAt(ctx, channel, integration.id, good)
    sent.push(...unlooked.map(({ row }): Sent => ({ row, outcome: { ok: false, error: new Unlooked() } })))
    good = good.filter((listing) => !unlooked.includes(listing))
  }
  if (what === 'revise') {
    const waits = await takeTurns(ctx, channel, good.map(wholeOf(channel)))
    sent.push(
      ...good.flatMap(({ row }, i): Sent[] => {
        const error = waits[i]
        return error ? [{ row, outcome: { ok: false, error } }] : []
      }),
    )
    good = good.filter((_, i) => !waits[i])
  }
  if (good.length === 0) return sent
  good = await allot(ctx, integration.id, good, (listing) => newNumbers(listing, what))
  const batch = good.map((g) => g.ready)
  const outcomes =
    what === 'revise'
      ? await channel.listings.revise(connection, batch)
      : await channel.listings.publish(connection, batch)
  await known.begin(
    ctx,
    integration.id,
    good.flatMap((listing, i) => {
      const outcome = outcomes[i]
      const ref = (sku: string) => (outcome?.ok && channel.stock.ref?.(outcome.value.parts[sku] ?? {})) || ''
      return outcome?.ok
        ? newNumbers(listing, madeBy(listing, outcome.value, what)).map((number) => ({
            ...number,
            ref: ref(number.sku),
          }))
        : []
    }),
  )
  await takeBack(
    ctx,
    good.flatMap((listing, i) => {
      const outcome = outcomes[i]
      return outcome ? [{ numbers: newNumbers(listing, what), outcome }] : []
    }),
  )
  await wentUp(
    ctx,
    good.flatMap(({ row, pricing }, i) => {
      const outcome = outcomes[i]
      return pricing && outcome?.ok && isAnother({ row }, outcome.value) ? [row.id] : []
    }),
  )
  for (const [i, listing] of good.entries()) {
    const { row, locationId, ready } = listing
    const outcome = outcomes[i]
    if (!outcome) continue
    if (!outcome.ok) {
      if (outcome.made) await queries.keepMade(ctx, row, outcome.made)
      sent.push({ row: outcome.made ? { ...row, external: outcome.made } : row, outcome })
      continue
    }
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
          result: done,
          ...(madeBy(listing, outcome.value, what) === 'publish'
            ? { pushedQuantity: shown(ready) }
            : needsNumbers(listing, stock)),
        },
      },
    })
  }
  return sent
}

/** A sale is in the channel's own list of orders this long after it, mostly. */
const SALE_SEEN_MS = 2000
/** A channel that lets listings be made and no orders be read does not keep them waiting longer. */
const LOOKED_WITHIN_MS = 600_000

/**
 * What a try may have put on sale whose answer was lost, while its orders have not been read since: pieces that were sold meanwhile would be put on
 * sale again. They are read at once.
 */
async function notLookedAt(
  ctx: Ctx,
  channel: Connected['channel'],
  integrationId: number,
  listings: readonly PreparedListing[],
): Promise<PreparedListing[]> {
  const now = ctx.services.clock.now().getTime()
  const lost = listings.flatMap((listing) => {
    const { result } = listing.row
    const at = result?.maybeDone && result.about !== 'end' ? Date.parse(result.at) : 0
    return now - at < LOOKED_WITHIN_MS ? [{ listing, at }] : []
  })
  if (lost.length === 0 || !channel.orders) return []
  const { ordersCheckedAt } = await ctx.db
    .selectFrom('integrations')
    .select('ordersCheckedAt')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()
  const unlooked = lost.filter(({ at }) => (ordersCheckedAt?.getTime() ?? 0) < at + SALE_SEEN_MS)
  if (unlooked.length > 0) {
    const startAfter = new Date(Math.max(now, ...unlooked.map(({ at }) => at + SALE_SEEN_MS)))
    await lookForOrders(ctx, integrationId, { hinted: true, startAfter })
  }
  return unlooked.map(({ listing }) => listing)
}

const wholeOf =
  ({ limits }: Connected['channel']) =>
  ({ row, ready }: PreparedListing) => ({
    listingId: row.id,
    quantity: null,
    lowers: false,
    cost: limits.revisions?.ofWhole(ready.variants.length) ?? 0,
  })

const isAnother = ({ row }: Pick<PreparedListing, 'row'>, { externalId }: ExternalListing) =>
  externalId !== row.externalId

/** A revise that a channel can do only by ending the listing and making another has published it: its numbers are new, too. */
const madeBy = (listing: PreparedListing, there: ExternalListing, what: 'publish' | 'revise') =>
  isAnother(listing, there) ? 'publish' : what

const shown = ({ variants }: PreparedListing['ready']) => variants.reduce((sum, v) => sum + v.quantity, 0)

/** A revise leaves the numbers that stand there, but new SKUs come with theirs. */
const newNumbers = ({ row, locationId, ready }: PreparedListing, what: 'publish' | 'revise') =>
  ready.variants
    .filter(({ sku }) => what === 'publish' || !row.external?.parts[sku])
    .map(({ sku, quantity }) => ({ listingId: row.id, sku, locationId: row.locationId || locationId, quantity }))

/** After a revise: whether what stands there is to be told anew. */
const needsNumbers = ({ row, locationId, ready }: PreparedListing, stock: known.KnownStock) =>
  ready.variants.some(({ sku, quantity }) => {
    const entry = stock.get(known.spotKey({ listingId: row.id, sku, locationId: row.locationId || locationId }))
    return row.external?.parts[sku] !== undefined && entry?.expected !== quantity
  })
    ? { next: 'quantity' as const }
    : {}

/** @throws ChannelError when it concerns the whole account */
async function objection(ctx: Ctx, listing: PreparedListing): Promise<ChannelError | undefined> {
  try {
    const { errors, causes } = await checkListing(ctx, listing)
    const fields = Object.entries(errors)
    return fields.length > 0
      ? new Objection('invalid', fields.map(([, sentence]) => sentence).join(' '), {
          fields: errors,
          causes,
        })
      : undefined
  } catch (error) {
    if (!(error instanceof ChannelError) || isOfAccount(error)) throw error
    return error
  }
}

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
    outcome: { ok: true, value: { ...endedResult(row), result: result(ctx, row, 'fulfilled', '') } },
  })
  return [
    ...rows.filter((row) => !row.external).map(ended),
    ...live.map(({ row }, i): Sent => {
      const outcome = outcomes[i]
      // Gone on the channel already is what was asked for.
      return outcome && !outcome.ok && !isGone(outcome.error) ? { row, outcome } : ended(row)
    }),
  ]
}
