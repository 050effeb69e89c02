import { type Ctx, inTransaction } from '../../context.ts'
import { together } from '../../db/connection/pipelined.ts'
import { enqueue } from '../../jobs/queue.ts'
import { owe, oweSale } from '../outbox/service.ts'
import { AppError } from '../../errors.ts'
import * as bundles from './bundle-queries.ts'
import * as locks from './locks.ts'
import * as queries from './queries.ts'

export type { Level, Move, TakenLine } from './queries.ts'

/*
 * The stock ledger. Every function joins the caller's transaction or opens one. Levels are locked in one order (locks.ts), per call:
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
 * @param locked the levels where they are locked already
 * @throws stock_conflict where a bundle would get pieces of its own
 */
export async function setAvailable(
  ctx: Ctx,
  counts: readonly queries.Count[],
  cause: CountCause,
  locked?: readonly queries.Level[],
): Promise<void> {
  if (counts.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const levels =
      locked ??
      (await locks.lock(
        ctx,
        counts.map((c) => c.levelId),
      ))
    refuseBundles(levels, counts)
    const [, , levelIds] = await together([
      queries.setCounts(ctx, counts, cause),
      tell(ctx, changedBy(levels, counts)),
      queries.awaited(
        ctx,
        counts.flatMap((c) => (c.available > 0 ? [c.levelId] : [])),
      ),
    ])
    if (levelIds.length > 0)
      await enqueue(ctx, 'orders.promise', { organizationId: ctx.organizationId, levelIds, counted: true })
  })
}

/** The levels, which are locked, of which counts make more or less to sell. */
function changedBy(levels: readonly queries.Level[], counts: readonly queries.Count[]): queries.Changed[] {
  const byId = new Map(levels.map((level) => [level.id, level]))
  return counts.flatMap(({ levelId, available }) => {
    const level = byId.get(levelId)
    return level && level.available !== available
      ? [{ levelId, productId: level.productId, leads: level.bundled === 'component' }]
      : []
  })
}

/** @throws stock_conflict */
function refuseBundles(levels: readonly queries.Level[], counts: readonly queries.Count[]): void {
  const bundle = levels.find(
    (level) =>
      level.bundled === 'bundle' && counts.some((c) => c.levelId === level.id && c.available !== level.available),
  )
  if (bundle)
    throw new AppError('stock_conflict', `${bundle.sku} is a bundle: its quantity follows its components. Count those.`)
}

/** Notes what is owed where there is more or less to sell, of these levels and of the bundles that follow them. */
async function tell(ctx: Ctx, changed: readonly queries.Changed[], how = oweQuantity): Promise<void> {
  const followed = await bundles.follow(
    ctx,
    changed.flatMap(({ leads, levelId }) => (leads ? [levelId] : [])),
  )
  await how(ctx, [...new Set([...changed.map(({ productId }) => productId), ...followed])])
}
const oweQuantity = (ctx: Ctx, productIds: readonly number[]) => owe(ctx, productIds, 'quantity')

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
export const takeForOrder = (ctx: Ctx, { orderId, source, lines }: OrderDemand): Promise<Taken> =>
  takeForOrders(
    ctx,
    source,
    lines.map((line) => ({ ...line, orderId })),
  )
type Taken = Map<string, queries.TakenLine | null>

/** The same for lines of several orders of a channel, in the order in which they stand; no two have one key. */
export async function takeForOrders(ctx: Ctx, source: string, lines: readonly queries.OrderedLine[]): Promise<Taken> {
  const results = new Map<string, queries.TakenLine | null>(lines.map((l) => [l.key, null]))
  if (lines.length === 0) return results
  await inTransaction(ctx, async (ctx) => {
    const levels = await locks.lockSkus(
      ctx,
      lines.map((l) => l.sku),
    )
    const made = new Set(levels.flatMap(({ bundled, sku }) => (bundled === 'bundle' ? [sku] : [])))
    for (const run of runsOf(lines, made)) {
      const isBundle = made.has(run[0]?.sku ?? '')
      const takenLines = isBundle ? await takeBundles(ctx, source, run) : await takePieces(ctx, source, run)
      for (const line of takenLines) results.set(line.key, line)
    }
  })
  return results
}

