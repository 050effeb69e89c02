export interface LineRow {
  id: string
  productId: string
  variantId: string
  itemId: string
  title: string
  variantTitle: string
  sku: string
  vendor: string
  /** Per piece. */
  price: string
  quantity: number
  /** What is left of it after cancelling, refunding and editing. */
  currentQuantity: number
  unfulfilledQuantity: number
  requiresShipping: boolean
  taxable: boolean
}
export interface FulfillmentOrderRow {
  id: string
  locationId: string
  status: 'OPEN' | 'IN_PROGRESS' | 'CLOSED' | 'CANCELLED'
  createdAt: string
  updatedAt: string
  lines: { id: string; lineId: string; total: number; remaining: number }[]
}
export interface Tracking {
  company: string | null
  number: string | null
  url: string | null
}
export interface FulfillmentRow {
  id: string
  name: string
  locationId: string
  createdAt: string
  updatedAt: string
  tracking: Tracking[]
  lines: { lineId: string; quantity: number }[]
}
export interface RefundRow {
  id: string
  createdAt: string
  amount: number
  /** Of one made through the API. */
  note?: string
  lines: {
    id: string
    lineId: string
    quantity: number
    restockType: 'CANCEL' | 'RETURN' | 'NO_RESTOCK'
    locationId: string | null
  }[]
}
export interface AddressRow {
  id: string
  firstName: string
  lastName: string
  company: string | null
  address1: string
  address2: string | null
  city: string
  province: string
  provinceCode: string
  zip: string
  country: string
  countryCodeV2: string
  phone: string
}
export interface OrderRow {
  id: string
  shop: string
  number: number
  name: string
  createdAt: string
  updatedAt: string
  /** The API knows nothing of it before. */
  visibleFrom: string
  test: boolean
  cancelledAt: string | null
  closedAt: string | null
  cancelReason: string | null
  financialStatus: 'PAID' | 'PENDING' | 'VOIDED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  email: string
  phone: string | null
  note: string | null
  subtotal: number
  shipping: number
  tax: number
  total: number
  address: AddressRow
  shippingLine: { id: string; title: string; code: string }
  lines: LineRow[]
  fulfillmentOrders: FulfillmentOrderRow[]
  fulfillments: FulfillmentRow[]
  refunds: RefundRow[]
}

export function fulfillmentStatus(order: OrderRow): 'UNFULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED' {
  const sent = order.fulfillments.length > 0
  if (!sent) return 'UNFULFILLED'
  return order.lines.every((line) => line.unfulfilledQuantity === 0) ? 'FULFILLED' : 'PARTIALLY_FULFILLED'
}

export const isPaid = ({ financialStatus }: OrderRow): boolean => !['PENDING', 'VOIDED'].includes(financialStatus)
export const refundedAmount = (order: OrderRow): number => order.refunds.reduce((sum, { amount }) => sum + amount, 0)
