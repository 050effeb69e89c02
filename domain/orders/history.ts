import type { Shipping } from '#contract/orders/orders.ts'
import { amountWords, channelWord } from './rules/words.ts'
import { statusWords } from './intake/status.ts'

type Values = Readonly<Record<string, unknown>> | null

/** What was written down about an order. */
export interface WrittenEntry {
  action: string
  old: Values
  new: Values
}
export interface HistoryWords {
  what: string
  details: string[]
}

const text = (values: Values, name: string): string => {
  const value = values?.[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
const list = (values: Values, name: string): unknown[] => {
  const value = values?.[name]
  return Array.isArray(value) ? value : []
}
const words = (values: Values, name: string): string[] =>
  list(values, name).filter((value) => typeof value === 'string')
const units = (n: number) => `${n} ${n === 1 ? 'unit' : 'units'}`

interface LineWords {
  sku?: string
  quantity?: number
  restocked?: boolean
  replaced?: boolean
  by?: string
}
const lines = (values: Values, more: (line: LineWords) => string = () => '', name = 'lines'): string[] =>
  (list(values, name) as LineWords[]).map(
    (line) => `${line.quantity ?? 0} × ${line.sku || 'without a SKU'}${more(line)}`,
  )

/** What stock answered when it came. */
function stock(values: Values): string[] {
  const [promised, short] = [Number(values?.promised ?? 0), Number(values?.short ?? 0)]
  return [
    ...(promised > 0 ? [`${units(promised)} reserved`] : []),
    ...(short > 0 ? [`Oversold by ${units(short)}`] : []),
  ]
}

const statuses = [
  ['orderStatus', 'Order'],
  ['shippingStatus', 'Shipping'],
  ['paymentStatus', 'Payment'],
] as const

/** What its channel says differently now. An old entry may not tell what was before: then what is now is told. */
const statusChanges = (old: Values, now: Values): string[] =>
  statuses.flatMap(([name, called]) => {
    const [was, is] = [text(old, name), text(now, name)]
    if (is === '' || is === was || !(old && name in old)) return []
    return [`${called}: ${was ? `${statusWords(was)} → ` : ''}${statusWords(is)}`]
  })

const paid: Readonly<Record<string, string>> = {
  paid: 'Paid',
  partly: 'Partially paid',
  partly_refunded: 'Partially refunded',
  refunded: 'Refunded',
  failed: 'Payment failed',
  void: 'Payment voided',
}

/** The one thing that a newer version of its channel says most of all. */
function newsOf({ old, new: now }: WrittenEntry): string | undefined {
  const moved = (name: string) => (text(old, name) !== '' && text(old, name) !== text(now, name) ? text(now, name) : '')
  if (moved('state') === 'cancelled') return 'Cancelled'
  if (moved('state') === 'open' && text(old, 'state') === 'shipped') return 'Items added after shipping'
  const payment = paid[moved('payment')]
  if (moved('state') === 'shipped') return payment ? `Shipped, ${payment.toLowerCase()}` : 'Shipped'
  return payment
}

const edited: Readonly<Record<string, string>> = {
  shippingMethod: 'Service',
  trackingNumber: 'Tracking number',
  shippingAddress: 'Ship to',
  parcelSize: 'Size and weight',
  moreParcels: 'More parcels',
  buyerEmail: 'Email',
  buyerPhone: 'Phone',
  buyerName: 'Customer',
  billingAddress: 'Billing address',
  notes: 'Notes',
  paymentStatus: 'Payment status',
  payment: '',
  paymentAmount: 'Amount paid',
  paymentDate: 'Paid on',
  paymentMethod: 'Payment method',
  readyToShip: 'Ready to ship',
  lines: 'Lines',
  totalAmount: 'Total',
  totalPrice: 'Subtotal',
  taxAmount: 'Tax',
  discountAmount: 'Discount',
  feeAmount: 'Fees',
  shippingCost: 'Shipping fee',
}
const amounts = new Set([
  'paymentAmount',
  'totalAmount',
  'totalPrice',
  'taxAmount',
  'discountAmount',
  'feeAmount',
  'shippingCost',
])

/** Fields that a person changed; what is long or in parts is named alone. */
const fieldChanges = (old: Values, now: Values, currency: string): string[] =>
  Object.keys(now ?? {}).flatMap((name) => {
    const called = edited[name] ?? name
    if (!called) return []
    const shown = (values: Values) => {
      const value = values?.[name]
      if (typeof value === 'number') return amounts.has(name) ? amountWords(value, currency) : String(value)
      if (typeof value === 'boolean') return value ? 'yes' : 'no'
      return typeof value === 'string' && value.length <= 80 ? value : ''
    }
    const [was, is] = [shown(old), shown(now)]
    if (was && is) return [`${called}: ${was} → ${is}`]
    return [is ? `${called}: ${is}` : was ? `${called}: ${was} removed` : called]
  })

const tracking = (values: Values): string[] => {
  const number = text(values, 'trackingNumber')
  return number ? [`Tracking number ${number}`] : []
}

const reasonIn = (values: Values) => [text(values, 'reason')].filter(Boolean)

const refundWords = ({ new: now }: WrittenEntry, { currency }: { currency: string }, what: string): HistoryWords => ({
  what,
  details: [
    amountWords(Number(now?.total ?? 0), currency),
    ...lines(now, ({ restocked }) => (restocked ? ', restocked' : '')).filter((line) => !line.startsWith('0 ×')),
    ...reasonIn(now),
  ],
})
const cancelWords = ({ new: now }: WrittenEntry, what: string): HistoryWords => ({
  what,
  details: [now?.restock === true ? 'Restocked' : 'Not restocked', ...reasonIn(now)],
})

type Say = (entry: WrittenEntry, about: { channel: string; currency: string }) => HistoryWords

const says: Readonly<Record<string, Say>> = {
  imported: (entry, { channel }) => ({
    what: `Imported from ${channelWord(channel)}`,
    details: [...stock(entry.new), ...statusesNow(entry.new)],
  }),
  created: ({ new: now }) => ({ what: 'Created manually', details: [...stock(now), ...statusesNow(now)] }),
  updated: (entry, { channel }) => {
    const news = newsOf(entry)
    return {
      what: news ? `${news} on ${channelWord(channel)}` : `Changed on ${channelWord(channel)}`,
      details: [
        ...lines(entry.new, () => ' added', 'added'),
        ...lines(entry.new, () => ' removed', 'off'),
        ...statusChanges(entry.old, entry.new),
      ],
    }
  },
  edited: ({ old, new: now }, { currency }) => ({ what: 'Edited', details: fieldChanges(old, now, currency) }),
  shipping: ({ old, new: now }, { currency }) => ({
    what: 'Shipping changed',
    details: fieldChanges(old, now, currency),
  }),
  cancelled: () => ({ what: 'Cancelled', details: ['Its items are back in stock'] }),
  shipped: ({ new: now }) => ({ what: 'Marked as shipped', details: tracking(now) }),
  told: ({ new: now }, { channel }) => ({
    what: `Tracking sent to ${channelWord(channel)}`,
    details: words(now, 'parcels'),
  }),
  refused: ({ new: now }, { channel }) => ({
    what: `Couldn’t send tracking to ${channelWord(channel)}`,
    details: [text(now, 'reason'), ...words(now, 'parcels')].filter(Boolean),
  }),
  'not sent': ({ new: now }, { channel }) => ({
    what: `Tracking not sent to ${channelWord(channel)}: the account is in shadow mode`,
    details: words(now, 'parcels'),
  }),
  'part sent': ({ new: now }) => ({ what: 'Partially shipped', details: [...tracking(now), ...lines(now)] }),
  packed: ({ new: now }) => ({ what: 'Packed', details: lines(now, ({ by }) => (by ? ` by ${by}` : '')) }),
  missing: ({ new: now }) => ({ what: 'Reported missing', details: lines(now) }),
  damaged: ({ new: now }) => ({
    what: 'Reported damaged',
    details: lines(now, ({ replaced }) => (replaced ? ', replaced from stock' : '')),
  }),
  'report undone': ({ new: now }) => ({ what: 'Report undone', details: lines(now) }),
  promised: ({ new: now }) => ({ what: 'Stock reserved', details: lines(now) }),
  returned: ({ new: now }) => ({
    what: 'Return recorded',
    details: lines(now, ({ restocked }) => (restocked ? ', restocked' : ', not restocked')),
  }),
  'refund asked': (entry, about) => refundWords(entry, about, 'Refund requested'),
  'refund done': (entry, about) => refundWords(entry, about, `Refunded on ${channelWord(about.channel)}`),
  'refund refused': (entry, about) => refundWords(entry, about, `${channelWord(about.channel)} rejected the refund`),
  'refund unsure': (entry, about) =>
    refundWords(entry, about, `${channelWord(about.channel)} didn’t confirm the refund`),
  'refund again': (entry, about) => refundWords(entry, about, 'Refund sent again'),
  'refund withdrawn': (entry, about) => refundWords(entry, about, 'Refund request withdrawn'),
  'cancel asked': (entry, { channel }) => cancelWords(entry, `Cancellation requested on ${channelWord(channel)}`),
  'cancel done': (entry, { channel }) => cancelWords(entry, `Cancelled on ${channelWord(channel)}`),
  'cancel refused': (entry, { channel }) => cancelWords(entry, `${channelWord(channel)} rejected the cancellation`),
  'cancel unsure': (entry, { channel }) =>
    cancelWords(entry, `${channelWord(channel)} didn’t confirm the cancellation`),
  'cancel again': (entry) => cancelWords(entry, 'Cancellation sent again'),
  'cancel withdrawn': (entry) => cancelWords(entry, 'Cancellation request withdrawn'),
  assigned: ({ old, new: now }) => ({
    what: 'Product linked to a line',
    details: [`${text(old, 'sku') || 'Without a SKU'} is ${text(now, 'sku')}`],
  }),
  'taken from another SKU': ({ old, new: now }) => ({
    what: 'SKU substituted',
    details: [`${text(now, 'quantity')} × ${text(old, 'sku')} from ${text(now, 'sku')}`],
  }),
  waiting: ({ new: now }) => ({ what: 'Backordered', details: [text(now, 'sku')] }),
  'not waiting': ({ new: now }) => ({ what: 'No longer backordered', details: [text(now, 'sku')] }),
  'left alone': ({ new: now }) => ({
    what: 'Line ignored',
    details: [text(now, 'sku')].filter(Boolean),
  }),
  'not left alone': ({ new: now }) => ({
    what: 'Line reopened',
    details: [text(now, 'sku')].filter(Boolean),
  }),
  'cost entered': ({ new: now }) => ({
    what: typeof now?.cost === 'number' ? 'Cost entered' : 'Cost removed',
    details: [text(now, 'sku')].filter(Boolean),
  }),
  rule: ({ new: now }) => ({ what: `Rule “${text(now, 'rule')}”`, details: words(now, 'done') }),
  'rule failed': ({ new: now }) => ({
    what: `Rule “${text(now, 'rule')}” failed`,
    details: ['None of its actions ran. The order was still imported.'],
  }),
  handled: ({ new: now }) => {
    const [first = 'Handled', ...others] = words(now, 'done')
    return { what: first, details: others }
  },
}

const statusesNow = (values: Values): string[] =>
  statuses.flatMap(([name, called]) => (text(values, name) ? [`${called}: ${statusWords(text(values, name))}`] : []))

/** An entry as people read it. What nobody wrote a sentence for is told by its own word. */
export const historyWords = (entry: WrittenEntry, about: { channel: string; currency: string }): HistoryWords =>
  says[entry.action]?.(entry, about) ?? { what: entry.action, details: [] }

/** What its channel dates itself: that happened before we heard of it. */
export interface DatedOrder {
  channel: string
  currency: string
  orderDate: Date
  paymentDate: Date | null
  paymentAmount: number | null
  shippingDate: Date | null
  shipping: Shipping
}

/** @param isToldShipped somebody here marked it as shipped, which tells it already */
export function datedWords(o: DatedOrder, isToldShipped: boolean): (HistoryWords & { at: Date; kind: string })[] {
  const on = channelWord(o.channel)
  return [
    ...(o.channel === 'manual' ? [] : [{ kind: 'bought', at: o.orderDate, what: `Bought on ${on}`, details: [] }]),
    ...(o.paymentDate
      ? [
          {
            kind: 'paid',
            at: o.paymentDate,
            what: 'Paid',
            details: o.paymentAmount === null ? [] : [amountWords(o.paymentAmount, o.currency)],
          },
        ]
      : []),
    ...(o.shippingDate && o.shipping === 'shipped' && !isToldShipped
      ? [
          {
            kind: 'shipped',
            at: o.shippingDate,
            what: o.channel === 'manual' ? 'Shipped' : `Shipped on ${on}`,
            details: [],
          },
        ]
      : []),
  ]
}