/** Bundles and pieces take turns, in line order, as each may take what the other wants. */
function runsOf(lines: readonly queries.OrderedLine[], made: ReadonlySet<string>): queries.OrderedLine[][] {
  const runs: queries.OrderedLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.[0] && made.has(last[0].sku) === made.has(line.sku)) last.push(line)
    else runs.push([line])
  }
  return runs
}

async function takePieces(ctx: Ctx, source: string, lines: readonly queries.OrderedLine[]) {
  const takenLines = await queries.take(ctx, source, lines)
  const changed = takenLines.filter((l) => l.taken > 0).map((l) => ({ ...l, leads: l.bundled === 'component' }))
  await tell(ctx, changed, oweSale)
  return takenLines
}

/** One after another: two bundles may share a component. */
async function takeBundles(ctx: Ctx, source: string, lines: readonly queries.OrderedLine[]) {
  const takenLines: queries.TakenLine[] = []
  for (const line of lines) {
    const bundle = await bundles.takeBundle(ctx, line.orderId, source, line)
    if (!bundle) continue
    const { parts, ...own } = bundle
    takenLines.push(own)
    const itself = own.taken > 0 ? [{ ...own, leads: false }] : []
    await tell(ctx, [...itself, ...parts.map((part) => ({ ...part, leads: true }))], oweSale)
  }
  return takenLines
}

/** Came back after it was sent: the pieces are on the shelf again, once for each key. What counted as sold stays so: it was. */
export async function returnToShelf(
  ctx: Ctx,
  o: { orderId: number; source: string; lines: readonly { key: string; levelId: number; quantity: number }[] },
): Promise<void> {
  if (o.lines.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const lines = await piecesBack(ctx, o.orderId, o.lines)
    await locks.lock(
      ctx,
      lines.map((l) => l.levelId),
    )
    await tell(ctx, await queries.putBack(ctx, { ...o, lines }))
  })
}

/** Of a bundle its components come back, as it was made when it was sold. */
async function piecesBack(ctx: Ctx, orderId: number, lines: readonly queries.Back[]): Promise<queries.Back[]> {
  const parts = await partsSold(ctx, orderId, lines)
  return lines.flatMap((line): queries.Back[] => {
    const own = parts.get(line.levelId)
    if (!own) return [line]
    return own.map(({ levelId, pieces }) => ({
      key: line.key,
      levelId,
      quantity: line.quantity * pieces,
      throughId: line.levelId,
    }))
  })
}

const partsSold = async (ctx: Ctx, orderId: number, lines: readonly { levelId: number }[]) =>
  Map.groupBy(
    await bundles.madeOf(
      ctx,
      orderId,
      lines.map((line) => line.levelId),
    ),
    (part) => part.bundleId,
  )

/**
 * Moves units that orders have reserved, each move once: out of the building, back from a parcel that did not leave, or back on sale. How many of its units
 * a line has reserved is kept with the line: whoever moves them holds the order.
 */
export async function moveForOrders(ctx: Ctx, source: string, moves: readonly queries.Move[]): Promise<void> {
  if (moves.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    const levels = await locks.lock(
      ctx,
      moves.map((move) => move.levelId),
    )
    const made = new Set(levels.flatMap(({ bundled, id }) => (bundled === 'bundle' ? [id] : [])))
    const through = await throughBundles(
      ctx,
      moves.filter(({ levelId }) => made.has(levelId)),
    )
    // A bundle may have been made of others when nothing was there to promise.
    if (through.length > 0)
      await locks.lock(
        ctx,
        through.map((move) => move.levelId),
      )
    await tell(ctx, await queries.move(ctx, source, [...moves, ...through]))
  })
}

/** The components of bundles move with them. */
async function throughBundles(ctx: Ctx, moves: readonly queries.Move[]): Promise<queries.Move[]> {
  const through: queries.Move[] = []
  for (const [orderId, of] of Map.groupBy(moves, (move) => move.orderId)) {
    const parts = await partsSold(ctx, orderId, of)
    for (const move of of)
      for (const { levelId, pieces } of parts.get(move.levelId) ?? [])
        through.push({
          ...move,
          levelId,
          units: move.units * pieces,
          unsold: move.unsold * pieces,
          throughId: move.levelId,
        })
  }
  return through
}

