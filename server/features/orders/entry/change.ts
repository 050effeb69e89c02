import type { OrderChange } from '#contract/orders/change.ts'
import {
  filledParts,
  manualPayment,
  manualState,
  whyLinesStay,
  whyNotCancelled,
  whyNotEdited,
} from '#domain/orders/entry/manual.ts'
import { orderTotals } from '#domain/orders/intake/totals.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { settleStored } from '../intake/line-stock.ts'
import { type ManualLine, mustAddUp, saveManualLines } from './lines.ts'
import { piecesPacked, piecesSent } from '../packing/queries.ts'
import * as lineQueries from '../line-queries.ts'
import * as queries from '../queries.ts'

type OrderRow = NonNullable<Awaited<ReturnType<typeof queries.lockById>>>
type Line = Awaited<ReturnType<typeof queries.linesOf>>[number]

/**
 * Changes an order made by hand, as one: its lines with what stock has to give or gets back, its amounts, customer, payment and notes.
 * A refund before anything was sent cancels it.
 * @throws not_found, order_of_channel, edit_conflict, invalid_input, stock_conflict
 */
export const change = (ctx: Ctx, input: OrderChange): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, input.id, whyNotEdited)
    if (input.updateDate !== undefined && new Date(input.updateDate).getTime() !== order.updateDate.getTime())
      throw new AppError('edit_conflict')
    const columns = { ...(await amountsOf(ctx, order, input)), ...wordsOf(order, input) }
    const changed = Object.entries(columns).filter(([name, value]) => !same(order[name as keyof OrderRow], value))
    if (changed.length > 0) await queries.updateOrder(ctx, order.id, stored(Object.fromEntries(changed)))
    const lines = input.items ? await changeLines(ctx, order, input.items) : false
    if (changed.length === 0 && !lines) return
    // What is owed to nobody has no line of its own to say so: the order does.
    if (changed.length === 0) await queries.updateOrder(ctx, order.id, {})
    await audit(ctx, {
      entity: 'order',
      entityId: order.id,
      action: 'edited',
      old: {
        ...Object.fromEntries(changed.map(([name]) => [name, order[name as keyof OrderRow]])),
        ...(lines && { lines: lines.before }),
      },
      new: { ...Object.fromEntries(changed), ...(lines && { lines: lines.after }) },
    })
    const state = manualState({ ...order, paymentStatus: input.paymentStatus ?? order.paymentStatus })
    if (order.state === 'open' && state.state === 'cancelled') await markCancelled(ctx, order)
  })

/** Cancels an order made by hand: its pieces are for sale again, once. @throws not_found, order_of_channel, invalid_input */
export const cancel = (ctx: Ctx, id: number): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id, (o) => (o.channel === 'manual' ? undefined : whyNotCancelled(o)))
    const refusal = whyNotCancelled(order)
    if (refusal) throw invalid('orderId', refusal)
    if (order.state === 'open') await markCancelled(ctx, order)
  })

async function lockOrder(ctx: Ctx, id: number, whyNot: (order: OrderRow) => string | undefined): Promise<OrderRow> {
  const order = await queries.lockById(ctx, id)
  if (!order) throw new AppError('not_found')
  const refusal = whyNot(order)
  if (refusal) throw new AppError('order_of_channel', refusal)
  return order
}

/** What has left is in nobody's shelf: it comes back as a return, if it does. @throws stock_conflict */
async function mustHaveAll(ctx: Ctx, order: OrderRow): Promise<void> {
  if ((await piecesSent(ctx, order.id)).length > 0)
    throw new AppError(
      'stock_conflict',
      'Part of this order has shipped. Reduce the items to what was shipped, then mark it shipped.',
    )
}

async function markCancelled(ctx: Ctx, order: OrderRow): Promise<void> {
  await mustHaveAll(ctx, order)
  const now = {
    state: 'cancelled' as const,
    stage: '' as const,
    orderStatus: 'Cancelled',
    readyToShip: false,
    oversold: false,
  }
  await queries.updateOrder(ctx, order.id, now)
  await settleStored(ctx, { ...order, state: now.state })
  const { state, orderStatus } = order
  await audit(ctx, {
    entity: 'order',
    entityId: order.id,
    action: 'cancelled',
    old: { state, orderStatus },
    new: { state: now.state, orderStatus: now.orderStatus },
  })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Addresses are kept as JSON. */
const stored = (columns: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, name.endsWith('Address') ? JSON.stringify(value) : value]),
  )

const defined = <T extends object>(columns: T): Partial<T> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<T>

function wordsOf(order: OrderRow, o: OrderChange) {
  return defined({
    paymentStatus: o.paymentStatus,
    payment: o.paymentStatus === undefined ? undefined : manualPayment(o.paymentStatus),
    paymentAmount: o.paymentAmount,
    paymentDate: o.paymentDate,
    paymentMethod: o.paymentDetails?.paymentMethod,
    billingAddress: o.paymentDetails?.billingAddress && filledParts(o.paymentDetails.billingAddress),
    shippingDate: o.shippingDate,
    shippingMethod: o.shippingDetails?.shippingMethod,
    trackingNumber: o.shippingDetails?.trackingNumber,
    shippingAddress: o.shippingDetails?.shippingAddress && filledParts(o.shippingDetails.shippingAddress),
    buyerName: o.customer?.name,
    buyerEmail: o.customer?.email,
    buyerPhone: o.customer?.phone,
    notes: o.orderDetails?.notes,
    readyToShip: order.state === 'open' ? o.orderDetails?.readyToShip : undefined,
  })
}

