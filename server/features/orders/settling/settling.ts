import type { ChannelId } from '#contract/channels/ids.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { listUnsettled } from '#contract/orders/settling.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { hold } from '../../stock/service.ts'
import * as channelSkus from '../intake/channel-skus.ts'
import { settleLines } from '../intake/line-stock.ts'
import { historyBefore } from '../intake/pull.ts'
import * as lineQueries from '../line-queries.ts'
import { releaseSolved, reportsOf } from '../packing/reported.ts'
import * as queries from '../queries.ts'
import { adminUrl } from '../service.ts'
import * as settling from './queries.ts'
import { mustBeFree } from '../shipping/holds.ts'

/*
 * Lines of orders that somebody has to settle: of SKUs that nobody knows, and short of pieces. Stock moves through the ledger alone, in the order
 * of arrival. Whoever holds orders goes on to the levels, never the other way round.
 */

interface Settled {
  lines: number
  short: number
}
const NONE: Settled = { lines: 0, short: 0 }

/** A page of what is to be settled, with how much there is of each kind. */
export async function list(
  ctx: Ctx,
  { offset, limit, ...filter }: HandlerInput<typeof listUnsettled>['query'],
): Promise<HandlerReply<typeof listUnsettled>> {
  const rows = await settling.page(ctx, filter, { offset, limit })
  const { short, unknown } = await settling.counts(ctx, filter)
  const items = filter.kind === 'short' ? short : filter.kind === 'unknown' ? unknown : short + unknown
  const reports = await reportsOf(ctx, [...new Set(rows.map(({ orderId }) => orderId))])
  const data = rows.map(({ externalOrderId, shop, ...row }) => ({
    ...row,
    reports: reports.filter(({ itemId }) => itemId === row.id),
    adminUrl: adminUrl(ctx, { ...row, externalOrderId, shop }),
  }))
  return { data, items, short, unknown }
}

/**
 * Says which product a channel's unknown SKU means. All lines of open orders that were sold under it take their pieces, the first come first, and the
 * next order finds it by itself. A line without a SKU is settled alone.
 * @throws not_found, invalid_input, stock_conflict
 */
export const assign = (ctx: Ctx, { itemId, sku }: { itemId: number; sku: string }): Promise<Settled> =>
  inTransaction(ctx, async (ctx) => {
    const line = await mustFind(ctx, itemId)
    const level = await mustBeSold(ctx, sku)
    const orderIds = [...new Set((await settling.alike(ctx, line)).map((settled) => settled.orderId))]
    const lockedIds = new Set(await queries.holdOrders(ctx, orderIds, 'wait'))
    await hold(ctx, [level.id])
    // What was settled while we waited is left as it is.
    const lines = (await settling.alike(ctx, line)).filter((settled) => lockedIds.has(settled.orderId))
    if (!lines.some(({ id }) => id === itemId)) throw new AppError('stock_conflict', 'This line is already resolved.')
    await settling.nameAnew(
      ctx,
      lines.map(({ id }) => id),
      level.id,
    )
    if (line.sku && line.channel !== 'manual')
      await channelSkus.remember(ctx, line.channel as ChannelId, line.sku, level.id)
    let short = 0
    for (const [orderId, of] of Map.groupBy(lines, (entry) => entry.orderId))
      short += await takePieces(ctx, orderId, of, { sku, from: line.sku })
    return { lines: lines.length, short }
  })

/** Orders older than the connection are named alone: their pieces were gone before anybody counted. @returns lines that are short */
async function takePieces(
  ctx: Ctx,
  orderId: number,
  lines: readonly settling.SettledBefore[],
  { sku, from }: { sku: string; from: string },
): Promise<number> {
  const [first] = lines
  if (!first) return 0
  const named = lines.map((line) => ({ ...line, sku }))
  const settled = (await isHistory(ctx, first))
    ? (await lineQueries.saveStock(ctx, orderId, []), [])
    : await settleLines(
        ctx,
        { id: orderId, channel: first.channel, state: 'open' },
        named.map((item) => ({ item })),
      )
  await audit(ctx, {
    entity: 'order',
    entityId: orderId,
    action: 'assigned',
    old: { sku: from },
    new: { sku, quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0) },
  })
  return settled.filter(({ shortfall }) => shortfall > 0).length
}

async function isHistory(ctx: Ctx, { integrationId, orderDate }: settling.SettledBefore): Promise<boolean> {
  const account = integrationId === null ? undefined : await settling.connectedAt(ctx, integrationId)
  return account !== undefined && orderDate < historyBefore(account.createdAt)
}

/**
 * Takes all pieces of a line that is short from another SKU; those that it had go on to whoever waits for them, or are for sale.
 * @throws not_found, invalid_input, stock_conflict, packing_conflict
 */