export interface Loss {
  orderId: number
  source: string
  /** Unique within the order: a repeat changes nothing. */
  key: string
  kind: 'missing' | 'damaged'
  /** The level of the order line. */
  levelId: number
  /** Units of the line that it no longer has. */
  units: number
  /** Of a bundle, the component that was lost, and how many of it. */
  part: { levelId: number; units: number } | null
}

/**
 * Takes reserved units that are missing or damaged off on hand. A bundle that lacks a component is reserved no more; its other components are for sale
 * again. What counted as sold stays so.
 * @returns the levels of which units are for sale again
 */
export const loseForOrder = (ctx: Ctx, { orderId, source, key, kind, levelId, units, part }: Loss): Promise<number[]> =>
  inTransaction(ctx, async (ctx) => {
    const partIds = part === null ? [] : [part.levelId]
    await locks.lock(ctx, [levelId, ...partIds])
    const move = { orderId, key, unsold: 0 }
    if (part === null) {
      await tell(ctx, await queries.move(ctx, source, [{ ...move, kind, levelId, units }]))
      return []
    }
    const parts = (await partsSold(ctx, orderId, [{ levelId }])).get(levelId) ?? []
    const released = parts
      .map((of) => ({
        levelId: of.levelId,
        units: of.pieces * units - (of.levelId === part.levelId ? part.units : 0),
      }))
      .filter((of) => of.units > 0)
    const changed = await queries.move(ctx, source, [
      { ...move, kind: 'release', levelId, units },
      { ...move, kind, levelId: part.levelId, units: part.units, throughId: levelId },
      ...released.map((of) => ({ ...move, kind: 'release' as const, ...of, throughId: levelId })),
    ])
    await tell(ctx, changed)
    await oweQuantity(ctx, await bundles.derive(ctx, [levelId]))
    return released.map((of) => of.levelId)
  })

/** Units that were reported missing or damaged are on the shelf after all, once for each key. */
export const restoreToShelf = (
  ctx: Ctx,
  { orderId, source, ...line }: { orderId: number; source: string } & queries.Back,
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await locks.lock(ctx, [line.levelId])
    await tell(ctx, await queries.putBack(ctx, { orderId, source, lines: [line] }, 'undo'))
  })

/** The levels of products and of their variations. */
export const levelsOf = (ctx: Ctx, productIds: readonly number[]) => queries.levelsOf(ctx, productIds)

/** Products' levels, locked until the transaction ends, so that no order interferes with a change of several. */
export const holdLevels = (ctx: Ctx, productIds: readonly number[]) => locks.lockLevelsOf(ctx, productIds)

/** The levels of SKUs, locked until the transaction ends: nobody else decides meanwhile who may show their pieces. */
export async function holdSkus(ctx: Ctx, skus: readonly string[]): Promise<queries.Level[]> {
  if (skus.length === 0) return []
  return locks.lockSkus(ctx, skus)
}

/** Levels, by their ids and SKUs, locked until the transaction ends: two calls that an order makes never wait crosswise with another's. */
export const hold = async (ctx: Ctx, levelIds: readonly number[], skus: readonly string[] = []): Promise<void> =>
  void (await locks.lockBoth(ctx, levelIds, skus))

/** The levels with all that share pieces with them: bundles and what they are made of. */
export const withFamilies = (ctx: Ctx, levelIds: readonly number[]) => bundles.family(ctx, levelIds)

/** The SKUs that levels have now. */
export const skusOfLevels = async (ctx: Ctx, levelIds: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  levelIds.length === 0 ? new Map() : new Map((await queries.levelsById(ctx, levelIds)).map(({ id, sku }) => [id, sku]))

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
    await locks.lock(ctx, levelIds)
    if (names.length > 1) await queries.parkSkus(ctx, levelIds)
    await queries.rename(ctx, names)
  })
}

/** Removes levels, except those whose pieces are promised to orders; their movements stay. @returns the levels that had to stay */
export async function removeLevels(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  if (levelIds.length === 0) return []
  return inTransaction(ctx, async (ctx) => {
    await locks.lock(ctx, levelIds)
    const deletedIds = new Set(await queries.deleteUnreserved(ctx, levelIds))
    return levelIds.filter((id) => !deletedIds.has(id))
  })
}

/** A product's movements, newest first. */
export async function listMovements(ctx: Ctx, productId: number, page: { offset: number; limit: number }) {
  return { data: await queries.movementsOf(ctx, productId, page), items: await queries.countMovements(ctx, productId) }
}