/** The order's sums, where its lines or amounts are given. Those kept hold the lines' own tax and discount (ORD-256). @throws invalid_input */
async function amountsOf(ctx: Ctx, order: OrderRow, o: OrderChange) {
  const { items, shippingCost, discountAmount, feeAmount, taxAmount } = o
  if ([items, shippingCost, discountAmount, feeAmount, taxAmount].every((v) => v === undefined)) return {}
  const before = await queries.linesOf(ctx, order.id)
  const of = (lines: readonly Pick<Line, 'taxAmount' | 'discountAmount'>[], name: 'taxAmount' | 'discountAmount') =>
    lines.reduce((sum, line) => sum + line[name], 0)
  const totals = orderTotals({
    items: (items ?? before).map((item) => ({ ...item, cost: 0 })),
    shippingCost: shippingCost ?? order.shippingCost,
    feeAmount: feeAmount ?? order.feeAmount,
    taxAmount: taxAmount ?? order.taxAmount - of(before, 'taxAmount'),
    discountAmount: discountAmount ?? order.discountAmount - of(before, 'discountAmount'),
  })
  mustAddUp(totals)
  return {
    totalPrice: totals.itemsTotal,
    totalAmount: totals.total,
    taxAmount: totals.tax,
    discountAmount: totals.discount,
    feeAmount: totals.fees,
    shippingCost: totals.shipping,
  }
}

const brief = (lines: readonly { sku: string; quantity: number; price: number }[]) =>
  lines.map(({ sku, quantity, price }) => ({ sku, quantity, price }))

/** @returns what changed; false when the lines are as they were. @throws invalid_input */
async function changeLines(ctx: Ctx, order: OrderRow, items: NonNullable<OrderChange['items']>) {
  const before = await queries.linesOf(ctx, order.id)
  const lines = named(items, before)
  const content = (all: readonly ManualLine[]) =>
    all.map(({ externalId, sku, itemTitle, quantity, price, taxAmount, discountAmount }) =>
      [externalId, sku, itemTitle, quantity, price, taxAmount, discountAmount].join('\n'),
    )
  if (same(content(lines).toSorted(), content(before).toSorted())) return false
  const refusal = whyLinesStay(order.state)
  if (refusal) throw invalid('order.items', refusal)
  await mustCoverSent(ctx, order, lines)
  await mustKeepPacked(ctx, order, lines)
  await saveManualLines(
    ctx,
    { id: order.id, state: order.state, known: await lineQueries.itemsOf(ctx, order.id), takes: true },
    lines,
  )
  return { before: brief(before), after: brief(lines) }
}

/** @throws invalid_input where a line would hold less than has left of it */
async function mustCoverSent(ctx: Ctx, order: OrderRow, lines: readonly ManualLine[]): Promise<void> {
  for (const { externalId, sku, sent } of await piecesSent(ctx, order.id)) {
    const at = lines.findIndex((line) => line.externalId === externalId)
    if ((lines[at]?.quantity ?? 0) < sent)
      throw invalid(
        at < 0 ? 'order.items' : `order.items.${at}.quantity`,
        `${sent} of ${sku} ${sent === 1 ? 'has' : 'have'} left already.`,
      )
  }
}

/** A line that is gone could tell no packer that its pieces come out. @throws invalid_input */
async function mustKeepPacked(ctx: Ctx, order: OrderRow, lines: readonly ManualLine[]): Promise<void> {
  const conflict = (await piecesPacked(ctx, order.id)).find(
    (packed) => !lines.some(({ externalId }) => externalId === packed.externalId),
  )
  if (conflict)
    throw invalid(
      'order.items',
      `${conflict.sku} is already packed. Remove it on the packing page, then delete the line.`,
    )
}

/** Lines under the names they have; one that is new, or sells another SKU now, gets the next. */
function named(items: NonNullable<OrderChange['items']>, before: readonly Line[]): ManualLine[] {
  const byId = new Map(before.map((line) => [line.id, line]))
  let last = Math.max(0, ...before.map((line) => Number(line.externalId)))
  return items.map(({ id, ...item }, at) => {
    const line = id ? byId.get(id) : undefined
    if (id && !line) throw invalid(`order.items.${at}.id`, 'This line isn’t part of this order. Reload and try again.')
    const stays = line !== undefined && line.sku === item.sku
    if (!stays) last += 1
    return {
      ...item,
      itemTitle: item.itemTitle || (stays ? line.itemTitle : ''),
      shippingCost: stays ? line.shippingCost : 0,
      externalId: stays ? line.externalId : String(last),
    }
  })
}
