import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { type Buyer, makeBuyer } from './buyers.ts'
import { salesOn, selling } from './on-channels.ts'
import type { PlannedProduct } from './plan.ts'
import { type Random, seeded } from './random.ts'

const DAY_MS = 86_400_000
const DAYS = 365

export interface PastOrder {
  channel: BuiltId
  order: ChannelOrder
}

interface Wares {
  sku: string
  title: string
  price: number
  weight: number
}

/** A year of orders that are over: sent, or cancelled. Autumn sells twice what spring does, and the shop grows. @param until the end of that year */
export function planHistory(products: readonly PlannedProduct[], count: number, until: Date): PastOrder[] {
  const random = seeded(7)
  const wares = products.flatMap(waresOf)
  const buyers = Array.from({ length: Math.ceil(count * 0.8) }, () => makeBuyer(random))
  const days = Array.from({ length: count }, () => chooseDay(random, until)).sort((a, b) => b - a)
  const channels = days.map(() => chooseChannel(random))
  return channels.map((channel, at) => {
    const daysAgo = days[at] ?? 0
    const placed = new Date(
      Math.floor(until.getTime() / DAY_MS - daysAgo) * DAY_MS + random.between(7 * 3600, 23 * 3600) * 1000,
    )
    const place = channels.slice(0, at).filter((other) => other === channel).length
    const names = salesOn(channel).names(random, place, channels.filter((other) => other === channel).length)
    return {
      channel,
      order: makeOrder(channel, names, placed, random.pick(buyers), chooseLines(wares, random, at), random),
    }
  })
}

function waresOf({ sku, title, price, kind, variations }: PlannedProduct, at: number): Wares[] {
  // Some things sell again and again, most now and then.
  const weight = kind.demand * (at % 9 === 0 ? 5 : 1)
  if (variations.length === 0) return [{ sku, title, price, weight }]
  return variations.map((variation) => ({
    sku: variation.sku,
    title: `${title}, Size ${variation.name}`,
    price,
    weight: weight / variations.length,
  }))
}

function chooseChannel(random: Random): BuiltId {
  let left = random.next()
  const chosen = selling.find((channel) => (left -= salesOn(channel).share) < 0) ?? selling.at(-1)
  if (!chosen) throw new Error('the demo sells on no channel')
  return chosen
}

/** @returns days before `until`, from 2 on */
function chooseDay(random: Random, until: Date): number {
  for (;;) {
    const daysAgo = random.between(2, DAYS)
    const month = new Date(until.getTime() - daysAgo * DAY_MS).getUTCMonth()
    const season = [0.7, 0.65, 0.75, 0.8, 0.85, 0.8, 0.75, 0.85, 1, 1.2, 1.7, 2][month] ?? 1
    if (random.next() * 2 < season * (1.15 - (0.35 * daysAgo) / DAYS)) return daysAgo
  }
}

function chooseLines(wares: readonly Wares[], random: Random, order: number): ChannelOrderLine[] {
  const total = wares.reduce((sum, { weight }) => sum + weight, 0)
  const lines = new Map<string, ChannelOrderLine>()
  for (let left = random.pick([1, 1, 1, 1, 1, 2, 2, 3]); left > 0; left--) {
    let aim = random.next() * total
    const ware = wares.find(({ weight }) => (aim -= weight) < 0)
    if (!ware || lines.has(ware.sku)) continue
    const quantity = random.next() < 0.12 ? 2 : 1
    lines.set(ware.sku, {
      externalId: `${order}-${lines.size + 1}`,
      sku: ware.sku,
      title: ware.title,
      price: ware.price,
      quantity,
      taxAmount: 0,
      discountAmount: 0,
      shippingCost: 0,
    })
  }
  return [...lines.values()]
}

function makeOrder(
  channel: BuiltId,
  names: { externalOrderId: string; number: string },
  placed: Date,
  buyer: Buyer,
  lines: ChannelOrderLine[],
  random: Random,
): ChannelOrder {
  const cancelled = random.next() < 0.06
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const shippingCost = subtotal >= 7500 ? 0 : 595
  const taxAmount = Math.round(subtotal * random.pick([0, 0.0625, 0.0725, 0.08]))
  const totalAmount = subtotal + shippingCost + taxAmount
  const sent = new Date(placed.getTime() + random.between(6, 40) * 3600_000)
  const carrier = random.pick(['USPS', 'UPS', 'FedEx'])
  return {
    ...names,
    cancelled,
    stage: '',
    shipping: cancelled ? 'open' : 'shipped',
    payment: cancelled ? 'refunded' : 'paid',
    words: salesOn(channel)[cancelled ? 'cancelled' : 'sent'],
    orderDate: placed,
    updatedAt: sent,
    currency: 'USD',
    subtotal,
    shippingCost,
    taxAmount,
    discountAmount: 0,
    totalAmount,
    feeAmount: cancelled ? 0 : salesOn(channel).feeOf(totalAmount),
    paymentAmount: totalAmount,
    paymentDate: placed,
    paymentMethod: salesOn(channel).paymentMethod,
    shippingMethod: cancelled ? '' : carrier,
    trackingNumber: cancelled ? '' : `94${random.between(1_000_000, 9_999_999)}${random.between(100_000, 999_999)}`,
    shippedAt: cancelled ? null : sent,
    buyer: { name: buyer.name, email: buyer.email, phone: buyer.phone },
    shippingAddress: buyer.address,
    billingAddress: buyer.address,
    lines: cancelled ? lines : lines.map((line) => ({ ...line, sent: line.quantity })),
    raw: { note: 'An order of the demo, from before the channel was connected.', ...names },
  }
}

/** Pieces sold per SKU, cancelled orders aside. */
export function soldIn(history: readonly PastOrder[]): Map<string, number> {
  const sold = new Map<string, number>()
  for (const { order } of history) {
    if (order.cancelled) continue
    for (const { sku, quantity } of order.lines) sold.set(sku, (sold.get(sku) ?? 0) + quantity)
  }
  return sold
}
