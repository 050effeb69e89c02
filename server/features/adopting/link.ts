import type { ChannelError, ExternalListing, Outcome, Place, Shown } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'
import type { ListingRow } from '../../db/tables/listings.ts'
import { auditMany } from '../audit.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import type { IntegrationRow as Integration } from '../integrations/service.ts'
import { adopt, beingListed, keep } from '../listings/adopt.ts'
import { prepare } from '../listings/content/source.ts'
import { owe } from '../outbox/service.ts'
import { holdSkus } from '../stock/service.ts'
import { noteDrift } from '../sync/drift/drift.ts'
import { oweFamilies } from '../sync/sending/families.ts'
import * as known from '../sync/sending/known.ts'
import type { Connect } from '../sync/sending/send.ts'
import { sharingOf } from '../sync/sharing/sharing.ts'
import { objection, otherSkus, pairsOf, remember } from './other-skus.ts'
import { type OurProduct, load } from './products.ts'
import * as links from './link-queries.ts'
import * as queries from './queries.ts'

/** Listings linked with one look at their numbers. */
const CHUNK = 25
/** Times in a row that looks at numbers may fail as any call may; after these the listing says so, and the others go on. */
const MOST_LOOKS = 10
const passing: ReadonlySet<ChannelError['kind']> = new Set(['unavailable', 'rate_limited', 'quota', 'conflict'])

/** One number: what stands there, and what we would show. */
interface Number extends Place {
  row: ListingRow
  expected: number
}

/**
 * Links the next listings. Our listing is made first, and nothing keeps it in step; then what it shows is looked at. A number that is
 * the same is kept in step from here on; one that differs waits for somebody to say whose counts, if nobody has.
 * @returns whether there may be more
 * @throws ChannelError when some could not be looked at just now: they are the next ones again
 */
export async function linkSome(
  ctx: Ctx,
  integration: Integration,
  connect: Connect = withConnection,
): Promise<boolean> {
  const rows = await links.toLink(ctx, integration.id, CHUNK)
  if (rows.length === 0) return false
  const made = await inTransaction(ctx, (ctx) => make(ctx, integration, rows))
  const numbers = await numbersOf(
    ctx,
    made.map(({ listing }) => listing),
  )
  const shown =
    numbers.length > 0
      ? await connect(
          ctx.services,
          { organizationId: ctx.organizationId, integrationId: integration.id },
          ({ channel, connection }) => channel.stock.read(connection, numbers, { state: true }),
        )
      : []
  await keepLooked(
    ctx,
    integration,
    made.map(({ row, listing }) => ({ row, own: seenOf(numbers, shown, listing.id) })),
  )
  return rows.length === CHUNK
}

const seenOf = (numbers: readonly Number[], shown: readonly Outcome<Shown>[], listingId: number): Seen[] =>
  numbers.flatMap((number, i) => (number.row.id === listingId ? [{ number, shown: shown[i] }] : []))

/** What a look failed at. */
const lostIn = (own: readonly Seen[]): ChannelError | undefined =>
  own.flatMap(({ shown }) => (shown && !shown.ok ? [shown.error] : []))[0]

/** Keeps what was looked at. @throws ChannelError of a look that may do better the next time */
async function keepLooked(ctx: Ctx, integration: Integration, looked: readonly { row: FoundRow; own: Seen[] }[]) {
  const { tries = 0 } = (await queries.readOf(ctx, integration.id)) ?? {}
  const again = looked.flatMap(({ row, own }) => {
    const error = lostIn(own)
    return error && passing.has(error.kind) && tries < MOST_LOOKS ? [{ row, error }] : []
  })
  const linked = looked.filter(({ row }) => !again.some((failure) => failure.row === row))
  for (const { row, own } of linked) await inTransaction(ctx, (ctx) => keepLinked(ctx, integration, row, own))
  if (linked.length > 0) await queries.noteRead(ctx, integration.id, { tries: 0 })
  if (again[0]) throw again[0].error
}

/** Makes the listings; what cannot be made says why. */
async function make(ctx: Ctx, integration: Integration, rows: readonly FoundRow[]) {
  const products = await load(ctx, [...new Set(rows.flatMap(({ productId }) => productId ?? []))])
  const name = channelNames[integration.channel]
  const pairs: { row: FoundRow; product: OurProduct; external: ExternalListing }[] = []
  const refuse = (row: FoundRow, problem: string) => queries.note(ctx, row.id, { problem })
  const onTheirWay = await beingListed(ctx, integration.id, [...products.keys()])
  for (const row of rows) {
    const product = row.productId === null ? undefined : products.get(row.productId)
    const external = product && externalOf(row, product)
    const why = external?.skus && (await objection(ctx, integration.channel, external.skus))
    if (!product || !external) await refuse(row, 'The product no longer exists.')
    else if (Object.keys(external.parts).length === 0)
      await refuse(row, `No SKU matches ${product.sku}. Use the same SKU on ${name} and in Motto, then scan again.`)
    else if (why) await refuse(row, why)
    else if (onTheirWay.has(product.productId))
      await refuse(row, `${product.sku} is being published on ${name}. Scan again in a minute.`)
    else if (pairs.some((link) => link.product.productId === product.productId)) await refuse(row, takenMessage(name))
    else pairs.push({ row, product, external })
  }
  const listings = await adopt(
    ctx,
    pairs.map(({ product, external }) => ({
      productId: product.productId,
      templateId: product.templateId,
      channel: integration.channel,
      integrationId: integration.id,
      external,
    })),
  )
  const made: { row: FoundRow; listing: ListingRow }[] = []
  for (const { row, product } of pairs) {
    const listing = listings.find(({ productId }) => productId === product.productId)
    if (listing) made.push({ row, listing })
    else await refuse(row, takenMessage(name))
  }
  return made
}
const takenMessage = (name: string) => `This product is linked to another ${name} listing. Unlink that one first.`

