import type { Address } from '#contract/orders/orders.ts'
import type { Cell } from '../products/files/cells.ts'
import { orderName } from './name.ts'

/** An order as a file tells it; amounts in minor units of its currency's hundredths. */
export interface FiledOrder {
  id: number
  number: string
  externalOrderId: string
  channel: string
  orderDate: Date
  state: string
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  shippingAddress: Address
  shippingMethod: string
  trackingNumber: string
  shippingDate: Date | null
  currency: string
  totalPrice: number
  discountAmount: number
  shippingCost: number
  taxAmount: number
  totalAmount: number
  notes: string
}
interface FiledLine {
  sku: string
  itemTitle: string
  quantity: number
  price: number
}

const amount = (minor: number) => (minor / 100).toFixed(2)
const moment = (at: Date | null) => at?.toISOString() ?? ''

const columns: readonly (readonly [string, (order: FiledOrder, line: FiledLine | undefined) => Cell])[] = [
  ['order', orderName],
  ['externalOrderId', (o) => o.externalOrderId],
  ['channel', (o) => o.channel],
  ['orderDate', (o) => moment(o.orderDate)],
  ['state', (o) => o.state],
  ['orderStatus', (o) => o.orderStatus],
  ['shippingStatus', (o) => o.shippingStatus],
  ['paymentStatus', (o) => o.paymentStatus],
  ['sku', (_, line) => line?.sku ?? ''],
  ['title', (_, line) => line?.itemTitle ?? ''],
  ['quantity', (_, line) => line?.quantity ?? ''],
  ['price', (_, line) => (line ? amount(line.price) : '')],
  ['currency', (o) => o.currency],
  ['subtotal', (o) => amount(o.totalPrice)],
  ['discounts', (o) => amount(o.discountAmount)],
  ['shippingCost', (o) => amount(o.shippingCost)],
  ['tax', (o) => amount(o.taxAmount)],
  ['total', (o) => amount(o.totalAmount)],
  ['customer', (o) => o.buyerName],
  ['email', (o) => o.buyerEmail],
  ['phone', (o) => o.buyerPhone],
  ['shipTo', (o) => o.shippingAddress.name ?? ''],
  ['company', (o) => o.shippingAddress.company ?? ''],
  ['line1', (o) => o.shippingAddress.line1 ?? ''],
  ['line2', (o) => o.shippingAddress.line2 ?? ''],
  ['city', (o) => o.shippingAddress.city ?? ''],
  ['region', (o) => o.shippingAddress.region ?? ''],
  ['postalCode', (o) => o.shippingAddress.postalCode ?? ''],
  ['country', (o) => o.shippingAddress.country ?? ''],
  ['service', (o) => o.shippingMethod],
  ['trackingNumber', (o) => o.trackingNumber],
  ['shippingDate', (o) => moment(o.shippingDate)],
  ['notes', (o) => o.notes],
]
/** Of the order as a whole: they stand on its first row alone, so that a sum over the column is right. */
const once = new Set(['subtotal', 'discounts', 'shippingCost', 'tax', 'total'])

export const orderHeader: readonly string[] = columns.map(([name]) => name)

/** A row for each line, one for an order without any. */
export const orderRows = (order: FiledOrder, lines: readonly FiledLine[]): Cell[][] =>
  (lines.length > 0 ? lines : [undefined]).map((line, at) =>
    columns.map(([name, cell]) => (at > 0 && once.has(name) ? '' : cell(order, line))),
  )
