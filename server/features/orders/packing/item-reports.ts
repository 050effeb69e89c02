import type { HandlerInput } from '#contract/endpoint.ts'
import type { reportItems, undoItemReport } from '#contract/orders/item-reports.ts'
import type { ItemReport, PackLine } from '#contract/orders/packing.ts'
import { lineUnitsOf, whyNotReported } from '#domain/orders/packing/reports.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { hold, loseForOrder, restoreToShelf, skusOfLevels, takeForOrder } from '../../stock/service.ts'
import { keyOf, promiseFreed, promiseHeld } from '../intake/promises.ts'
import * as lineQueries from '../line-queries.ts'
import * as queries from '../queries.ts'
import { mustBeFree } from '../shipping/holds.ts'
import { mustBeToShip, packOrder } from './packing.ts'
import { holdForReport, lockReport, releaseUndone, reportsOf } from './reported.ts'

/*
 * Items that a packer could not find or found damaged. They leave what is on hand at once, and the order line is short of them: the seller resolves it on
 * the page of order issues. A damaged unit is replaced at once where another one is available; a missing one is not, as its shelf was just looked at.
 */

type Change = HandlerInput<typeof reportItems>['body']
type CountedItem = lineQueries.StockItem & { levelId: number }

/** @throws not_found, packing_conflict, stock_conflict */
export const report = (ctx: Ctx, change: Change): Promise<ItemReport> =>
  inTransaction(ctx, async (ctx) => {
    const { orderId, itemId, kind, units } = change
    const { line, item } = await mustHold(ctx, change)
    const part = change.levelId === 0 ? null : { levelId: change.levelId, units }
    const after = isCounted(item) ? await lose(ctx, { line, item, change, part }) : { ...item, shortfall: units }
    const short = Math.max(0, after.shortfall - item.shortfall)
    const saved = await ctx.db
      .insertInto('itemReports')
      .values({
        organizationId: ctx.organizationId,
        orderId,
        itemId,
        kind,
        units,
        partLevelId: part?.levelId ?? null,
        levelId: item.levelId,
        short,
        stockTurn: after.stockTurn,
        holds: short > 0 && (await holdForReport(ctx, orderId)),
        userId: ctx.userId,
        at: ctx.services.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action: kind,
      new: { lines: [{ sku: line.sku || line.title, quantity: units, replaced: short === 0 }] },
    })
    return mustRead(ctx, orderId, saved.id)
  })

const isCounted = (item: lineQueries.StockItem): item is CountedItem => item.levelId !== null

/** The line as it stands once its order is held. */
async function mustHold(ctx: Ctx, change: Change): Promise<{ line: PackLine; item: lineQueries.StockItem }> {
  if ((await queries.holdOrders(ctx, [change.orderId], 'wait')).length === 0) throw new AppError('not_found')
  const order = await packOrder(ctx, change.orderId)
  const line = order.lines.find(({ id, levelId }) => id === change.itemId && levelId === change.levelId)
  const item = (await lineQueries.itemsOf(ctx, change.orderId)).find(({ id }) => id === change.itemId)
  if (!line || !item) throw new AppError('not_found')
  await mustBeToShip(ctx, order)
  await mustBeFree(ctx, change.orderId)
  const reports = order.reports.filter(({ itemId }) => itemId === change.itemId)
  // Stock knows nothing of a line that it does not count.
  const shortfall = isCounted(item) ? line.shortfall : reports.reduce((sum, { units }) => sum + units, 0)
  const why = whyNotReported({ ...line, shortfall }, change, reports)
  if (why) throw new AppError('packing_conflict', why)
  return { line, item }
}

