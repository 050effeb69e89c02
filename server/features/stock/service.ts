import { type Ctx, inTransaction } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { owe, oweSale } from '../outbox/service.ts'
import * as queries from './queries.ts'

export type { Level, TakenLine } from './queries.ts'

/*
 * The stock ledger. Every function joins the caller's transaction or opens one. Levels are locked in the order of their ids, per call:
 * a transaction that calls twice for different SKUs may meet another one crosswise, so hand all lines of one order to one call.
 */

/**
 * Begins the stock of new SKUs. Nothing is owed to channels: a new SKU is on none yet.
 * @throws sku_taken
 */
export async function createLevels(ctx: Ctx, levels: readonly queries.NewLevel[]): Promise<void> {
  if (levels.length > 0) await inTransaction(ctx, (ctx) => queries.insertLevels(ctx, levels))
}

export interface CountCause {
  reason: 'edit' | 'bulk' | 'count' | 'import' | 'undo'
  source: string
  sourceKey: string
}

/**
 * Sets available pieces (and, where given, sold): on hand becomes reserved + available, the movement is the difference.
 * Pieces that orders wait for are promised to them right after.
 * A count equal to the current stock appends no movement; a source key moves a level only once.
 */
export async function setAvailable(ctx: Ctx, counts: readonly queries.Count[], cause: CountCause): Promise<void> {
  if (counts.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    await queries.lock(
      ctx,
      counts.map((c) => c.levelId),
    )
    await owe(ctx, await queries.setCounts(ctx, counts, cause), 'quantity')
    const levelIds = await queries.awaited(
      ctx,
      counts.flatMap((c) => (c.available > 0 ? [c.levelId] : [])),
    )
    if (levelIds.length > 0)
      await enqueue(ctx, 'orders.promise', { organizationId: ctx.organizationId, levelIds, counted: true })
  })
}

export interface OrderDemand {
  orderId: number
  source: string
  lines: readonly queries.WantedLine[]
}

/**
 * Promises pieces to an order: takes what there is, in line order, and tells per line what is short. A repeat changes nothing.
 * @param lines `key` is unique within the order and stays the same when the order comes again
 * @returns by key; null where no SKU of ours has this name
 */
export async function takeForOrder(
  ctx: Ctx,
  { orderId, source, lines }: OrderDemand,
): Promise<Map<string, queries.TakenLine | null>> {
  const taken = new Map<string, queries.TakenLine | null>(lines.map((l) => [l.key, null]))
  if (lines.length === 0) return taken
  await inTransaction(ctx, async (ctx) => {
    await queries.lockSkus(
      ctx,
      lines.map((l) => l.sku),
    )
    const found = await queries.take(ctx, orderId, source, lines)
    for (const line of found) taken.set(line.key, line)
    await oweSale(ctx, [...new Set(found.filter((l) => l.taken > 0).map((l) => l.productId))])
  })
  return taken
}

/** Amounts are not asked for: the ledger knows what it took for a line. */
export interface OrderLines {
  orderId: number
  lines: readonly { key: string; levelId: number }[]
}

/** Came back after it was sent: the pieces are on the shelf again, once for each key. What counted as sold stays so: it was. */
export async function returnToShelf(
  ctx: Ctx,
  o: { orderId: number; source: string; lines: readonly { key: string; levelId: number; quantity: number }[] },
): Promise<void> {
  if (o.lines.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    await queries.lock(
      ctx,
      o.lines.map((l) => l.levelId),
    )
    await owe(ctx, await queries.putBack(ctx, o), 'quantity')
  })
}

/** Cancelled before shipping: the promised pieces are available again, once. A line shipped meanwhile stays shipped. */
export const releaseForOrder = (ctx: Ctx, order: OrderLines) => settle(ctx, 'release', order)

/** Shipped: the promised pieces leave the building, once. A line released meanwhile stays released. */
export const shipForOrder = (ctx: Ctx, order: OrderLines) => settle(ctx, 'ship', order)

async function settle(ctx: Ctx, how: 'release' | 'ship', { orderId, lines }: OrderLines): Promise<void> {
  if (lines.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    await queries.lock(
      ctx,
      lines.map((l) => l.levelId),
    )
    await owe(ctx, await queries.settle(ctx, how, orderId, lines), 'quantity')
  })
}

/** The levels of products and of their variations. */
export const levelsOf = (ctx: Ctx, productIds: readonly number[]) => queries.levelsOf(ctx, productIds)

/** Products' levels, locked until the transaction ends, so that no order interferes with a change of several. */
export const holdLevels = (ctx: Ctx, productIds: readonly number[]) => queries.lockLevelsOf(ctx, productIds)

/** The levels of SKUs, locked until the transaction ends: nobody else decides meanwhile who may show their pieces. */
export async function holdSkus(ctx: Ctx, skus: readonly string[]): Promise<queries.Level[]> {
  if (skus.length === 0) return []
  await queries.lockSkus(ctx, skus)
  return queries.levelsBySku(ctx, skus)
}

/** The levels that bear these SKUs. */
export const levelsBySku = (ctx: Ctx, skus: readonly string[]) => queries.levelsBySku(ctx, skus)

/** The product that a SKU belongs to, its own or of one of its variations. */
export const productOfSku = async (ctx: Ctx, sku: string): Promise<number | undefined> =>
  (await queries.findSku(ctx, sku))?.productId

/** A SKU and, where it is a product's own, those of its variations. A SKU without a product is on its own: orders may still reserve it. */
export const skusUnder = async (ctx: Ctx, sku: string): Promise<string[]> => [
  ...new Set([sku, ...(await queries.skusUnder(ctx, sku))]),
]

/** Those of the levels that orders moved: buyers' papers and channels name their SKUs. */
export const orderedLevels = async (ctx: Ctx, levelIds: readonly number[]): Promise<Set<number>> =>
  new Set(levelIds.length === 0 ? [] : await queries.orderedLevels(ctx, levelIds))

/** Gives levels new SKUs. @throws sku_taken */
export async function renameLevels(ctx: Ctx, names: readonly { levelId: number; sku: string }[]): Promise<void> {
  if (names.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const levelIds = names.map((n) => n.levelId)
    await queries.lock(ctx, levelIds)
    if (names.length > 1) await queries.parkSkus(ctx, levelIds)
    await queries.rename(ctx, names)
  })
}

/** Removes levels, except those whose pieces are promised to orders; their movements stay. @returns the levels that had to stay */
export async function removeLevels(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  if (levelIds.length === 0) return []
  return inTransaction(ctx, async (ctx) => {
    await queries.lock(ctx, levelIds)
    const gone = new Set(await queries.deleteUnreserved(ctx, levelIds))
    return levelIds.filter((id) => !gone.has(id))
  })
}

/** A product's movements, newest first. */
export async function listMovements(ctx: Ctx, productId: number, page: { offset: number; limit: number }) {
  return { data: await queries.movementsOf(ctx, productId, page), items: await queries.countMovements(ctx, productId) }
}
