import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import { type Buyer, makeBuyer } from './buyers.ts'
import type { Selling } from './client.ts'
import type { PlannedProduct } from './plan.ts'
import { type Random, seeded } from './random.ts'

const DAY_MS = 86_400_000
const DAYS = 365
/** The sandbox's first order on Shopify is #1001. */
const FIRST_SANDBOX_NUMBER = 1001

export interface PastOrder {
  channel: Selling
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
  const channels = days.map((): Selling => (random.next() < 0.58 ? 'ebay' : 'shopify'))
  let number = FIRST_SANDBOX_NUMBER - channels.filter((channel) => channel === 'shopify').length
  return days.map((daysAgo, at) => {
    const channel = channels[at] ?? 'ebay'
    const placed = new Date(
      Math.floor(until.getTime() / DAY_MS - daysAgo) * DAY_MS + random.between(7 * 3600, 23 * 3600) * 1000,
    )
    const names = channel === 'ebay' ? ebayNames(random) : shopifyNames(number++)
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
  return variations.map((one) => ({
    sku: one.sku,
    title: `${title}, Size ${one.name}`,
    price,
    weight: weight / variations.length,
  }))
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
    const found = wares.find(({ weight }) => (aim -= weight) < 0)
    if (!found || lines.has(found.sku)) continue
    const quantity = random.next() < 0.12 ? 2 : 1
    lines.set(found.sku, {
      externalId: `${order}-${lines.size + 1}`,
      sku: found.sku,
      title: found.title,
      price: found.price,
      quantity,
      taxAmount: 0,
      discountAmount: 0,
      shippingCost: 0,
    })
  }
  return [...lines.values()]
}

const ebayNames = (random: Random) => {
  const id = `${random.between(10, 29)}-${random.between(10_000, 99_999)}-${random.between(10_000, 99_999)}`
  return { externalOrderId: id, number: id }
}
const shopifyNames = (number: number) => ({
  externalOrderId: `gid://shopify/Order/${5_100_000_000_000 + number * 32_768}`,
  number: `#${number}`,
})

/** What each channel says of an order that was sent, and of one that was cancelled. */
const words = {
  ebay: {
    sent: { order: 'FULFILLED', shipping: 'FULFILLED', payment: 'PAID' },
    cancelled: { order: 'CANCELED', shipping: 'NOT_STARTED', payment: 'FULLY_REFUNDED' },
  },
  shopify: {
    sent: { order: 'CLOSED', shipping: 'FULFILLED', payment: 'PAID' },
    cancelled: { order: 'CANCELLED', shipping: 'UNFULFILLED', payment: 'REFUNDED' },
  },
} as const

function makeOrder(
  channel: Selling,
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
    said: words[channel][cancelled ? 'cancelled' : 'sent'],
    orderDate: placed,
    updatedAt: sent,
    currency: 'USD',
    subtotal,
    shippingCost,
    taxAmount,
    discountAmount: 0,
    totalAmount,
    // eBay's final value fee in most categories, and 30 cents an order; Shopify tells its fees by payout.
    feeAmount: channel === 'ebay' && !cancelled ? Math.round(totalAmount * 0.1325) + 30 : 0,
    paymentAmount: totalAmount,
    paymentDate: placed,
    paymentMethod: channel === 'ebay' ? 'EBAY' : 'shopify_payments',
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