export const takeFrom = (ctx: Ctx, { itemId, sku }: { itemId: number; sku: string }): Promise<Settled> =>
  inTransaction(ctx, async (ctx) => {
    const line = await mustBeShort(ctx, itemId)
    if (sku === line.sku) throw invalid('sku', 'That’s the SKU that’s out of stock. Choose a different one.')
    const level = await mustBeSold(ctx, sku)
    if (line.sent > 0) throw new AppError('stock_conflict', 'Part of this line already shipped.')
    if (line.packed > 0)
      throw new AppError(
        'packing_conflict',
        `${line.sku} is already packed for this order. Remove it on the packing page first.`,
      )
    await mustBeFree(ctx, line.orderId)
    await hold(ctx, [level.id, ...(line.levelId === null ? [] : [line.levelId])])
    const order = { id: line.orderId, channel: line.channel, state: 'open' as const }
    await settleLines(ctx, order, [{ item: line, isDropped: true }])
    await settling.nameAnew(ctx, [itemId], level.id)
    const [substitute] = await settleLines(ctx, order, [{ item: await mustFind(ctx, itemId) }])
    const needed = line.quantity - line.lost
    if (!substitute || substitute.shortfall > 0)
      throw new AppError('stock_conflict', `${sku}: ${substitute?.taken ?? 0} available, ${needed} needed.`, {
        fields: { sku: `Only ${substitute?.taken ?? 0} of ${needed} are available.` },
      })
    await audit(ctx, {
      entity: 'order',
      entityId: line.orderId,
      action: 'taken from another SKU',
      old: { sku: line.sku },
      new: { sku, quantity: line.quantity },
    })
    await releaseSolved(ctx, line.orderId)
    return { lines: 1, short: 0 }
  })

/** From now on pieces that are counted go to the line, in order of arrival; or no longer. @throws not_found, stock_conflict */
export const wait = (ctx: Ctx, { itemId, waits }: { itemId: number; waits: boolean }): Promise<Settled> =>
  inTransaction(ctx, async (ctx) => {
    const line = await mustBeShort(ctx, itemId)
    await settling.mark(ctx, itemId, { waits })
    await audit(ctx, {
      entity: 'order',
      entityId: line.orderId,
      action: waits ? 'waiting' : 'not waiting',
      new: { sku: line.sku, quantity: line.shortfall },
    })
    return NONE
  })

/** A line of an unknown SKU needs no pieces of ours; or does after all. @throws not_found, stock_conflict */
export const leave = (ctx: Ctx, { itemId, leave }: { itemId: number; leave: boolean }): Promise<Settled> =>
  inTransaction(ctx, async (ctx) => {
    const line = await mustHold(ctx, itemId)
    if (line.productId !== null || line.levelId !== null)
      throw new AppError('stock_conflict', 'This line is already resolved.')
    await settling.mark(ctx, itemId, { leftAlone: leave })
    await lineQueries.saveStock(ctx, line.orderId, [])
    await audit(ctx, {
      entity: 'order',
      entityId: line.orderId,
      action: leave ? 'left alone' : 'not left alone',
      new: { sku: line.sku, quantity: line.quantity },
    })
    return NONE
  })

/** Orders that have their pieces keep them. @throws not_found */
export async function forget(
  ctx: Ctx,
  { channel, sku }: { channel: ChannelId; sku: string },
): Promise<Record<string, never>> {
  if (!(await channelSkus.forget(ctx, channel, sku))) throw new AppError('not_found')
  return {}
}

async function mustFind(ctx: Ctx, itemId: number): Promise<settling.SettledBefore> {
  const line = await settling.find(ctx, itemId)
  if (!line) throw new AppError('not_found', 'This line no longer exists, or its order isn’t open.')
  return line
}

/** The line as it stands once its order is held. */
async function mustHold(ctx: Ctx, itemId: number): Promise<settling.SettledBefore> {
  await queries.holdOrders(ctx, [(await mustFind(ctx, itemId)).orderId], 'wait')
  return mustFind(ctx, itemId)
}

async function mustBeShort(ctx: Ctx, itemId: number): Promise<settling.SettledBefore> {
  const line = await mustHold(ctx, itemId)
  if (line.shortfall > 0) return line
  throw new AppError('stock_conflict', 'This line already has all its stock.')
}

async function mustBeSold(ctx: Ctx, sku: string): Promise<{ id: number }> {
  const level = await settling.levelOf(ctx, sku)
  if (!level) throw invalid('sku', `There’s no product with the SKU ${sku}.`)
  if (!level.isSold) throw invalid('sku', `${sku} is sold in variations. Choose one of them.`)
  return level
}
