import { ChannelError } from '../../channel.ts'
import { toDecimal, toMinor } from '../../kit/money.ts'
import { keysIn, markOf, notSeen } from '../../kit/refunds.ts'
import { type Cancelling, type Refunding, type ToldRefund, totalOf } from '../../refund.ts'
import { ask, type BigCommerceConnection, send } from '../calls.ts'
import { type BigCommerceOrder, Order, type PaymentOption, Refund, RefundQuote } from './wire.ts'
import { CANCELLED, linesOf, paymentOf } from './orders.ts'
import { backIn, keptBack, readRefunds } from './refunded.ts'
import { dataOf } from '../wire.ts'

const pathOf = (externalOrderId: string) => `orders/${encodeURIComponent(externalOrderId)}`

const find = (c: BigCommerceConnection, externalOrderId: string): Promise<BigCommerceOrder> =>
  ask(c, Order, {
    method: 'GET',
    path: `v2/${pathOf(externalOrderId)}`,
    query: { include: 'consignments,consignments.line_items', consignment_structure: 'object' },
  })

export async function refunds(c: BigCommerceConnection, externalOrderId: string): Promise<ToldRefund[]> {
  const order = await find(c, externalOrderId)
  return (await readRefunds(c, externalOrderId)).map((entry) => ({
    id: String(entry.id),
    amount: backIn([entry], order.currency_code),
  }))
}

/**
 * BigCommerce has no keys: the same call again gives the money back again. Ours stands in the reasons of what is refunded, so that a refund whose
 * answer was lost is known; one that is not there is left to a person.
 * @see https://developer.bigcommerce.com/docs/store-operations/orders/refunds
 */
export async function refund(c: BigCommerceConnection, refunding: Refunding): Promise<{ id: string }> {
  if (refunding.lost) {
    const there = await readRefunds(c, refunding.externalOrderId)
    const made = there.find(({ items }) => items.some(({ reason }) => keysIn(reason).includes(refunding.key)))
    if (!made) throw notSeen('BigCommerce')
    return { id: String(made.id) }
  }
  const order = await find(c, refunding.externalOrderId)
  const left = await leftOf(c, order)
  if (totalOf(refunding) > left) throw tooMuch(left, order)
  return giveBack(c, order, { items: itemsOf(order, refunding), total: totalOf(refunding) })
}

async function leftOf(c: BigCommerceConnection, order: BigCommerceOrder): Promise<number> {
  const { currency_code: currency } = order
  return toMinor(order.total_inc_tax, currency) - backIn(await readRefunds(c, String(order.id)), currency)
}

const amountOf = (minor: number, { currency_code: currency }: BigCommerceOrder) => Number(toDecimal(minor, currency))

const tooMuch = (left: number, order: BigCommerceOrder) =>
  new ChannelError(
    'invalid',
    `You can refund up to ${toDecimal(Math.max(0, left), order.currency_code)} ${order.currency_code} of this order on BigCommerce.`,
  )

interface Item {
  item_type: 'PRODUCT' | 'SHIPPING' | 'ORDER'
  item_id: number
  quantity?: number
  amount?: number
  reason: string
}
const reasonText = ({ reason, note }: { reason: string; note: string }) => [reason, note].filter(Boolean).join(': ')

/** Pieces by their number; money alone, and a delivery that is not one address's, as a part of the order. */
function itemsOf(order: BigCommerceOrder, refunding: Refunding): Item[] {
  const mark = `(${markOf(refunding.key)})`
  const reason = `${reasonText(refunding)} ${mark}`
  const pieces = refunding.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ externalId, quantity, restock }) => ({
      item_type: 'PRODUCT' as const,
      item_id: Number(externalId),
      quantity,
      // BigCommerce is not told whether the pieces are for sale again, so it stands there for us.
      reason: restock ? reason : `${reasonText(refunding)} ${keptBack} ${mark}`,
    }))
  const address = addressOf(order)
  const fits = address !== undefined && refunding.shipping <= toMinor(order.shipping_cost_ex_tax, order.currency_code)
  const ofLines = refunding.lines.reduce((sum, { quantity, amount }) => (quantity > 0 ? sum : sum + amount), 0)
  const ofOrder = ofLines + (fits ? 0 : refunding.shipping)
  return [
    ...pieces,
    ...(fits && refunding.shipping > 0
      ? [{ item_type: 'SHIPPING' as const, item_id: address, amount: amountOf(refunding.shipping, order), reason }]
      : []),
    ...(ofOrder > 0
      ? [{ item_type: 'ORDER' as const, item_id: order.id, amount: amountOf(ofOrder, order), reason }]
      : []),
  ]
}

/** Where all of it goes; undefined of several addresses, and of what is fetched. */
function addressOf(order: BigCommerceOrder): number | undefined {
  const ids = new Set(linesOf(order).flatMap(({ order_address_id: id }) => (id > 0 ? [id] : [])))
  return ids.size === 1 ? [...ids][0] : undefined
}

