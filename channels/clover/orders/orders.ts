import type { Payment } from '#contract/orders/orders.ts'
import type { ChannelOrder, ChannelOrderLine, Page } from '../../channel.ts'
import { all, ask, type CloverConnection } from '../calls.ts'
import { deletedById, itemsById } from '../listings/items.ts'
import { type CloverOrder, LineItem, Order, type Payment as Paid } from './wire.ts'
import { listOf } from '../wire.ts'

const ordersPerPage = 50
/** Pages overlap: an order that changes meanwhile leaves its place, and those behind it move up. */
const overlap = 5
/** A list inside an answer ends here, without a word. */
const mostNested = 100

/**
 * Orders changed since `since`. What is still being rung up is nobody's yet, and test orders are not real. One from which everything was taken out at
 * the register is often left like that and never deleted.
 */
export async function pullOrders(c: CloverConnection, since: Date, cursor = '0'): Promise<Page<ChannelOrder>> {
  const [offset = '0', ended = ''] = cursor.split(' ')
  const { elements } = await ask(c, listOf(Order), {
    method: 'GET',
    path: 'orders',
    query: [
      ['filter', `modifiedTime>=${since.getTime()}`],
      ['expand', 'lineItems,payments,customers'],
      ['limit', String(ordersPerPage)],
      ['offset', offset],
    ],
  })
  const bought: CloverOrder[] = []
  for (const order of elements.filter(isBought)) bought.push(await withAllLines(c, order))
  const skus = await skusOf(c, bought)
  return {
    items: bought.map((order) => toOrder(order, skus)),
    next: nextOf(elements, Number(offset), ended),
  }
}

/**
 * Where to read on: a place, and the ids with which the page before it ended. Where none of those is found again, more orders left their places than
 * pages overlap: then it goes back until it meets them.
 */
function nextOf(page: CloverOrder[], offset: number, ended: string): string | undefined {
  const before = ended.split(',')
  const isTorn = offset > 0 && ended !== '' && !page.some(({ id }) => before.includes(id))
  if (isTorn) return `${Math.max(0, offset - ordersPerPage)} ${ended}`
  if (page.length < ordersPerPage) return undefined
  const last = page.slice(-overlap).map(({ id }) => id)
  return `${offset + ordersPerPage - overlap} ${last.join()}`
}

const linesOf = ({ lineItems }: CloverOrder) => lineItems?.elements ?? []
const isEmpty = (order: CloverOrder) => linesOf(order).length === 0
const isBought = (order: CloverOrder): boolean =>
  order.testMode !== true && Boolean(order.state) && (!isEmpty(order) || isEmptied(order))
/** One that is told without its lines, though it comes to something, was not emptied. */
const isEmptied = ({ lineItems, total }: CloverOrder) => Boolean(lineItems) || !total

async function withAllLines(c: CloverConnection, order: CloverOrder): Promise<CloverOrder> {
  // One that was deleted cannot be asked any more.
  if (linesOf(order).length < mostNested || order.deletedTimestamp) return order
  return { ...order, lineItems: { elements: await all(c, LineItem, `orders/${order.id}/line_items`) } }
}

/** Lines name items by id alone. @returns item → SKU, also of items that were deleted since */
async function skusOf(c: CloverConnection, orders: CloverOrder[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(orders.flatMap((order) => linesOf(order).flatMap(({ item }) => item?.id ?? [])))]
  const there = await itemsById(c, ids)
  const deleted = await deletedById(
    c,
    ids.filter((id) => !there.has(id)),
  )
  return new Map([...there, ...deleted].flatMap(([id, { sku }]) => (sku ? [[id, sku] as const] : [])))
}

const paidStates = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CREDITED'])
const isPaid = ({ state, paymentState }: CloverOrder) => state === 'locked' || paidStates.has(paymentState ?? '')
const calledOff = new Set(['REJECTED', 'CANCELLED'])

/** At the register it goes over the counter when it is paid; what was ordered online is handed over later. */
const isHandedOver = (order: CloverOrder): boolean =>
  order.onlineOrder ? order.onlineOrder.orderState === 'FULFILLED' : isPaid(order)
const isBack = ({ refunded, exchanged }: LineItem) => refunded === true || exchanged === true
const isCancelled = (order: CloverOrder): boolean =>
  Boolean(order.deletedTimestamp) ||
  calledOff.has(order.onlineOrder?.orderState ?? '') ||
  ((isEmpty(order) || !isHandedOver(order)) && linesOf(order).every(isBack))

/** Money that came, or is held. */
const good = new Set(['SUCCESS', 'AUTH', 'AUTH_COMPLETED'])
const goodPayments = ({ payments }: CloverOrder): Paid[] =>
  (payments?.elements ?? []).filter(({ result }) => good.has(result ?? ''))
const sum = (amounts: (number | null | undefined)[]): number =>
  amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0)