/** @returns the line as it stands after its units left, and another took the place of a damaged one */
async function lose(
  ctx: Ctx,
  {
    line,
    item,
    change,
    part,
  }: { line: PackLine; item: CountedItem; change: Change; part: { levelId: number; units: number } | null },
): Promise<lineQueries.StockItem> {
  const { orderId, kind } = change
  const units = lineUnitsOf(line, change.units, item.taken)
  if (units === 0)
    throw new AppError('stock_conflict', `No unit of ${line.sku || line.title} is reserved for this order.`)
  const turned = {
    ...item,
    stockTurn: item.stockTurn + 1,
    taken: item.taken - units,
    shortfall: item.shortfall + units,
  }
  await hold(ctx, [item.levelId, ...(part ? [part.levelId] : [])])
  const freed = await loseForOrder(ctx, {
    orderId,
    source: 'motto',
    key: keyOf(turned),
    kind,
    levelId: item.levelId,
    units,
    part,
  })
  await lineQueries.saveStock(ctx, orderId, [turned])
  if (kind === 'damaged') await promiseHeld(ctx, orderId, [item.levelId])
  await promiseFreed(ctx, freed, orderId)
  const after = (await lineQueries.itemsOf(ctx, orderId)).find(({ id }) => id === item.id)
  return after ?? turned
}

/** Takes a report back while nothing has happened to the line since. @returns the order @throws not_found, packing_conflict, stock_conflict */
export const undoReport = (ctx: Ctx, { reportId }: HandlerInput<typeof undoItemReport>['body']): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const known = await lockReport(ctx, reportId)
    if (!known) throw new AppError('not_found')
    await queries.holdOrders(ctx, [known.orderId], 'wait')
    // Somebody else may have undone it while we waited.
    const saved = await lockReport(ctx, reportId)
    if (!saved) throw new AppError('not_found')
    if (saved.undoneAt) return saved.orderId
    const { orderId } = saved
    const { canUndo, sku, units } = await mustRead(ctx, orderId, reportId)
    if (!canUndo)
      throw new AppError('stock_conflict', `${sku} has changed in this order since. Count it in Inventory instead.`)
    await mustBeFree(ctx, orderId)
    const item = (await lineQueries.itemsOf(ctx, orderId)).find(({ id }) => id === saved.itemId)
    if (item && isCounted(item)) await restore(ctx, item, saved)
    await ctx.db
      .updateTable('itemReports')
      .set({ undoneAt: ctx.services.clock.now() })
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', reportId)
      .execute()
    await releaseUndone(ctx, orderId)
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action: 'report undone',
      new: { lines: [{ sku, quantity: units }] },
    })
    return orderId
  })

async function restore(
  ctx: Ctx,
  item: CountedItem,
  { orderId, partLevelId, units, short }: { orderId: number; partLevelId: number | null; units: number; short: number },
): Promise<void> {
  const levelId = partLevelId ?? item.levelId
  const turned = { ...item, stockTurn: item.stockTurn + 1 }
  const key = keyOf(turned)
  await hold(ctx, [item.levelId, levelId])
  await restoreToShelf(ctx, {
    orderId,
    source: 'motto',
    key,
    levelId,
    quantity: units,
    throughId: partLevelId && item.levelId,
  })
  if (short === 0) return promiseFreed(ctx, [levelId])
  const sku = (await skusOfLevels(ctx, [item.levelId])).get(item.levelId) ?? item.sku
  const answer = (
    await takeForOrder(ctx, { orderId, source: 'motto', lines: [{ key, sku, quantity: short, sold: 0 }] })
  ).get(key)
  if (answer?.taken !== short)
    throw new AppError(
      'stock_conflict',
      `The other components of ${sku} have been sold since. Resolve the line in Order issues.`,
    )
  await lineQueries.saveStock(ctx, orderId, [
    { ...turned, taken: item.taken + short, shortfall: item.shortfall - short },
  ])
}

async function mustRead(ctx: Ctx, orderId: number, reportId: number): Promise<ItemReport> {
  const saved = (await reportsOf(ctx, [orderId])).find(({ id }) => id === reportId)
  if (!saved) throw new AppError('packing_conflict', 'This order is no longer open.')
  return saved
}
