import type { Outcome, Place, Shown } from '#channels/channel.ts'
import { ChannelError } from '#channels/channel.ts'
import { toDecimal } from '#channels/kit/money.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { ShadowField } from '#contract/sync/shadow.ts'
import { changedContent, newListing, type SeenContent, type SentContent } from '#domain/listings/shadow.ts'
import { isUnsure, planOf } from '#domain/stock/spot.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { type Connected, withConnection } from '../../integrations/connections/connections.ts'
import { checkListing } from '../../listings/preflight.ts'
import { type PreparedListing, prepare } from '../../listings/content/source.ts'
import * as known from '../sending/known.ts'
import type { Connect } from '../sending/send.ts'
import * as queries from './queries.ts'

const BATCH = 25

/**
 * Computes what would be sent of the next listings of an account in shadow mode. It reads the channel and writes nothing there; several workers may
 * do so at once, as what each finds of a listing replaces what was found before.
 * @returns whether there may be more
 */
export async function planBatch(ctx: Ctx, integrationId: number, connect: Connect = withConnection): Promise<boolean> {
  const rows = await queries.unplanned(ctx, integrationId, BATCH)
  if (rows.length === 0) return false
  const prepared = await prepare(
    ctx,
    rows.filter(({ pending }) => pending !== 'end'),
  )
  const stock = await known.load(
    ctx,
    rows.map(({ id }) => id),
  )
  const seen = await queries.seen(
    ctx,
    integrationId,
    rows.flatMap(({ externalId }) => (externalId ? [externalId] : [])),
  )
  const key = { organizationId: ctx.organizationId, integrationId }
  const numbers = await connect(ctx.services, key, (connected) => quantities(connected, prepared, stock))
  const plans: queries.Planned[] = []
  for (const row of rows) {
    const listing = prepared.find((candidate) => candidate.row.id === row.id)
    plans.push(await planned(ctx, row, listing, { seen: seen.get(row.externalId), numbers: numbers.get(row.id) ?? [] }))
  }
  await queries.keep(ctx, integrationId, plans)
  return rows.length === BATCH
}

/** What the numbers of live listings would become: read where the sender would read, too. */
async function quantities(
  { channel, connection }: Pick<Connected, 'channel' | 'connection'>,
  prepared: readonly PreparedListing[],
  stock: known.KnownStock,
): Promise<Map<number, ShadowField[]>> {
  const spots = prepared.flatMap(({ row, ready, locationId }) =>
    ready.variants.flatMap(({ sku, quantity }) => {
      if (!row.external?.parts[sku] || !row.externalId) return []
      const place: Place = { sku, listing: row.external, locationId: row.locationId || locationId }
      const stored = stock.get(known.spotKey({ listingId: row.id, sku, locationId: place.locationId }))
      return [{ row, place, quantity, stored }]
    }),
  )
  const blind = spots.filter(({ stored }) => channel.stock.mode === 'last' || isUnsure(stored))
  const shown: Outcome<Shown>[] =
    blind.length > 0
      ? await channel.stock.read(
          connection,
          blind.map(({ place }) => place),
        )
      : []
  const changes = new Map<number, ShadowField[]>()
  for (const spot of spots) {
    const look = shown[blind.indexOf(spot)]
    const now = look?.ok ? known.piecesIn(look.value, spot.stored) : null
    const step = planOf(spot.stored, spot.quantity, now)
    if (step.set === null) continue
    const row: ShadowField = {
      field: 'quantity',
      label: 'Quantity',
      sku: spot.place.sku,
      now: step.from === null ? null : String(step.from),
      would: String(step.set),
    }
    changes.set(spot.row.id, [...(changes.get(spot.row.id) ?? []), row])
  }
  return changes
}

type Seen = Awaited<ReturnType<typeof queries.seen>> extends Map<string, infer R> ? R : never

async function planned(
  ctx: Ctx,
  row: ListingRow,
  listing: PreparedListing | undefined,
  { seen, numbers }: { seen: Seen | undefined; numbers: ShadowField[] },
): Promise<queries.Planned> {
  const of = { listingId: row.id, version: row.pendingVersion }
  if (row.pending === 'end') {
    const live: ShadowField = { field: 'status', label: 'Status', sku: '', now: 'Live', would: 'Unlisted' }
    return { ...of, action: row.external ? 'end' : 'none', changes: row.external ? [live] : [], problem: '' }
  }
  if (!listing) return { ...of, action: 'none', changes: [], problem: '' }
  if (row.pending === 'quantity')
    return { ...of, action: numbers.length > 0 ? 'quantity' : 'none', changes: numbers, problem: '' }
  const problem = await problemOf(ctx, listing)
  const sent = contentOf(listing)
  // One that is not there any more is listed anew.
  if (!row.externalId) return { ...of, action: 'publish', changes: newListing(sent), problem }
  const changes = [...changedContent(sent, seen ? seenOf(listing, seen) : null), ...numbers]
  return { ...of, action: row.pending === 'publish' ? 'publish' : 'revise', changes, problem }
}

/** What Motto's own check, or the channel's rules, have against it. */
async function problemOf(ctx: Ctx, listing: PreparedListing): Promise<string> {
  try {
    return Object.values((await checkListing(ctx, listing)).errors).join(' ')
  } catch (error) {
    if (error instanceof ChannelError) return error.message
    throw error
  }
}

function contentOf({ row, ready }: PreparedListing): SentContent {
  const labels = new Map((builtDescription(row.channel)?.fields ?? []).map(({ name, label }) => [name, label]))
  const own = Object.entries(ready.fields as Record<string, unknown>)
  return {
    title: ready.title,
    description: ready.description,
    condition: ready.condition,
    tags: ready.tags,
    imageCount: ready.images.length,
    variants: ready.variants.map(({ sku, price, quantity, barcode = '' }) => ({
      sku,
      price: `${toDecimal(price, ready.currency)} ${ready.currency}`,
      quantity,
      barcode: barcode === 'DOES_NOT_APPLY' ? '' : barcode,
    })),
    fields: own.flatMap(([field, value]) => {
      const label = labels.get(field)
      const isOwn = field !== 'title' && field !== 'description' && field !== 'tags' && field !== 'condition'
      return label && isOwn && typeof value === 'string' && value !== '' ? [{ field, label, value }] : []
    }),
  }
}

/** In our SKUs. Where a channel tells no tags, condition or barcodes, what we send counts as there. */
function seenOf({ row, ready }: PreparedListing, seen: Seen): SeenContent | null {
  const { content } = seen
  if (!content) return null
  const ours = new Map(Object.entries(row.external?.skus ?? {}).map(([sku, theirs]) => [theirs, sku]))
  return {
    title: seen.title,
    description: content.description,
    condition: content.condition,
    tags: content.tags.length > 0 ? content.tags : ready.tags,
    imageCount: content.images.length,
    variants: seen.variants.map(({ sku, price, barcode }) => ({
      sku: ours.get(sku) ?? sku,
      price: `${toDecimal(price, seen.currency)} ${seen.currency}`,
      barcode: barcode || (ready.variants.find((variant) => variant.sku === (ours.get(sku) ?? sku))?.barcode ?? ''),
    })),
  }
}