/** BigCommerce counts what the pieces cost with their tax; where somebody decided on another amount, that one counts. */
async function giveBack(
  c: BigCommerceConnection,
  order: BigCommerceOrder,
  { items, total, tax }: { items: Item[]; total: number; tax?: number },
): Promise<{ id: string }> {
  const path = `v3/${pathOf(String(order.id))}/payment_actions`
  const { data: quote } = await ask(c, dataOf(RefundQuote), {
    method: 'POST',
    path: `${path}/refund_quotes`,
    json: { items },
    isQuestion: true,
  })
  const minor = (amount: number) => toMinor(amount, order.currency_code)
  const quoted = minor(quote.total_refund_amount)
  const quotedTax = minor(quote.total_refund_tax_amount)
  const ours = tax ?? (quoted > 0 ? Math.round((quotedTax * total) / quoted) : 0)
  const { data: made } = await ask(c, dataOf(Refund), {
    method: 'POST',
    path: `${path}/refunds`,
    json: {
      items,
      payments: paymentsOf(order, methodIn(quote), total),
      ...((quoted !== total || quotedTax !== ours) && {
        merchant_calculated_override: { total_amount: amountOf(total, order), total_tax: amountOf(ours, order) },
      }),
    },
  })
  const { payments } = made
  const declined = payments.filter(({ is_declined }) => is_declined)
  if (declined.length > 0 && declined.length === payments.length)
    throw new ChannelError('invalid', `The payment wasn’t refunded: ${declined[0]?.declined_message || 'declined'}`)
  return { id: String(made.id) }
}

/** Of the staff's notes, as published: the money is back already when they are written, so nothing may be too long. */
const noteChars = 65_535

const STORE_CREDIT = 'storecredit'
/**
 * The way it was paid. Store credit alone is offered of every payment, and what is marked as done elsewhere moves no money: neither is chosen here.
 * @throws ChannelError `invalid` where there is no other
 */
function methodIn({ refund_methods: methods }: RefundQuote): PaymentOption[] {
  const method = methods.find(
    (options) =>
      options.every(({ offline }) => !offline) && options.some(({ provider_id }) => provider_id !== STORE_CREDIT),
  )
  if (method) return method
  const why = methods.flat().find(({ offline_reason }) => offline_reason)?.offline_reason
  throw new ChannelError(
    'invalid',
    `BigCommerce can’t refund this payment automatically. Refund it on BigCommerce.${why ? ` (${why})` : ''}`,
  )
}

/** @throws ChannelError `invalid` where several payments hold less */
function paymentsOf(order: BigCommerceOrder, options: readonly PaymentOption[], total: number) {
  let rest = total
  const parts = options.flatMap(({ provider_id, amount, offline }) => {
    const some = options.length === 1 ? rest : Math.min(rest, toMinor(amount, order.currency_code))
    rest -= some
    return some > 0 ? [{ provider_id, amount: amountOf(some, order), offline }] : []
  })
  if (rest > 0) throw tooMuch(total - rest, order)
  return parts
}

/**
 * A status gives no money back, so what was paid goes back first: all that is left, of which nothing can go back twice. The reason stands among the
 * staff's notes.
 */
export async function cancel(c: BigCommerceConnection, cancelling: Cancelling): Promise<void> {
  const order = await find(c, cancelling.externalOrderId)
  if (order.status_id === CANCELLED) return
  const payment = paymentOf(order)
  if (payment === 'open' && /authori|capture|review/i.test(order.payment_status ?? ''))
    throw new ChannelError('invalid', 'The payment is authorized but not captured. Void it on BigCommerce.')
  if (payment === 'paid' || payment === 'partly_refunded') await giveAllBack(c, order, cancelling)
  const note = `Cancelled with Motto: ${why(cancelling)}`
  await send(c, {
    method: 'PUT',
    path: `v2/${pathOf(cancelling.externalOrderId)}`,
    json: { status_id: CANCELLED, staff_notes: [order.staff_notes, note].filter(Boolean).join('\n').slice(-noteChars) },
  })
}

const why = (cancelling: Cancelling) => `${reasonText(cancelling)}${cancelling.restock ? '' : ` ${keptBack}`}`

/** As a part of the order: its pieces go back with the status. The tax is said, as such a part has none of its own. */
async function giveAllBack(c: BigCommerceConnection, order: BigCommerceOrder, cancelling: Cancelling): Promise<void> {
  const total = await leftOf(c, order)
  if (total <= 0) return
  const minor = (text: string | null | undefined) => toMinor(text, order.currency_code)
  const tax = Math.round((minor(order.total_tax) * total) / minor(order.total_inc_tax))
  const item = {
    item_type: 'ORDER' as const,
    item_id: order.id,
    amount: amountOf(total, order),
    reason: why(cancelling),
  }
  await giveBack(c, order, { items: [item], total, tax })
}
