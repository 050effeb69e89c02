import { waitingInOrder } from '#domain/orders/settling/waiting.ts'
import { type Ctx, announce, forAllAccounts, inTransaction, jobContext, type Services } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { hold, takeForOrder, withFamilies } from '../../stock/service.ts'
import * as lineQueries from '../line-queries.ts'
import { releaseSolved } from '../packing/reported.ts'
import * as queries from '../queries.ts'

/*
 * What the ledger has promised to an order's lines. Whoever holds an order's row goes on to the levels, never the other way round.
 */

/** What the ledger calls the movements of a line at one turn. */
export const keyOf = (item: { id: number; stockTurn: number }) => `${item.id}.${item.stockTurn}`

/** An order that somebody else holds just now gets its units a moment later. */
const AGAIN_SECONDS = 2

/**
 * Pieces that came free go to the open orders that are short of them, in order of arrival, before anybody can buy them again. In the transaction
 * that frees them, whose levels are locked: an order that somebody else holds is passed over, and a job returns for it.
 * @param exceptOrderId an order that gets none of them by itself: its packer reported a unit missing
 */
export async function promiseFreed(ctx: Ctx, freed: readonly number[], exceptOrderId?: number): Promise<void> {
  if (freed.length > 0) await forAllAccounts(ctx, (ctx) => giveFreed(ctx, freed, exceptOrderId))
}
async function giveFreed(ctx: Ctx, freed: readonly number[], exceptOrderId?: number): Promise<void> {
  const levelIds = await withFamilies(ctx, freed)
  const orderIds = (await queries.ordersShortOf(ctx, levelIds)).filter((id) => id !== exceptOrderId)
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

/** The same, for orders that were held when their units came free, and for those that wait for units that somebody counted. */
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
 * Promises units that are there now to an oversold order: somebody found or bought them, and counted them.
 * @throws not_found, stock_conflict when there is none of what it is short of
 */
export const promiseNow = (ctx: Ctx, orderId: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    if ((await queries.holdOrders(ctx, [orderId], 'wait')).length === 0) throw new AppError('not_found')
    await queries.relinkShort(ctx, orderId)
    const short = (await lineQueries.itemsOf(ctx, orderId)).filter((item) => item.shortfall > 0)
    const levelIds = short.flatMap(({ levelId }) => (levelId === null ? [] : [levelId]))
    await hold(ctx, levelIds)
    if ((await promiseTo(ctx, [orderId], levelIds)) > 0) return
    throw new AppError(
      'stock_conflict',
      short.length === 0
        ? 'This order already has all its stock.'
        : `Out of stock: ${[...new Set(short.map(({ sku }) => sku))].join(', ')}. Update the quantity first.`,
    )
  })

/** Gives what is available to an order that is held, with the levels locked. @returns units reserved */
export const promiseHeld = (ctx: Ctx, orderId: number, levelIds: readonly number[]): Promise<number> =>
  promiseTo(ctx, [orderId], levelIds)

/** @param orderIds orders that are held, of which those still open and short get what there is @returns units promised */
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
    // Where a bundle and its component wait for the same units, the first come has them.
    const got = lines.map((line) => ({ ...line, pieces: answers.get(keyOf(line))?.taken ?? 0 }))
    await lineQueries.saveStock(
      ctx,
      orderId,
      got.map(({ pieces, ...line }) => ({ ...line, taken: line.taken + pieces, shortfall: line.shortfall - pieces })),
    )
    const some = got.filter(({ pieces }) => pieces > 0)
    promised += some.reduce((sum, { pieces }) => sum + pieces, 0)
    if (some.length === 0) continue
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action: 'promised',
      new: { lines: some.map(({ sku, pieces }) => ({ sku, quantity: pieces })) },
    })
    await releaseSolved(ctx, orderId)
  }
  return promised
}