/** What we would remember of it, had we listed it: its parts by our SKUs, and which it has there where those are others. */
function externalOf(row: FoundRow, product: OurProduct): ExternalListing {
  const { externalId, url, data } = row
  const pairs = pairsOf(row, product)
  const parts = Object.fromEntries(
    row.variants.flatMap(({ sku, part }) => {
      const ours = pairs.get(sku)
      return ours === undefined ? [] : [[ours, part] as const]
    }),
  )
  const skus = otherSkus(pairs)
  return { externalId, url, parts, ...(Object.keys(data).length > 0 ? { data } : {}), ...(skus && { skus }) }
}

async function numbersOf(ctx: Ctx, rows: ListingRow[]): Promise<Number[]> {
  return (await prepare(ctx, rows)).flatMap(({ row, ready, locationId }) =>
    ready.variants.flatMap(({ sku, quantity }) =>
      row.external?.parts[sku]
        ? [{ row, sku, listing: row.external, locationId: row.locationId || locationId, expected: quantity }]
        : [],
    ),
  )
}

interface Seen {
  number: Number
  shown: Outcome<Shown> | undefined
}
/** Keeps what stands there, and whose number counts from here on. */
async function keepLinked(ctx: Ctx, integration: Integration, foundRow: FoundRow, own: readonly Seen[]): Promise<void> {
  const [first] = own
  const { stock } = channelOf(integration.channel)
  if (!first || own.some(({ shown }) => !shown?.ok)) {
    const why = lostIn(own)?.message ?? 'Motto couldn’t read its quantity.'
    return void (await queries.note(ctx, foundRow.id, { problem: `${why} Scan again.`, quantity: null }))
  }
  const seen = own.flatMap(({ number, shown }) => (shown?.ok ? [{ ...number, quantity: shown.value.quantity }] : []))
  const other = seen.filter(({ expected, quantity }) => expected !== quantity)
  const { row, locationId } = first.number
  const settled = other.length === 0 || foundRow.quantity !== null
  // Held from here on: a sale since the number was read is either seen now, or finds what is kept here.
  await holdSkus(
    ctx,
    seen.map(({ sku }) => sku),
  )
  if (other.length > 0 && foundRow.quantity)
    await noteDrift(
      ctx,
      { id: integration.id, driftRule: foundRow.quantity },
      other.map(({ sku, expected, quantity }) => ({ listingId: row.id, sku, ours: expected, theirs: quantity })),
    )
  await keep(ctx, row.id, {
    inStep: settled,
    pushedQuantity: seen.reduce((sum, { quantity }) => sum + quantity, 0),
    locationId,
  })
  const current = await numbersOf(ctx, [row])
  const isOff = seen.some(({ sku, quantity }) => current.find((number) => number.sku === sku)?.expected !== quantity)
  // Where pieces are divided, those that stand there are counted against the others, which may have to give.
  const isDivided = (await sharingOf(ctx, [row.productId])).size > 0
  if ((settled && (other.length > 0 || isOff)) || isDivided) await owe(ctx, [row.productId], 'quantity')
  if (isDivided) await oweFamilies(ctx, [row.productId])
  await known.begin(
    ctx,
    integration.id,
    seen.map(({ sku, listing, quantity }) => ({
      listingId: row.id,
      sku,
      locationId,
      quantity,
      ref: stock.ref?.(listing.parts[sku] ?? {}) ?? '',
    })),
  )
  if (row.external?.skus) await remember(ctx, integration.channel, row.external.skus)
  await queries.note(ctx, foundRow.id, { listingId: row.id, differs: !settled, adopted: true })
  await auditMany(ctx, [
    {
      entity: 'listing',
      entityId: row.id,
      action: 'adopted',
      new: { externalId: foundRow.externalId, title: foundRow.title },
    },
  ])
}

/**
 * Settles what differs on linked listings, as somebody said. The number is looked at once more: it may have changed. @returns whether there may be more
 * @throws ChannelError as `linkSome`
 */
export async function settleSome(ctx: Ctx, integration: Integration, connect: Connect = withConnection) {
  const rows = await links.toSettle(ctx, integration.id, CHUNK)
  if (rows.length === 0) return false
  const listings = await listingRows(ctx)
    .where(
      'l.id',
      'in',
      rows.flatMap(({ listingId }) => listingId ?? []),
    )
    .execute()
  const numbers = await numbersOf(ctx, listings)
  const shown = await connect(
    ctx.services,
    { organizationId: ctx.organizationId, integrationId: integration.id },
    ({ channel, connection }) => channel.stock.read(connection, numbers),
  )
  await keepLooked(
    ctx,
    integration,
    rows.map((row) => ({ row, own: row.listingId === null ? [] : seenOf(numbers, shown, row.listingId) })),
  )
  return rows.length === CHUNK
}