const payments: Record<string, Payment> = {
  OPEN: 'open',
  PARTIALLY_PAID: 'partly',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partly_refunded',
  REFUNDED: 'refunded',
  CREDITED: 'refunded',
}
function paymentOf(order: CloverOrder): Payment {
  const payment = payments[order.paymentState ?? ''] ?? (order.state === 'locked' ? 'paid' : 'open')
  if (payment !== 'open') return payment
  if (order.deletedTimestamp) return 'void'
  const tries = order.payments?.elements ?? []
  return tries.length > 0 && tries.every(({ result }) => result === 'FAIL') ? 'failed' : 'open'
}

/** Thousandths of a unit. */
const perUnit = 1000
const amountOf = ({ price, unitQty }: LineItem) => Math.round(((price ?? 0) * (unitQty ?? perUnit)) / perUnit)

/** Every piece is a line there: those of one item at one price are one here. What is measured stays a line, in begun pieces. */
function toLines(order: CloverOrder, skus: ReadonlyMap<string, string>): ChannelOrderLine[] {
  const sent = isHandedOver(order)
  const groups = Map.groupBy(linesOf(order), (line) =>
    line.item && typeof line.unitQty !== 'number' ? `${line.item.id}:${line.price ?? 0}` : line.id,
  )
  return [...groups].flatMap(([externalId, lines]) => {
    const [first] = lines
    if (!first) return []
    const pieces = (line: LineItem) => Math.max(1, Math.ceil((line.unitQty ?? perUnit) / perUnit))
    const count = (some: LineItem[]) => some.reduce((all, line) => all + pieces(line), 0)
    const quantity = count(lines)
    return [
      {
        externalId,
        sku: skus.get(first.item?.id ?? '') ?? '',
        title: first.name ?? 'Custom amount',
        price: Math.round(sum(lines.map(amountOf)) / quantity),
        quantity,
        // What came back over the counter is counted by somebody.
        sent: sent ? quantity : 0,
        restocked: sent ? 0 : count(lines.filter(isBack)),
        taxAmount: 0,
        discountAmount: 0,
        shippingCost: 0,
      },
    ]
  })
}

/** Clover tells a total, and the taxes with each payment; what is missing between them is a discount or a charge for service. */
function moneyOf(order: CloverOrder) {
  const paid = goodPayments(order)
  const taxAmount = sum(paid.map(({ taxAmount: tax }) => tax))
  const goods = sum(linesOf(order).map(amountOf))
  const totalAmount = order.total ?? goods
  const subtotal = order.isVat === true ? goods - taxAmount : goods
  const rest = totalAmount - subtotal - taxAmount
  return {
    currency: order.currency ?? '',
    subtotal,
    shippingCost: Math.max(0, rest),
    taxAmount,
    discountAmount: Math.max(0, -rest),
    feeAmount: 0,
    totalAmount,
    paymentAmount: paid.length > 0 ? sum(paid.map(({ amount }) => amount)) : null,
    paymentDate: dateOf(paid[0]?.createdTime),
    paymentMethod: [...new Set(paid.flatMap(({ tender }) => tender?.label ?? []))].join(', '),
  }
}
const dateOf = (time: number | null | undefined): Date | null => (time ? new Date(time) : null)

/** At the register nobody need say who they are. */
function buyerOf({ customers }: CloverOrder): ChannelOrder['buyer'] {
  const [customer] = customers?.elements ?? []
  if (!customer) return { name: '', email: '', phone: '' }
  const { id, firstName, lastName, emailAddresses, phoneNumbers } = customer
  return {
    account: id,
    name: [firstName, lastName].filter(Boolean).join(' '),
    email: emailAddresses?.elements[0]?.emailAddress ?? '',
    phone: phoneNumbers?.elements[0]?.phoneNumber ?? '',
  }
}

/** @param skus item → SKU */
export function toOrder(order: CloverOrder, skus: ReadonlyMap<string, string>): ChannelOrder {
  const handedOver = isHandedOver(order)
  const cancelled = isCancelled(order)
  const created = new Date(order.createdTime ?? 0)
  return {
    externalOrderId: order.id,
    number: order.title || order.id,
    orderDate: created,
    updatedAt: dateOf(order.deletedTimestamp) ?? dateOf(order.modifiedTime) ?? created,
    cancelled,
    stage: handedOver || cancelled ? 'done' : 'open',
    shipping: handedOver ? 'shipped' : 'open',
    payment: paymentOf(order),
    words: {
      order: order.deletedTimestamp ? 'deleted' : (order.state ?? ''),
      shipping: order.onlineOrder?.orderState ?? '',
      payment: order.paymentState ?? '',
    },
    ...moneyOf(order),
    shippingMethod: '',
    trackingNumber: '',
    shippedAt: handedOver ? (dateOf(goodPayments(order)[0]?.createdTime) ?? created) : null,
    buyer: buyerOf(order),
    shippingAddress: {},
    billingAddress: {},
    lines: toLines(order, skus),
    raw: order,
  }
}
