import { type planStock, stillShort } from '#domain/orders/intake/intake.ts'
import { waitingInOrder } from '#domain/orders/settling/waiting.ts'
import { type Ctx, announce, inTransaction, jobContext, type Services } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { hold, releaseForOrder, shipForOrder, takeForOrder, withFamilies } from '../../stock/service.ts'
import * as queries from '../queries.ts'

/*
 * What the ledger has promised to an order's lines. Whoever holds an order's row goes on to the levels, never the other way round.
 */

/** Ends promises and makes new ones as planned, and saves the lines. @returns the lines that took pieces, with what stock answered */
export async function moveLines(
  ctx: Ctx,
  channel: string,
  orderId: number,
  o: {
    known: readonly queries.StockItem[]
    plan: ReturnType<typeof planStock>
    lines: Parameters<typeof queries.saveLines>[2]
    /** Of lines that are no longer there: which of them go. */
    removes: (externalId: string) => boolean
  },
): Promise<(queries.SettledLine & { externalId: string })[]> {
  const { plan, lines } = o
  const ending = o.known.filter((item) => plan.release.includes(item.externalId)).flatMap(promisesOf)
  // Two calls to the ledger in one transaction: all their levels are locked first, so that two orders never wait crosswise.
  if (ending.length > 0)
    await hold(
      ctx,
      ending.map((line) => line.levelId),
      plan.take.map((line) => line.sku),
    )
  await releaseForOrder(ctx, { orderId, lines: ending })
  const known = new Map(o.known.map((item) => [item.externalId, item]))
  const saved = await queries.saveLines(
    ctx,
    orderId,
    lines.map((line) => withMissing(line, known.get(line.externalId))),
  )
  if (plan.release.length > 0) await queries.clearStock(ctx, orderId, plan.release)
  const staying = o.known.filter(({ externalId }) => !o.removes(externalId))
  const lineIds = new Set([...lines, ...staying].map(({ externalId }) => externalId))
  if (o.known.some(({ externalId }) => !lineIds.has(externalId)))
    await queries.removeLinesBut(ctx, orderId, [...lineIds])
  const linesById = new Map(plan.take.map((line) => [line.externalId, line]))
  const settled = await promise(ctx, channel, orderId, saved, linesById)
  await queries.saveStock(ctx, orderId, settled)
  await promiseFreed(
    ctx,
    ending.map((line) => line.levelId),
  )
  const names = new Map(saved.map((item) => [item.id, item.externalId]))
  return settled.map((line) => ({ ...line, externalId: names.get(line.id) ?? '' }))
}

/** What a stored line was short of, as far as its new version still asks for it. */
const withMissing = <L extends { quantity: number; lost?: number }>(line: L, item: queries.StockItem | undefined) =>
  item ? { ...line, shortfall: stillShort({ ...line, gone: item.gone }, item) } : line

/** Takes pieces for lines that hold none, in the transaction that says what they are of. @returns what stock answered */
export async function promiseLines(
  ctx: Ctx,
  { id, channel }: { id: number; channel: string },
  lines: readonly queries.StockItem[],
): Promise<queries.SettledLine[]> {
  const quantities = new Map(lines.map(({ externalId, quantity, gone }) => [externalId, { quantity: quantity - gone }]))
  const settled = await promise(ctx, channel, id, lines, quantities)
  await queries.saveStock(ctx, id, settled)
  return settled
}

/** What a line was promised of the SKU that it had before ends: those pieces go on to whoever waits for them, or are for sale. */
export async function releaseLine(ctx: Ctx, before: queries.StockItem & { orderId: number }): Promise<void> {
  await releaseForOrder(ctx, { orderId: before.orderId, lines: promisesOf(before) })
  if (before.levelId !== null) await promiseFreed(ctx, [before.levelId])
}

/** Takes pieces for lines, under a name that was never used in the ledger. @param quantities external id → pieces @returns what stock answered */
async function promise(
  ctx: Ctx,
  channel: string,
  orderId: number,
  saved: readonly queries.StockItem[],
  quantities: ReadonlyMap<string, { quantity: number; sold?: number }>,
): Promise<queries.SettledLine[]> {
  const items = saved
    .filter((item) => quantities.has(item.externalId))
    .map((item) => ({ ...item, stockTurn: item.stockTurn + 1 }))
  const lines = items.map((item) => {
    const { quantity = 0, sold } = quantities.get(item.externalId) ?? {}
    return { key: keyOf(item), sku: item.sku, quantity, sold }
  })
  const result = await takeForOrder(ctx, { orderId, source: channel, lines })
  return items.flatMap((item) => {
    const line = result.get(keyOf(item))
    return line
      ? [
          {
            id: item.id,
            levelId: line.levelId,
            productId: line.productId,
            taken: line.taken,
            shortfall: stillShort(item, line),
            stockTurn: item.stockTurn,
          },
        ]
      : []
  })
}

/** The pieces promised to an order are for sale again, once. In the transaction that cancels it. */
export async function releasePieces(ctx: Ctx, orderId: number): Promise<void> {
  const items = await queries.itemsOf(ctx, orderId)
  const lines = items.flatMap(promisesOf)
  await releaseForOrder(ctx, { orderId, lines })
  await queries.clearStock(
    ctx,
    orderId,
    items.map((item) => item.externalId),
  )
  await promiseFreed(
    ctx,
    lines.map((line) => line.levelId),
  )
}

