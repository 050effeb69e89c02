import { ChannelError, type ExternalListing, isGone, type Outcome, type Place, type Shown } from '#channels/channel.ts'
import type { Flaws } from '#channels/product.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { type Connected, withConnection } from '../../integrations/connections/connections.ts'
import { lastRead, noteLastRead, stockChecked } from '../../integrations/polling/order-reading.ts'
import { oweListings } from '../../outbox/service.ts'
import { noteFlaws } from './flaws.ts'
import { offSaleResult } from '../sending/outcome.ts'
import * as known from '../sending/known.ts'
import * as queries from '../queries.ts'
import type { Connect } from '../sending/send.ts'

/** What is asked of the channel about some listings. */
interface Reading {
  /** Listings read at a time. */
  most: number
  ask(
    connected: Connected,
    numbers: readonly Number[],
    there: readonly ExternalListing[],
  ): Promise<{ shown: Outcome<Shown>[]; flaws?: Outcome<Flaws>[] | undefined }>
}

/** At night: whether each is on sale, and what became wrong with it. */
const whole: Reading = {
  most: 50,
  ask: async ({ channel, connection }, numbers, there) => ({
    shown: numbers.length > 0 ? await channel.stock.read(connection, [...numbers], { state: true }) : [],
    flaws: await channel.listings.flaws?.(connection, [...there]),
  }),
}

/** Beside a look at orders, in as few calls as the channel can: eBay tells as many SKUs in one. */
const quantitiesAlone: Reading = {
  most: 25,
  ask: async ({ channel, connection }, numbers) => ({
    shown: numbers.length > 0 ? await channel.stock.read(connection, [...numbers], { state: false }) : [],
  }),
}

/**
 * Reads back what a channel shows, listing by listing. A number that is not what we know of is owed anew, and the look before its push
 * settles it. A listing that ended there is unlisted here, and what became wrong with one there is noted. One that is just being sent, or waits to be, is left to the sender.
 */
export async function reconcileJob(
  services: Services,
  { organizationId, integrationId }: Jobs['sync.reconcile'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  try {
    let after: number | undefined = 0
    while (after !== undefined) {
      services.stopping.throwIfAborted()
      after = await readBack(ctx, integrationId, after, connect, whole)
    }
    await stockChecked(ctx, integrationId)
    announce(ctx, ['listings', 'integrations'])
  } catch (error) {
    // The connection tells what holds it up, and comes back here by itself.
    if (error instanceof ChannelError && error.kind !== 'invalid') return
    throw error
  }
}

interface Number extends Place {
  row: ListingRow
  expected: number
}

/** Reads back the quantities of the next few listings, beside a look at orders. Whoever reads next goes on where this one ended. */
export async function readNextJob(
  services: Services,
  { organizationId, integrationId }: Jobs['sync.readNext'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  try {
    const after = await lastRead(ctx, integrationId)
    const last = await readBack(ctx, integrationId, after, connect, quantitiesAlone)
    await noteLastRead(ctx, integrationId, last ?? 0)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    services.log.info({ integrationId, kind: error.kind }, 'quantities could not be read beside orders')
  }
}

async function readBack(
  ctx: Ctx,
  integrationId: number,
  after: number,
  connect: Connect,
  { most, ask }: Reading,
): Promise<number | undefined> {
  const rows = await queries.quiet(ctx, integrationId, after, most)
  const stock = await known.load(
    ctx,
    rows.map((row) => row.id),
  )
  const numbers = rows.flatMap((row): Number[] =>
    [...stock.values()].flatMap((number) => {
      const { listingId, sku, locationId, expected } = number
      return listingId === row.id && row.external?.parts[sku]
        ? [{ row, sku, listing: row.external, locationId, expected }]
        : []
    }),
  )
  // Of these nothing is known yet: the next push looks.
  const strangers = rows.filter((row) => !numbers.some((number) => number.row.id === row.id))
  await oweListings(
    ctx,
    strangers.map((row) => row.id),
    'quantity',
  )
  const there = rows.flatMap((row) => (row.external ? [{ row, external: row.external }] : []))
  if (there.length > 0) {
    const key = { organizationId: ctx.organizationId, integrationId }
    const externals = there.map(({ external }) => external)
    const { shown, flaws } = await connect(ctx.services, key, (connected) => ask(connected, numbers, externals))
    const ended = endedOf(rows, numbers, shown)
    for (const row of ended) await queries.keepQuiet(ctx, row, offSaleResult(ctx, row))
    const looked = there.map(({ row }, i) => ({ row, outcome: flaws?.[i] }))
    await noteFlaws(
      ctx,
      looked.filter(({ row }) => !ended.includes(row)),
    )
    const other = numbers.filter((number, i) => {
      const outcome = shown[i]
      return outcome?.ok && known.piecesIn(outcome.value, number) !== number.expected && !ended.includes(number.row)
    })
    await inTransaction(ctx, (ctx) =>
      doubtAndOwe(ctx, integrationId, {
        spots: other.map(({ row, sku, locationId }) => ({ listingId: row.id, sku, locationId })),
      }),
    )
  }
  return rows.length === most ? rows.at(-1)?.id : undefined
}

/** Listings none of whose numbers is on sale any more. */
const endedOf = (rows: readonly ListingRow[], numbers: readonly Number[], shown: readonly Outcome<Shown>[]) =>
  rows.filter((row) => {
    const own = numbers.flatMap((number, i) => (number.row.id === row.id ? [{ number, outcome: shown[i] }] : []))
    const isOff = ({ outcome }: (typeof own)[number]) =>
      outcome?.ok ? outcome.value.live === false : outcome !== undefined && isGone(outcome.error)
    // Without a piece some channels take it off sale themselves.
    const hasEnded = ({ number, outcome }: (typeof own)[number]) => !outcome?.ok || number.expected > 0
    return own.some(hasEnded) && own.every(isOff)
  })

/**
 * Listings first, then their numbers, as an order's transaction locks them: otherwise a sale and a call about it wait for each other. Listings on
 * other channels owe nothing until the look has found something: Square calls after each number of ours.
 */
async function doubtAndOwe(ctx: Ctx, integrationId: number, which: Parameters<typeof known.doubt>[2]): Promise<void> {
  const listings = await known.listingsOf(ctx, integrationId, which)
  if (listings.length === 0) return
  await oweListings(ctx, listings, 'quantity')
  await known.doubt(ctx, integrationId, which)
}

/** The channel called: it shows another number than we know of. */
export async function lookJob(
  services: Services,
  { organizationId, integrationId, ref, quantity }: Jobs['sync.look'],
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  await inTransaction(ctx, (ctx) => doubtAndOwe(ctx, integrationId, { ref, quantity }))
}
