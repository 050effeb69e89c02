import type { NewOrder } from '#contract/orders/create.ts'
import type { Address } from '#contract/orders/orders.ts'
import { filledParts, knownSources, manualNumber, manualState } from '#domain/orders/entry/manual.ts'
import { orderTotals } from '#domain/orders/intake/totals.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { together } from '../../../db/connection/pipelined.ts'
import { AppError } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { currencyOf } from '../../organizations/service.ts'
import { mustAddUp, mustBeOurs, settleManualLines, storeLines } from './lines.ts'
import * as queries from '../queries.ts'
import { runRules, rulesOn } from '../rules/run.ts'

type Totals = ReturnType<typeof orderTotals>

/**
 * Writes an order by hand and promises its pieces in the same transaction. An order for more than there is is marked as oversold; one for a SKU that is
 * not ours is refused whole.
 * @throws invalid_input, order_taken
 */
export async function create(ctx: Ctx, order: NewOrder): Promise<{ id: number }> {
  const totals = orderTotals(order)
  mustAddUp(totals)
  return inTransaction(ctx, async (ctx) => {
    const lines = order.items.map((item, at) => ({ ...item, externalId: String(at + 1) }))
    const [currency, rules, id] = await together([
      order.currency ?? currencyOf(ctx),
      rulesOn(ctx),
      queries.nextId(ctx),
      mustBeOurs(ctx, lines, lines),
    ])
    const columns = columnsOf(ctx, { ...order, currency }, totals)
    const manual = { id, state: columns.state, known: [], takes: manualState(order).takes }
    // Of an order that is there already, no line is stored.
    const [made, saved] = await together([queries.insertOrder(ctx, { ...columns, id }), storeLines(ctx, manual, lines)])
    if (!made)
      throw new AppError('order_taken', undefined, {
        fields: { 'order.externalOrderId': `There is an order ${columns.externalOrderId} already.` },
      })
    const { promised, short } = await settleManualLines(ctx, manual, lines, saved)
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
        ...(manualState(order).takes && { promised, ...(short > 0 && { short }) }),
      },
    })
    if (state === 'open') await runRules(ctx, rules, made.id, ruled(columns, order))
    return made
  })
}

const ruled = (
  { channel, totalAmount, currency, shippingAddress }: ReturnType<typeof columnsOf>,
  { items }: NewOrder,
) => {
  const { country, region } = JSON.parse(shippingAddress) as Address
  return { channel, country, region, totalAmount, currency, skus: items.map(({ sku }) => sku) }
}

function columnsOf(ctx: Ctx, o: NewOrder & { currency: string }, totals: Totals) {
  const { clock } = ctx.services
  const externalOrderId = o.externalOrderId || manualNumber(() => clock.random())
  const { state, stage, shipping, payment, orderStatus } = manualState(o)
  const paid = o.paymentStatus === 'Paid' ? totals.total : null
  return {
    channel: 'manual' as const,
    integrationId: null,
    externalOrderId,
    number: externalOrderId,
    state,
    stage,
    shipping,
    payment,
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
    // A paid order with a blank amount was paid in full: that is what the field suggests (ORD-218).
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
    readyToShip: o.orderDetails.readyToShip && state === 'open',
    source: o.source,
  }
}

/** The first of these that says anything, without its empty parts. */
const address = (...addresses: NewOrder['customer']['shippingAddress'][]) =>
  JSON.stringify(addresses.map((a) => filledParts(a)).find((parts) => Object.keys(parts).length > 0) ?? {})

/** Where orders made by hand came from, with how many did (ORD-357). */
export const sources = async (ctx: Ctx) => knownSources(await queries.sources(ctx))
