import { planStock, stillShort } from '#domain/orders/intake/intake.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { auditMany } from '../../audit.ts'
import { tellOrders, tellOversold } from '../../notifications/service.ts'
import { shipForOrder, takeForOrders } from '../../stock/service.ts'
import { backThere, oweFor, soldThere } from '../../sync/service.ts'
import { type Arriving, type Source, columnsOf, isHistory, knownAs, ruled, summary, newOrderText } from './arriving.ts'
import * as channelSkus from './channel-skus.ts'
import * as queries from './fresh-queries.ts'
import { runRules, type rulesOn } from '../rules/run.ts'

/** Locks of their SKUs are held for some ten milliseconds, and what one order costs by itself is shared. */
const MOST_ORDERS = 25
const MOST_LINES = 250

/** Orders in the order in which they stand, in parts that one transaction takes in; none twice in a part. */
export function inParts(orders: readonly Arriving[]): Arriving[][] {
  const parts: Arriving[][] = []
  let lines = 0
  for (const order of orders) {
    lines += order.lines.length
    const last = parts.at(-1)
    const fits =
      last &&
      last.length < MOST_ORDERS &&
      lines <= MOST_LINES &&
      last.every(({ externalOrderId }) => externalOrderId !== order.externalOrderId)
    if (fits) last.push(order)
    else {
      parts.push([order])
      lines = order.lines.length
    }
  }
  return parts
}

/** A line as it is kept at once: with what stock answered. */
type Line = Arriving['lines'][number]
interface Taken {
  order: Arriving
  id: number
  lines: (Line & { id: number })[]
  /** What it asks of stock, by the lines' external ids. */
  requested: ReadonlyMap<string, number>
}

/**
 * Takes in orders that are new to us, in one transaction: with their lines, their pieces, what channels are owed, and what rules say. All or none.
 * @returns the external ids of those that are new; others came from elsewhere meanwhile
 */
export const takeInFresh = (
  ctx: Ctx,
  source: Source,
  orders: readonly Arriving[],
  rules: Awaited<ReturnType<typeof rulesOn>>,
): Promise<ReadonlySet<string>> =>
  inTransaction(ctx, async (ctx) => {
    const made = await queries.insertOrders(
      ctx,
      orders.map((order) => ({ order: rowOf(source, order), raw: order.raw ?? {}, lines: order.lines.length })),
    )
    const ids = new Map(made.map((row) => [row.externalOrderId, row]))
    const intakes = orders.flatMap((order): Taken[] => {
      const row = ids.get(order.externalOrderId)
      return row ? [takenAs(source, order, row)] : []
    })
    const answers = await takePieces(ctx, source, intakes)
    await tellOfStock(ctx, source, intakes, answers)
    await auditMany(
      ctx,
      intakes.map((intake) => ({
        entity: 'order',
        entityId: intake.id,
        action: 'imported',
        new: { ...summary(intake.order, intake.order.state), ...sumsOf(intake, answers) },
      })),
    )
    const open = intakes.filter(({ order }) => order.state === 'open' && !isHistory(source, order))
    for (const { order, id } of open) await runRules(ctx, rules, id, ruled(source, order))
    await tellOrders(
      ctx,
      open.map(({ order, id }) => newOrderText(source, order, id)),
    )
    return new Set(ids.keys())
  })

/** Pieces and SKUs stand on the order from the start: a row that is written once is written into each index once. */
const rowOf = (source: Source, order: Arriving) => ({
  ...columnsOf(order),
  shippingAddress: order.shippingAddress,
  billingAddress: order.billingAddress,
  channel: source.channel,
  integrationId: source.id,
  state: order.state,
  totalQuantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  skus: [...new Set(order.lines.map(({ sku }) => sku))].filter(Boolean).toSorted(),
})

function takenAs(source: Source, order: Arriving, { id, lineIds }: queries.MadeOrder): Taken {
  const plan = planStock({
    before: null,
    state: order.state,
    history: isHistory(source, order),
    known: [],
    lines: order.lines,
  })
  return {
    order,
    id,
    lines: order.lines.map((line, n) => ({ ...line, id: lineIds[n] ?? 0 })),
    requested: new Map(plan.take.map(({ externalId, quantity }) => [externalId, quantity])),
  }
}

/** The first promise of a line: as `keyOf` of promises.ts names it. */
const keyOf = ({ id }: { id: number }) => `${id}.1`
type Answers = Awaited<ReturnType<typeof takeForOrders>>

/** Stock is asked before the lines are written, so that they are written once, as they stay. */
async function takePieces(ctx: Ctx, source: Source, intakes: readonly Taken[]): Promise<Answers> {
  const answers = await takeForOrders(
    ctx,
    source.channel,
    intakes.flatMap(({ id: orderId, lines, requested }) =>
      lines.flatMap((line) => {
        const quantity = requested.get(line.externalId)
        return quantity === undefined ? [] : [{ orderId, key: keyOf(line), sku: line.sku, quantity }]
      }),
    ),
  )
  for (const line of intakes.flatMap(({ lines }) => lines)) {
    const answer = answers.get(keyOf(line))
    if (answer) answers.set(keyOf(line), { ...answer, shortfall: stillShort(line, answer) })
  }
  const unknown = await queries.insertLines(
    ctx,
    intakes.flatMap(({ order, id: orderId, lines }) =>
      lines.map((line) => ({
        ...line,
        orderId,
        orderDate: order.orderDate,
        integrationId: source.id,
        answer: answers.get(keyOf(line)) ?? undefined,
      })),
    ),
  )
  const oversold = intakes.filter((intake) => sumsOf(intake, answers).short > 0).map(({ id }) => id)
  await queries.markOrders(ctx, { oversold, unknown })
  return answers
}

function sumsOf({ lines }: Taken, answers: Answers): { promised: number; short: number } {
  const sum = (of: 'taken' | 'shortfall') => lines.reduce((all, line) => all + (answers.get(keyOf(line))?.[of] ?? 0), 0)
  return { promised: sum('taken'), short: sum('shortfall') }
}

/** Whoever is to learn what was sold and what came back, and pieces that have left already. */
async function tellOfStock(ctx: Ctx, source: Source, intakes: readonly Taken[], answers: Answers): Promise<void> {
  for (const intake of intakes)
    if (sumsOf(intake, answers).short > 0) await tellOversold(ctx, newOrderText(source, intake.order, intake.id))
  const nameOf = knownAs(
    await channelSkus.linkedUnder(
      ctx,
      source.id,
      intakes.flatMap(({ lines }) => lines),
    ),
  )
  const sold = intakes.flatMap(({ lines, requested }) =>
    lines.flatMap((line) => {
      const quantity = requested.get(line.externalId)
      return quantity === undefined ? [] : [{ sku: nameOf(line), quantity }]
    }),
  )
  // They were sold and are there again, which we learn at once. No level moves, so nothing else has the number there looked at.
  const undone = intakes.flatMap(({ order }) => (isHistory(source, order) ? [] : order.undone))
  await oweFor(ctx, undone)
  await soldThere(ctx, source.id, [...sold, ...undone])
  await backThere(ctx, source.id, undone)
  for (const { order, id, lines } of intakes) {
    const isGone = order.state === 'shipped' || (order.state === 'cancelled' && lines.some(({ lost }) => lost > 0))
    if (!isGone) continue
    const promised = lines.flatMap((line) => {
      const levelId = answers.get(keyOf(line))?.levelId
      return levelId === undefined ? [] : [{ key: keyOf(line), levelId }]
    })
    await shipForOrder(ctx, { orderId: id, lines: promised })
  }
}
