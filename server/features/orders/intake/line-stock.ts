import type { OrderState } from '#domain/orders/intake/order-state.ts'
import { type LinePlan, isStill, leaveUnits, planLine } from '#domain/orders/intake/line-stock.ts'
import type { Ctx } from '../../../context.ts'
import { together } from '../../../db/connection/pipelined.ts'
import { type Move, hold, moveForOrders, skusOfLevels, takeForOrder } from '../../stock/service.ts'
import * as lineQueries from '../line-queries.ts'
import { keyOf, promiseFreed } from './promises.ts'

/*
 * The ledger follows an order's lines, unit by unit: what is to be shipped is reserved, and what has left has left on hand. Whoever holds an order's row goes
 * on to the levels, never the other way round.
 */

/** A stored line of an order that somebody holds. */
export interface CountedLine {
  item: lineQueries.StockItem
  /** Units that were refunded without restock before the change that is saved now. */
  lostBefore?: number
  /** Nobody asks for its units any more; those that left stay gone. */
  isDropped?: boolean
}
export interface MovedLine extends lineQueries.SettledLine {
  externalId: string
  /** Units that the line asks for besides. */
  added: number
  /** Units that it asks for no more. */
  unsold: number
}
interface Held {
  id: number
  channel: string
  state: OrderState
}
interface Planned extends CountedLine {
  key: string
  plan: LinePlan
}

/**
 * Brings the ledger to what an order's lines say now, and stores on the lines what it answered. A repeat changes nothing.
 * @param lines those that stock counts; one of a SKU that nobody knows is left as it is
 * @param keep external ids of the lines that stay where others are removed
 * @returns the lines that moved
 */
export async function settleLines(
  ctx: Ctx,
  order: Held,
  lines: readonly CountedLine[],
  keep?: readonly string[],
): Promise<MovedLine[]> {
  const planned = lines.flatMap((line) => plannedFor(line, order.state))
  // Several calls to the ledger in one transaction: all their levels are locked first, so that two orders never wait crosswise.
  const asking = planned.filter(({ plan }) => plan.take > 0)
  const before = planned.flatMap((line) => [
    ...moveOf(order, line, 'unship', line.plan.back, 0),
    ...moveOf(order, line, 'release', line.plan.released, line.plan.unsold),
  ])
  const [, , atOnce] = await together([
    planned.length > 0 &&
      hold(
        ctx,
        planned.flatMap(levelOf),
        asking.map(({ item }) => item.sku),
      ),
    moveForOrders(ctx, order.channel, before),
    before.length > 0 ? undefined : askFor(ctx, order, asking),
  ])
  // What comes free may be what another line asks for.
  const answers = atOnce ?? (await askFor(ctx, order, asking))
  const moved = planned.flatMap((line) => answered(line, order, answers.get(line.key)))
  await moveForOrders(
    ctx,
    order.channel,
    moved.flatMap(({ key, levelId, left: units }) =>
      units > 0 ? [{ orderId: order.id, key, kind: 'ship' as const, levelId, units, unsold: 0 }] : [],
    ),
  )
  if (keep) await lineQueries.removeLinesBut(ctx, order.id, keep)
  await lineQueries.saveStock(ctx, order.id, moved)
  const freed = planned.filter(({ plan }) => plan.released > 0)
  await promiseFreed(ctx, freed.flatMap(levelOf))
  return moved
}

/** The same for all lines of an order as they are stored. */
export const settleStored = async (ctx: Ctx, order: Held): Promise<MovedLine[]> =>
  settleLines(
    ctx,
    order,
    (await lineQueries.itemsOf(ctx, order.id)).flatMap((item) => (item.levelId === null ? [] : [{ item }])),
  )

const levelOf = ({ item: { levelId } }: CountedLine) => (levelId === null ? [] : [levelId])

/** @returns none where the ledger and the line agree already */
function plannedFor(line: CountedLine, state: OrderState): Planned[] {
  const { item, lostBefore = item.lost, isDropped = false } = line
  const units = isDropped ? { quantity: item.gone, sent: item.gone, lost: 0 } : item
  const plan = planLine(item, state, units, lostBefore)
  return isStill(plan) ? [] : [{ ...line, key: keyOf({ id: item.id, stockTurn: item.stockTurn + 1 }), plan }]
}

const moveOf = (
  { id: orderId }: Held,
  { item: { levelId }, key }: Planned,
  kind: Move['kind'],
  units: number,
  unsold: number,
): Move[] => (levelId === null || units + unsold === 0 ? [] : [{ orderId, key, kind, levelId, units, unsold }])

/** A line keeps its level when the level gets another SKU. */
async function askFor(ctx: Ctx, { id, channel }: Held, asking: readonly Planned[]) {
  const skus = await skusOfLevels(ctx, asking.flatMap(levelOf))
  return takeForOrder(ctx, {
    orderId: id,
    source: channel,
    lines: asking.map(({ item: { levelId, sku }, key, plan }) => ({
      key,
      sku: (levelId === null ? undefined : skus.get(levelId)) ?? sku,
      quantity: plan.take,
    })),
  })
}

type Answer = Awaited<ReturnType<typeof takeForOrder>> extends Map<string, infer A> ? A : never

/** @returns none where no SKU of ours has the line's name */
function answered(
  { item, key, plan }: Planned,
  { state }: Held,
  answer: Answer | undefined,
): (MovedLine & { key: string; left: number })[] {
  const levelId = answer?.levelId ?? item.levelId
  if (levelId === null) return []
  const { stock, left } = leaveUnits(plan, answer ?? { taken: 0, shortfall: plan.take }, state)
  return [
    {
      ...stock,
      id: item.id,
      externalId: item.externalId,
      levelId,
      productId: answer?.productId ?? item.productId,
      lost: item.lost,
      stockTurn: item.stockTurn + 1,
      added: plan.take,
      unsold: plan.unsold,
      key,
      left,
    },
  ]
}
