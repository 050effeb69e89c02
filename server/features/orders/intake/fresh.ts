import { isCounted } from '#domain/orders/intake/intake.ts'
import {
  type LinePlan,
  type LineStock,
  NO_STOCK,
  isOversold,
  leaveUnits,
  planLine,
} from '#domain/orders/intake/line-stock.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { auditMany } from '../../audit.ts'
import { tellOrders, tellOversold } from '../../notifications/service.ts'
import { moveForOrders, takeForOrders } from '../../stock/service.ts'
import { backThere, oweFor, soldThere } from '../../sync/service.ts'
import {
  type Arriving,
  type Source,
  columnsOf,
  isHistory,
  knownAs,
  linesToStore,
  newOrderText,
  ruled,
  summary,
} from './arriving.ts'
import * as channelSkus from './channel-skus.ts'
import * as queries from './fresh-queries.ts'
import { runRules, type rulesOn } from '../rules/run.ts'
import { shelveReturned } from '../returns/returns.ts'

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

/** A line as it is kept at once: with what stock is asked for, and then with what it answered. */
type Line = Arriving['lines'][number] & { id: number; channelSent?: number | undefined; plan?: LinePlan }
interface FreshOrder {
  order: Arriving
  id: number
  lines: Line[]
}
interface Answer extends LineStock {
  levelId: number
  productId: number
  lost: number
  /** Units that have left on hand already. */
  left: number
}
/** By the lines' ids; none where stock was not asked, or knows no such SKU. */
type Answers = ReadonlyMap<number, Answer>

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
    const intakes = orders.flatMap((order): FreshOrder[] => {
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

function takenAs(source: Source, order: Arriving, { id, lineIds }: queries.MadeOrder): FreshOrder {
  const history = isHistory(source, order)
  const lines = linesToStore(order).map((line, n) => {
    const units = { quantity: line.quantity, sent: line.sent ?? 0, lost: line.lost }
    const plan = planLine(NO_STOCK, order.state, units, 0)
    const asks = isCounted({ before: null, history }, line, undefined) && plan.take > 0
    return { ...line, id: lineIds[n] ?? 0, ...(asks && { plan }) }
  })
  return { order, id, lines }
}

/** The first turn of a line: as `keyOf` of promises.ts names it. */
const keyOf = ({ id }: { id: number }) => `${id}.1`

/** Stock is asked before the lines are written, so that they are written once, as they stay. */
async function takePieces(ctx: Ctx, source: Source, intakes: readonly FreshOrder[]): Promise<Answers> {
  const answers = await askStock(ctx, source, intakes)
  const unknown = await queries.insertLines(
    ctx,
    intakes.flatMap(({ order, id: orderId, lines }) =>
      lines.map((line) => ({
        ...line,
        orderId,
        orderDate: order.orderDate,
        integrationId: source.id,
        answer: answers.get(line.id),
      })),
    ),
  )
  const oversold = intakes.filter((intake) => isShort(intake, answers)).map(({ id }) => id)
  await queries.markOrders(ctx, { oversold, unknown })
  return answers
}

/** Units that have left already leave at once. */
async function askStock(ctx: Ctx, source: Source, intakes: readonly FreshOrder[]): Promise<Answers> {
  const requests = intakes.flatMap(({ order, id: orderId, lines }) =>
    lines.flatMap(({ plan, ...line }) => (plan ? [{ line, plan, orderId, state: order.state, key: keyOf(line) }] : [])),
  )
  const stockAnswers = await takeForOrders(
    ctx,
    source.channel,
    requests.map(({ line, plan, orderId, key }) => ({ orderId, key, sku: line.sku, quantity: plan.take })),
  )
  const answers = new Map<number, Answer>()
  const leaving = requests.flatMap(({ line, plan, orderId, state, key }) => {
    const answer = stockAnswers.get(key)
    if (!answer) return []
    const { levelId, productId } = answer
    const { stock, left } = leaveUnits(plan, answer, state)
    answers.set(line.id, { ...stock, levelId, productId, lost: line.lost, left })
    return left > 0 ? [{ orderId, key, kind: 'ship' as const, levelId, units: left, unsold: 0 }] : []
  })
  await moveForOrders(ctx, source.channel, leaving)
  return answers
}

const answersOf = ({ lines }: FreshOrder, answers: Answers) => lines.flatMap(({ id }) => answers.get(id) ?? [])
const isShort = (intake: FreshOrder, answers: Answers) =>
  answersOf(intake, answers).some((answer) =>
    intake.order.state === 'open' ? answer.shortfall > 0 : isOversold(answer),
  )

function sumsOf(intake: FreshOrder, answers: Answers): { promised: number; short: number } {
  const own = answersOf(intake, answers)
  const sum = (of: (answer: Answer) => number) => own.reduce((all, answer) => all + of(answer), 0)
  return {
    promised: sum((answer) => answer.taken + answer.left),
    short: sum((answer) => answer.shortfall + Math.max(0, answer.uncounted - answer.lost)),
  }
}

/** Whoever is to learn what was sold and what came back. */
async function tellOfStock(ctx: Ctx, source: Source, intakes: readonly FreshOrder[], answers: Answers): Promise<void> {
  for (const intake of intakes)
    if (isShort(intake, answers)) await tellOversold(ctx, newOrderText(source, intake.order, intake.id))
  const nameOf = knownAs(
    await channelSkus.linkedUnder(
      ctx,
      source.id,
      intakes.flatMap(({ lines }) => lines),
    ),
  )
  const current = intakes.filter(({ order }) => !isHistory(source, order))
  for (const { id, lines } of current)
    await shelveReturned(
      ctx,
      { id, channel: source.channel, integrationId: source.id },
      lines.flatMap(({ id: itemId, returned = 0 }) => (returned > 0 ? [{ itemId, returned }] : [])),
    )
  const all = intakes.flatMap(({ lines }) => lines)
  const sold = all.flatMap((line) => (line.plan ? [{ sku: nameOf(line), quantity: line.plan.take }] : []))
  const returned = current
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.returned ? [{ sku: nameOf(line), quantity: line.returned }] : []))
  // They were sold and are there again, which we learn at once. No level moves, so nothing else has the number there looked at.
  const undone = current.flatMap(({ order }) => order.undone)
  await oweFor(ctx, undone)
  await soldThere(ctx, source.id, [...sold, ...undone])
  await backThere(ctx, source.id, [...undone, ...returned])
}
