import type { NewOrder } from '#contract/orders.ts'
import { filledParts, knownSources, manualNumber, manualState } from '#domain/orders/manual.ts'
import { orderTotals } from '#domain/orders/totals.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import { promise, sendOut } from './intake.ts'
import * as queries from './queries.ts'

/** A hundred billion dollars in cents: more is a slip of the finger, and still counts exactly. */
const MOST = 1e13

type Totals = ReturnType<typeof orderTotals>

/**
 * Writes an order by hand and promises its pieces in the same transaction. Unlike a channel's, nobody has bought anything yet:
 * an order for more than there is, or for a SKU that is not ours, is refused whole.
 * @throws invalid_input, order_taken, stock_conflict
 */
export async function create(ctx: Ctx, order: NewOrder): Promise<{ id: number }> {
  const totals = orderTotals(order)
  if (totals.total < 0) throw invalid('order.discountAmount', 'The discounts are more than the order comes to.')
  if (totals.itemsTotal > MOST || totals.total > MOST)
    throw invalid('order.items', 'This order comes to more than can be kept. Check prices and quantities.')
  return inTransaction(ctx, async (ctx) => {
    const columns = columnsOf(ctx, order, totals)
    const made = await queries.insertOrder(ctx, columns)
    if (!made)
      throw new AppError('order_taken', undefined, {
        fields: { 'order.externalOrderId': `There is an order ${columns.externalOrderId} already.` },
      })
    await takePieces(ctx, made.id, order)
    if (columns.state === 'shipped') await sendOut(ctx, made.id)
    const { state, externalOrderId, orderStatus, shippingStatus, paymentStatus, totalAmount } = columns
    await audit(ctx, {
      entity: 'order',
      entityId: made.id,
      action: 'created',
      new: {
        channel: externalOrderId,
        source: order.source,
        state,
        orderStatus,
        shippingStatus,
        paymentStatus,
        totalAmount,
      },
    })
    return made
  })
}

function columnsOf(ctx: Ctx, o: NewOrder, totals: Totals) {
  const { clock } = ctx.services
  const externalOrderId = o.externalOrderId || manualNumber(() => clock.random())
  const { state, orderStatus } = manualState(o.shippingStatus)
  const paid = o.paymentStatus === 'Paid' ? totals.total : null
  return {
    channel: 'manual' as const,
    integrationId: null,
    externalOrderId,
    number: externalOrderId,
    state,
    orderStatus,
    shippingStatus: o.shippingStatus,
    paymentStatus: o.paymentStatus,
    orderDate: clock.now(),
    shippingDate: o.shippingDate ?? (state === 'shipped' ? clock.now() : null),
    currency: o.currency,
    shippingCost: totals.shipping,
    totalPrice: totals.itemsTotal,
    totalAmount: totals.total,
    discountAmount: totals.discount,
    taxAmount: totals.tax,
    feeAmount: totals.fees,
    // Whoever says that an order is paid and leaves the amount blank means all of it: that is what the field suggests (ORD-218).
    paymentAmount: o.paymentAmount ?? paid,
    paymentDate: o.paymentDate,
    paymentMethod: o.paymentDetails.paymentMethod,
    shippingMethod: o.shippingDetails.shippingMethod,
    trackingNumber: o.shippingDetails.trackingNumber,
    buyerName: o.customer.name,
    buyerEmail: o.customer.email,
    buyerPhone: o.customer.phone,
    shippingAddress: address(o.shippingDetails.shippingAddress, o.customer.shippingAddress),
    billingAddress: address(o.paymentDetails.billingAddress, o.customer.billingAddress),
    notes: o.orderDetails.notes,
    readyToShip: o.orderDetails.readyToShip,
    channelOrder: JSON.stringify({ source: o.source }),
  }
}

/** The first of these that says anything, without its empty parts. */
const address = (...given: NewOrder['customer']['shippingAddress'][]) =>
  JSON.stringify(given.map((a) => filledParts(a)).find((parts) => Object.keys(parts).length > 0) ?? {})

/** Saves the lines and takes their pieces. @throws invalid_input, stock_conflict */
async function takePieces(ctx: Ctx, orderId: number, { items }: NewOrder): Promise<void> {
  const lines = items.map(({ sku, itemTitle, price, cost, quantity, taxAmount, discountAmount, shippingCost }, at) => ({
    externalId: String(at + 1),
    sku,
    title: itemTitle || sku,
    price,
    cost,
    quantity,
    taxAmount,
    discountAmount,
    shippingCost,
  }))
  const saved = await queries.saveLines(ctx, orderId, lines)
  const settled = await promise(
    ctx,
    'manual',
    orderId,
    saved,
    new Map(lines.map((line) => [line.externalId, line.quantity])),
  )
  const at = new Map(saved.map((item) => [item.id, Number(item.externalId) - 1]))
  mustBeThere(items, new Map(settled.map((line) => [at.get(line.id), line])))
  await queries.saveStock(ctx, orderId, settled)
}

/** @param taken what stock answered, by the line's place */
function mustBeThere(items: NewOrder['items'], taken: ReadonlyMap<number | undefined, queries.SettledLine>): void {
  items.forEach(({ sku }, at) => {
    if (!taken.has(at))
      throw invalid(`order.items.${at}.sku`, `There is no product with the SKU ${sku}. Nothing was saved.`)
  })
  const short = items.findIndex((_, at) => (taken.get(at)?.shortfall ?? 0) > 0)
  const sku = items[short]?.sku
  if (sku === undefined) return
  const of = [...items.keys()].filter((at) => items[at]?.sku === sku)
  const sum = (amount: (at: number) => number) => of.reduce((all, at) => all + amount(at), 0)
  const there = sum((at) => taken.get(at)?.taken ?? 0)
  const sentence = `${sku}: ${there} available, ${sum((at) => items[at]?.quantity ?? 0)} ordered. Nothing was saved.`
  throw new AppError('stock_conflict', sentence, { fields: { [`order.items.${short}.quantity`]: sentence } })
}

/** Where orders made by hand came from, with how many did (ORD-357). */
export const sources = async (ctx: Ctx) => knownSources(await queries.sources(ctx))

/** What an order made by hand says of its source. */
export function sourceOf(written: object | null): string {
  const { source } = (written ?? {}) as { source?: unknown }
  return typeof source === 'string' ? source : ''
}