/** The pieces promised to an order leave the building. In the transaction that marks it shipped. */
export const sendOut = async (ctx: Ctx, orderId: number) =>
  shipForOrder(ctx, { orderId, lines: (await queries.itemsOf(ctx, orderId)).flatMap(promisesOf) })

const keyOf = (item: { id: number; stockTurn: number }) => `${item.id}.${item.stockTurn}`

/** All that was ever promised to a line: the ledger ends each promise once. */
const promisesOf = ({ id, levelId, stockTurn }: queries.StockItem) =>
  levelId === null
    ? []
    : Array.from({ length: stockTurn }, (_, turn) => ({ key: keyOf({ id, stockTurn: turn + 1 }), levelId }))

/** An order that somebody else holds just now gets its pieces a moment later. */
const AGAIN_SECONDS = 2

/**
 * Pieces that came free go to the open orders that are short of them, in order of arrival, before anybody can buy them again. In the transaction
 * that frees them, whose levels are locked: an order that somebody else holds is passed over, and a job returns for it.
 */
export async function promiseFreed(ctx: Ctx, freed: readonly number[]): Promise<void> {
  if (freed.length === 0) return
  const levelIds = await withFamilies(ctx, freed)
  const orderIds = await queries.ordersShortOf(ctx, levelIds)
  if (orderIds.length === 0) return
  const lockedIds = await queries.holdOrders(ctx, orderIds, 'skip')
  await promiseTo(ctx, lockedIds, levelIds)
  if (lockedIds.length < orderIds.length)
    await enqueue(
      ctx,
      'orders.promise',
      { organizationId: ctx.organizationId, levelIds },
      { startAfter: new Date(ctx.services.clock.now().getTime() + AGAIN_SECONDS * 1000) },
    )
}

/** The same, for orders that were held when their pieces came free, and for those that wait for pieces that somebody counted. */
export async function promiseWaitingJob(
  services: Services,
  { organizationId, levelIds, counted = false }: Jobs['orders.promise'],
) {
  const ctx = jobContext(services, organizationId)
  const promised = await inTransaction(ctx, async (ctx) => {
    const lockedIds = await queries.holdOrders(ctx, await queries.ordersShortOf(ctx, levelIds), 'wait')
    await hold(ctx, levelIds)
    return promiseTo(ctx, lockedIds, levelIds, { waitingOnly: counted })
  })
  if (promised > 0) announce(ctx, ['orders', 'products'])
}

/**
 * Promises pieces that are there now to an oversold order: somebody found or bought them, and counted them.
 * @throws not_found, stock_conflict when there is none of what it is short of
 */
export const promiseNow = (ctx: Ctx, orderId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    if ((await queries.holdOrders(ctx, [orderId], 'wait')).length === 0) throw new AppError('not_found')
    await queries.relinkShort(ctx, orderId)
    const short = (await queries.itemsOf(ctx, orderId)).filter((item) => item.shortfall > 0)
    const levelIds = short.flatMap(({ levelId }) => (levelId === null ? [] : [levelId]))
    await hold(ctx, levelIds)
    if ((await promiseTo(ctx, [orderId], levelIds)) > 0) return
    throw new AppError(
      'stock_conflict',
      short.length === 0
        ? 'This order has all its pieces.'
        : `There is none available of ${[...new Set(short.map(({ sku }) => sku))].join(', ')}. Set its quantity first.`,
    )
  })

/** @param orderIds orders that are held, of which those still open and short get what there is @returns pieces promised */
async function promiseTo(
  ctx: Ctx,
  orderIds: readonly number[],
  levelIds: readonly number[],
  o = { waitingOnly: false },
): Promise<number> {
  const grants = waitingInOrder(await queries.shortLines(ctx, orderIds, levelIds, o))
  let promised = 0
  for (const orderId of new Set(grants.map((line) => line.orderId))) {
    const lines = grants
      .filter((line) => line.orderId === orderId)
      .map((line) => ({ ...line, stockTurn: line.stockTurn + 1 }))
    const answers = await takeForOrder(ctx, {
      orderId,
      source: lines[0]?.channel ?? '',
      lines: lines.map((line) => ({ key: keyOf(line), sku: line.levelSku, quantity: line.pieces, sold: 0 })),
    })
    // Where a bundle and its component wait for the same pieces, the first come has them.
    const got = lines.map((line) => ({ ...line, pieces: answers.get(keyOf(line))?.taken ?? 0 }))
    await queries.saveStock(
      ctx,
      orderId,
      got.map(({ id, levelId, productId, taken, shortfall, stockTurn, pieces }) => ({
        id,
        levelId,
        productId,
        taken: taken + pieces,
        shortfall: shortfall - pieces,
        stockTurn,
      })),
    )
    const some = got.filter(({ pieces }) => pieces > 0)
    promised += some.reduce((sum, { pieces }) => sum + pieces, 0)
    if (some.length > 0)
      await audit(ctx, {
        entity: 'order',
        entityId: orderId,
        action: 'promised',
        new: { lines: some.map(({ sku, pieces }) => ({ sku, quantity: pieces })) },
      })
  }
  return promised
}
