import { createHash } from 'node:crypto'
import type { OrderAction } from '#contract/agents/actions.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderUndoing } from '#contract/orders/refunds.ts'
import type { Cost } from '#domain/agents/budget.ts'
import { orderDetails } from '#domain/agents/order-details.ts'
import { canShip } from '#domain/orders/intake/status.ts'
import { type Ctx, onlyTurn } from '../../../context.ts'
import type { StoredOrder } from '../../../db/tables/agents.ts'
import { AppError, invalid } from '../../../errors.ts'
import { currencyOf } from '../../organizations/service.ts'
import { cancel as cancelManual } from '../../orders/entry/change.ts'
import * as refunds from '../../orders/refunds/service.ts'
import * as orders from '../../orders/service.ts'
import { updateShipping } from '../../orders/shipping/shipping.ts'

interface Planned {
  rows: StoredOrder[]
  cost: Cost
}

/** What would be done with orders. Nothing is done. @throws not_found, invalid_input where nothing can be done */
export async function plan(ctx: Ctx, actions: readonly OrderAction[]): Promise<Planned> {
  if (new Set(actions.map(({ orderId }) => orderId)).size < actions.length)
    throw invalid('orders', 'An order is listed twice.')
  const currency = await currencyOf(ctx)
  const planned: PlannedOrder[] = []
  for (const input of actions) planned.push(await planOne(ctx, input, currency))
  const possible = planned.filter(({ row }) => row.error === '')
  if (possible.length === 0) throw invalid('orders', planned[0]?.row.error ?? '')
  return {
    rows: planned.map(({ row }) => row),
    cost: {
      products: possible.length,
      units: possible.reduce((all, order) => all + order.units, 0),
      money: possible.reduce((all, order) => all + order.money, 0),
      pricePercent: 0,
    },
  }
}

/** What an order counts toward the budget. `money` in minor units. */
interface PlannedOrder {
  row: StoredOrder
  units: number
  money: number
}

/** Why no budget covers some orders, each reason once. */
export const apartOf = (rows: readonly StoredOrder[]): string[] => [
  ...new Set(rows.filter(({ error, apart }) => error === '' && apart !== '').map(({ apart }) => apart)),
]

async function planOne(ctx: Ctx, input: OrderAction, currency: string): Promise<PlannedOrder> {
  const [{ order }, undoing] = [await orders.get(ctx, input.orderId), await refunds.undoing(ctx, input.orderId)]
  const money =
    input.action === 'ship'
      ? 0
      : input.action === 'refund'
        ? input.lines.reduce((all, { amount }) => all + amount, input.shipping)
        : order.channel === 'manual'
          ? 0
          : undoing.left
  const toSend = order.items.reduce((all, item) => all + Math.max(0, item.quantity - item.sent), 0)
  const row: StoredOrder = {
    about: 'orders',
    input,
    number: order.number,
    channel: order.channel,
    integrationId: order.integrationId,
    details: orderDetails(input, order, money),
    error: whyNot(input, order, undoing),
    state: stateOf(order, undoing),
    outcome: '',
    message: '',
    apart: money > 0 && order.currency !== currency ? `Pays back ${order.currency}. The budget is in ${currency}.` : '',
  }
  const units = input.action === 'refund' ? input.lines.reduce((all, { quantity }) => all + quantity, 0) : toSend
  return { row, units, money }
}

/** Says whether an order is still as it was previewed. A hash, because the address is the buyer's. */
const stateOf = (
  { state, held, items, totalAmount, shippingDetails }: Order,
  { refunds: before }: OrderUndoing,
): string => {
  const { shippingMethod, trackingNumber, shippingAddress, moreParcels } = shippingDetails
  const lines = items.map(({ id, sku, quantity, sent }) => [id, sku, quantity, sent])
  const seen = [
    state,
    held,
    totalAmount,
    before.length,
    lines,
    shippingMethod,
    trackingNumber,
    shippingAddress,
    moreParcels,
  ]
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}

function whyNot(input: OrderAction, order: Order, undoing: OrderUndoing): string {
  if (input.action === 'ship') {
    if (order.held) return 'This order is on hold.'
    return canShip(order) && order.state === 'open' ? '' : 'There is nothing left to ship.'
  }
  if (input.action === 'refund') return undoing.whyNoRefund || whyNotBack(input, undoing)
  if (order.channel === 'manual') return order.state === 'open' ? '' : 'Only open orders can be cancelled.'
  return undoing.whyNoCancel || whyNotReason(input.reason, undoing.cancel)
}

function whyNotReason(reason: string, asking: OrderUndoing['refund']): string {
  const reasons = asking?.reasons.map(({ value }) => value) ?? []
  return reasons.includes(reason) ? '' : `Use one of these reasons: ${reasons.join(', ')}.`
}

function whyNotBack(
  input: OrderAction & { action: 'refund' },
  { refund, left, shippingLeft, lines }: OrderUndoing,
): string {
  const total = input.lines.reduce((all, { amount }) => all + amount, input.shipping)
  if (total === 0) return 'There is nothing to refund.'
  if (total > left || input.shipping > shippingLeft) return 'This is more than can be refunded.'
  const isTooMany = input.lines.some(
    ({ itemId, quantity }) => quantity > (lines.find((line) => line.itemId === itemId)?.pieces ?? -1),
  )
  return isTooMany ? 'These are more units than can be refunded.' : whyNotReason(input.reason, refund)
}

/** Does what was previewed with one order, where the order is still the one of the preview. @returns the row with what became of it */
export async function perform(ctx: Ctx, row: StoredOrder): Promise<StoredOrder> {
  try {
    await performOne(ctx, row)
    return { ...row, outcome: 'done' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...row, outcome: 'failed', message: error.message }
  }
}

async function performOne(ctx: Ctx, { input, channel, state }: StoredOrder): Promise<void> {
  const [{ order }, undoing] = [await orders.get(ctx, input.orderId), await refunds.undoing(ctx, input.orderId)]
  if (stateOf(order, undoing) !== state)
    throw new AppError('edit_conflict', 'The order changed since the preview, so nothing was done. Propose it again.')
  const { orderId } = input
  const seen = undoing.refunds.length
  if (input.action === 'ship') {
    // What is left blank stays as somebody entered it, or as the buyer chose it.
    const parcel = { service: input.service || undefined, trackingNumber: input.trackingNumber || undefined }
    return updateShipping(ctx, { orderId, channel, action: 'ship', ...parcel }, undefined, onlyTurn(ctx))
  }
  if (input.action === 'refund') {
    const { lines, shipping, reason } = input
    await refunds.refund(ctx, { orderId, seen, lines, shipping, reason, note: '' })
  } else if (channel === 'manual') await cancelManual(ctx, orderId)
  else await refunds.cancel(ctx, { orderId, seen, reason: input.reason, note: '', restock: input.restock })
}
