import { channels } from '#channels/registry.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { Asking } from '#contract/channels/describe.ts'
import { leftToRefund, open, worthOf, worths } from '#domain/orders/refunds/refunds.ts'
import type { Ctx } from '../../../context.ts'
import * as orders from '../queries.ts'
import * as queries from './queries.ts'

/** An order's row, with or without its shop. */
type OrderRow = NonNullable<Awaited<ReturnType<typeof orders.lockById>>>
type Item = Awaited<ReturnType<typeof orders.itemsWithProducts>>[number]
export type Standing = Awaited<ReturnType<typeof standing>>

/** An order as it can be undone now. */
export async function standing(ctx: Ctx, order: OrderRow) {
  const refunds = await queries.ofOrder(ctx, order.id)
  const items = await orders.itemsWithProducts(ctx, [order.id])
  const settings = order.integrationId === null ? null : await settingsOf(ctx, order.integrationId)
  const counted = refunds.filter(({ state }) => state !== 'refused' && state !== 'withdrawn')
  const left = leftToRefund(paidOf(order), order.refundedAmount ?? 0, counted)
  const worth = worths(order, items)
  const lines = items.map((item) => {
    const pieces = piecesLeft(order, item, counted)
    const amount = worthOf(worth.get(item.id) ?? 0, pieces, item.quantity, order.currency)
    return { item, pieces, amount: Math.min(amount, left) }
  })
  const shipping = counted.reduce((sum, refund) => sum + refund.shipping, 0)
  const shippingLeft = Math.min(left, Math.max(0, order.shippingCost - shipping))
  return { order, refunds, settings, left, lines, shippingLeft }
}

function paidOf({ payment, totalAmount, paymentAmount }: OrderRow): number {
  if (!['paid', 'partly', 'partly_refunded', 'refunded'].includes(payment)) return 0
  return Math.min(totalAmount, paymentAmount ?? totalAmount)
}

/** Of an open order what no parcel has left with; of a sent one what was not refunded yet. What its channel took out of it is no longer in it. */
function piecesLeft({ state }: OrderRow, item: Item, counted: readonly queries.RefundRow[]): number {
  if (state === 'cancelled') return 0
  const isSent = state === 'shipped'
  const lost = counted
    .filter((refund) => isSent || open.includes(refund.state))
    .flatMap((refund) => refund.lines)
    .filter((line) => line.itemId === item.id && (!isSent || line.unsent === 0))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, item.quantity - item.lost - (isSent ? 0 : item.sent) - lost)
}

const settingsOf = async (ctx: Ctx, integrationId: number): Promise<Record<string, unknown> | null> =>
  (
    await ctx.db
      .selectFrom('integrations')
      .select('settings')
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', integrationId)
      .executeTakeFirst()
  )?.settings ?? null

export const BUSY = 'Its channel is being asked about this order. Wait for the answer first.'
const isBusy = ({ refunds }: Standing) => refunds.some(({ state }) => open.includes(state))

/** @returns why not, where it cannot be */
export function mayRefund(now: Standing): Asking | string {
  const asking = able(now, 'refund')
  if (typeof asking === 'string') return asking
  if (isBusy(now)) return BUSY
  if (paidOf(now.order) === 0) return 'Nothing has been paid.'
  return now.left === 0 ? 'Everything has already been refunded.' : asking
}

/** @returns why not, where it cannot be */
export function mayCancel(now: Standing): Asking | string {
  const { state } = now.order
  if (state === 'cancelled') return 'This order was cancelled.'
  if (state === 'shipped') return 'This order was shipped. Refund it instead.'
  const asking = able(now, 'cancel')
  if (typeof asking === 'string') return asking
  if (isBusy(now)) return BUSY
  return now.lines.some(({ item }) => item.sent > 0)
    ? 'Part of this order has shipped. Refund the rest instead.'
    : asking
}

/** What its channel takes, whatever this order is. */
function able({ order: { channel }, settings }: Standing, what: 'refund' | 'cancel'): Asking | string {
  if (channel === 'manual') return 'This is a manual order.'
  const adapter = channels[channel]
  const asking = builtDescription(channel)?.undoing?.[what]
  if (asking === undefined || !adapter?.orders) return 'This channel has no sales.'
  if (typeof asking === 'string') return asking
  if (!settings) return 'Its account is no longer connected.'
  return asking
}
