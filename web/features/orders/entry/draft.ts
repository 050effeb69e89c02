import type { z } from 'zod'
import { manualPaymentStatuses, manualShippingStatuses, type NewOrder } from '#contract/orders/create.ts'
import { filledParts } from '#domain/orders/entry/manual.ts'
import { type ItemAmounts, newItemAmounts, orderTotals, roundAmount } from '#domain/orders/intake/totals.ts'
import { atNoon } from '../payments/payment-day.ts'
import type { Product, Sellable } from '#web/form/products/sellable.ts'

export interface Item {
  /** Tells the lines apart; two may sell the same. */
  key: string
  product: Product
  /** '' until one of the product's variations is chosen. */
  sku: string
  title: string
  /** Pieces that can be sold, where known. */
  available: number | null
  quantity: number | null
  price: number | null
  cost: number | null
  tax: number | null
  discount: number | null
}

export const addressFields = [
  'name',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'phone',
] as const
export type AddressDraft = Record<(typeof addressFields)[number], string>
/** ORD-193. */
const noAddress: AddressDraft = {
  name: '',
  company: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: 'US',
  phone: '',
}

export interface Draft {
  items: readonly Item[]
  source: string
  externalOrderId: string
  name: string
  email: string
  phone: string
  shipping: AddressDraft
  billing: AddressDraft
  sameBilling: boolean
  shippingStatus: (typeof manualShippingStatuses)[number]
  shippingMethod: string
  shippingDate: string
  shippingCost: number | null
  trackingNumber: string
  readyToShip: boolean
  paymentStatus: (typeof manualPaymentStatuses)[number]
  paymentMethod: string
  paymentAmount: number | null
  paymentDate: string
  notes: string
  discount: number | null
  fees: number | null
  tax: number | null
}

export const newDraft: Draft = {
  items: [],
  source: '',
  externalOrderId: '',
  name: '',
  email: '',
  phone: '',
  shipping: noAddress,
  billing: noAddress,
  sameBilling: true,
  shippingStatus: manualShippingStatuses[0],
  shippingMethod: '',
  shippingDate: '',
  shippingCost: newItemAmounts.shippingCost,
  trackingNumber: '',
  readyToShip: false,
  paymentStatus: manualPaymentStatuses[0],
  paymentMethod: '',
  paymentAmount: null,
  paymentDate: '',
  notes: '',
  discount: null,
  fees: null,
  tax: null,
}

/** A line with what its product costs (ORD-254, ORD-255). A product with variations waits for one of them. */
export const itemOf = (product: Product): Item => ({
  key: String(product.id),
  product,
  sku: product.variations > 0 ? '' : product.sku,
  title: product.title,
  available: product.variations > 0 ? null : product.quantity,
  quantity: newItemAmounts.quantity,
  price: product.price,
  cost: product.cost,
  tax: newItemAmounts.taxAmount,
  discount: newItemAmounts.discountAmount,
})

/** A line's part that says what it sells, at its own price. */
export const soldAs = ({ sku, title, price, cost, available }: Sellable): Partial<Item> => ({
  sku,
  title,
  price,
  cost,
  available,
})

/** The lines with one more piece: of the line that sells it already, or on a line of its own. */
export function withOneMore(items: readonly Item[], product: Product, sellable: Sellable): readonly Item[] {
  const at = items.findIndex(({ sku }) => sku === sellable.sku)
  const there = items[at]
  if (there) return items.with(at, { ...there, quantity: (there.quantity ?? 0) + 1 })
  return [...items, { ...itemOf(product), key: `${product.id} ${sellable.sku}`, ...soldAs(sellable) }]
}

const minor = (amount: number | null) => Math.round(roundAmount(amount ?? 0) * 100)

/** A line's amounts in cents. */
export const amountsOf = (item: Item): ItemAmounts => ({
  price: minor(item.price),
  cost: minor(item.cost),
  quantity: item.quantity ?? 0,
  taxAmount: minor(item.tax),
  discountAmount: minor(item.discount),
})

/** The order's sums in cents. */
export const totalsOf = (draft: Draft) =>
  orderTotals({
    items: draft.items.map(amountsOf),
    shippingCost: minor(draft.shippingCost),
    feeAmount: minor(draft.fees),
    taxAmount: minor(draft.tax),
    discountAmount: minor(draft.discount),
  })

const rounded = (amount: number | null) => minor(amount) / 100

/** The order's sums as they are told to the server, which takes its own. */
function sumsOf(draft: Draft) {
  const { itemsTotal, total, net } = totalsOf(draft)
  const lines = draft.items.map(amountsOf)
  return {
    totalPrice: itemsTotal / 100,
    totalAmount: total / 100,
    netAmount: net / 100,
    totalCost: lines.reduce((sum, line) => sum + line.cost * line.quantity, 0) / 100,
    totalQuantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  }
}

/** The order as it is sent (ORD-253, ORD-317). */
export function orderOf(draft: Draft, now: Date): z.input<typeof NewOrder> {
  const shippingAddress = filledParts(draft.shipping)
  return {
    clientId: 0,
    active: true,
    orderDate: now.toISOString(),
    updateDate: now.toISOString(),
    ...sumsOf(draft),
    channel: 'manual',
    source: draft.source.trim(),
    externalOrderId: draft.externalOrderId.trim(),
    paymentStatus: draft.paymentStatus,
    paymentAmount: draft.paymentAmount === null ? undefined : rounded(draft.paymentAmount),
    paymentDate: atNoon(draft.paymentDate),
    shippingStatus: draft.shippingStatus,
    shippingDate: atNoon(draft.shippingDate),
    shippingCost: rounded(draft.shippingCost),
    discountAmount: rounded(draft.discount),
    feeAmount: rounded(draft.fees),
    taxAmount: rounded(draft.tax),
    orderDetails: { notes: draft.notes.trim(), readyToShip: draft.readyToShip },
    shippingDetails: {
      shippingMethod: draft.shippingMethod.trim(),
      trackingNumber: draft.trackingNumber.trim(),
      shippingAddress,
    },
    paymentDetails: {
      paymentMethod: draft.paymentMethod.trim(),
      billingAddress: draft.sameBilling ? shippingAddress : filledParts(draft.billing),
    },
    customer: filledParts({ name: draft.name, email: draft.email, phone: draft.phone }),
    items: draft.items.map((item) => ({
      productId: item.product.id,
      templateId: item.product.templateId,
      externalId: '',
      sku: item.sku,
      itemTitle: item.title,
      quantity: item.quantity ?? 0,
      price: rounded(item.price),
      cost: rounded(item.cost),
      taxAmount: rounded(item.tax),
      discountAmount: rounded(item.discount),
      refundAmount: newItemAmounts.refundAmount,
    })),
  }
}
