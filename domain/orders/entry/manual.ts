import type { Order, Payment } from '#contract/orders/orders.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { OrderState } from '../intake/order-state.ts'
import type { OrderMeaning } from '../intake/status.ts'

/** Where orders made by hand come from, until a shop has its own words (ORD-181). */
export const builtInSources = [
  'POS / In-Store',
  'Website',
  'Phone',
  'Email',
  'Live Chat',
  'Sales Rep',
  'Showroom',
  'Kiosk',
  'Trade Show',
  'Pop-Up',
  'Event',
  'Manual',
  'Invoice',
  'Wholesale',
] as const

/** The used sources with their order counts, then the built-in ones nobody used yet (ORD-179). */
export function knownSources(used: readonly { source: string; count: number }[]): { source: string; count: number }[] {
  const seen = new Set(used.map(({ source }) => source.toLowerCase()))
  return [
    ...used,
    ...builtInSources.filter((source) => !seen.has(source.toLowerCase())).map((source) => ({ source, count: 0 })),
  ]
}

/**
 * What an order made by hand is, from the shipping and payment status it was given (ORD-145), and whether it takes pieces.
 * What came back is on the shelf again, and what was refunded before it was sent never left it.
 */
export function manualState({
  shippingStatus,
  paymentStatus,
}: {
  shippingStatus: string
  paymentStatus: string
}): OrderMeaning & { orderStatus: string; takes: boolean } {
  const status = plain(shippingStatus)
  const payment = manualPayment(paymentStatus)
  const sent = { state: 'shipped', shipping: 'shipped', payment } as const
  if (status === 'shipped') return { ...sent, stage: '', orderStatus: 'Shipped', takes: true }
  if (status === 'delivered') return { ...sent, stage: 'done', orderStatus: 'Completed', takes: true }
  if (status === 'returned') return { ...sent, shipping: 'none', stage: 'done', orderStatus: 'Completed', takes: false }
  // Older orders have the status "Partly Shipped".
  const isPart = status === 'partially shipped' || status === 'partly shipped'
  const unsent = { shipping: isPart ? 'partly' : 'open', payment } as const
  if (payment === 'refunded')
    return { ...unsent, state: 'cancelled', stage: '', orderStatus: 'Cancelled', takes: false }
  return { ...unsent, state: 'open', stage: 'open', orderStatus: 'open', takes: true }
}

/** Statuses typed by hand are compared without regard to case (ORD-053, ORD-221). */
const plain = (status: string) => status.trim().toLowerCase().replaceAll('_', ' ')
const payments: Record<string, Payment> = {
  '': 'none',
  paid: 'paid',
  completed: 'paid',
  'partially paid': 'partly',
  'partially refunded': 'partly_refunded',
  refunded: 'refunded',
  chargeback: 'void',
  failed: 'failed',
  voided: 'void',
}
/** What a payment status typed by hand means; in other words nothing was paid yet. */
export const manualPayment = (paymentStatus: string): Payment => payments[plain(paymentStatus)] ?? 'open'

/** Why an order cannot be cancelled by hand; undefined when it can. One that is cancelled already stays so. */
export function whyNotCancelled(o: { channel: Channel; state: OrderState }): string | undefined {
  if (o.channel !== 'manual') return notOurs(o.channel, 'Cancel')
  return o.state === 'shipped' ? 'You can’t cancel a shipped order.' : undefined
}

/** Why an order's own words (lines, amounts, customer, payment) cannot be changed here; undefined when they can. */
export const whyNotEdited = ({ channel }: { channel: Channel }): string | undefined =>
  channel === 'manual' ? undefined : notOurs(channel, 'Change')

type Channel = Order['channel']
const notOurs = (channel: Exclude<Channel, 'manual'>, verb: string) =>
  `This order is from ${channelNames[channel]}. ${verb} it on ${channelNames[channel]}, and Motto updates automatically.`

/** Why the lines of an order made by hand stay as they are; undefined when they may change. */
export const whyLinesStay = (state: OrderState): string | undefined =>
  state === 'shipped'
    ? 'You can’t change the items of a shipped order.'
    : state === 'cancelled'
      ? 'You can’t change the items of a cancelled order.'
      : undefined

/** Signs without those that are mistaken for another; a code of eight tells 10¹² orders apart. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number of an order whose seller gave none: "MAN-" and an 8-character code (ORD-345). @param random from 0 to 1, asked for each sign */
export const manualNumber = (random: () => number): string =>
  `MAN-${Array.from({ length: 8 }, () => signs[Math.floor(random() * signs.length)] ?? '').join('')}`

/** Parts of an address that were filled in (ORD-317); a country alone says nothing. */
export function filledParts<T extends Record<string, string>>(address: T): Partial<T> {
  const parts = Object.entries(address)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value)
  return parts.every(([name]) => name === 'country') ? {} : (Object.fromEntries(parts) as Partial<T>)
}
