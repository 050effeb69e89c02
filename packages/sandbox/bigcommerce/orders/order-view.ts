import type { Line, Order, Shipment, Shop } from '../state.ts'

/** What an order is called by its number; a merchant may call them otherwise. */
export const statusNames = [
  'Incomplete',
  'Pending',
  'Shipped',
  'Partially Shipped',
  'Refunded',
  'Cancelled',
  'Declined',
  'Awaiting Payment',
  'Awaiting Pickup',
  'Awaiting Shipment',
  'Completed',
  'Awaiting Fulfillment',
  'Manual Verification Required',
  'Disputed',
  'Partially Refunded',
]
export const status = {
  shipped: 2,
  partlyShipped: 3,
  refunded: 4,
  cancelled: 5,
  declined: 6,
  awaitingPayment: 7,
  awaitingPickup: 8,
  completed: 10,
  awaitingFulfillment: 11,
  partlyRefunded: 14,
} as const

const taxRate = 0.0825
/** Amounts of V2 are texts of four decimals. */
const money = (cents: number) => (cents / 100).toFixed(4)
const rfc = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000')

const goodsOf = ({ lines }: Order) => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const taxOf = (cents: number) => Math.round(cents * taxRate)
export const taxOfLine = ({ price, quantity }: Line) => taxOf(price * quantity)
export const totalOf = (order: Order) =>
  goodsOf(order) + order.shipping + order.lines.reduce((sum, line) => sum + taxOfLine(line), 0)
export const refundedOf = ({ refunds }: Order) => refunds.reduce((sum, { amount }) => sum + amount, 0)
/** Pieces that were neither sent nor paid back. */
export const leftOf = ({ quantity, shipped, refunded }: Line) => Math.max(0, quantity - Math.max(shipped, 0) - refunded)

const addressOf = ({ buyer }: Order) => ({ company: '', ...buyer })

export function showLine(order: Order, line: Line) {
  const { price, quantity } = line
  const tax = taxOfLine(line)
  return {
    id: line.id,
    order_id: order.id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    order_address_id: order.address_id,
    order_pickup_method_id: order.address_id === 0 ? 1 : 0,
    name: line.name,
    name_customer: line.name,
    name_merchant: line.name,
    sku: line.sku,
    upc: '',
    type: 'physical',
    base_price: money(price),
    price_ex_tax: money(price),
    price_tax: money(Math.round(tax / quantity)),
    price_inc_tax: money(price + Math.round(tax / quantity)),
    base_total: money(price * quantity),
    total_ex_tax: money(price * quantity),
    total_tax: money(tax),
    total_inc_tax: money(price * quantity + tax),
    quantity,
    quantity_shipped: line.shipped,
    quantity_refunded: line.refunded,
    is_refunded: line.refunded > 0,
    refund_amount: money(0),
    weight: 1,
    fixed_shipping_cost: '0.0000',
    applied_discounts: [],
    product_options: line.options.map(({ name, value }, n) => ({
      id: line.id * 10 + n,
      order_product_id: line.id,
      display_name: name,
      display_value: value,
      value,
      type: 'Multiple choice',
      name,
    })),
  }
}

const shippingOf = (order: Order, withLines: boolean) =>
  order.address_id === 0
    ? []
    : [
        {
          id: order.address_id,
          ...addressOf(order),
          line_items: withLines
            ? order.lines.map((line) => showLine(order, line))
            : { url: linkTo(order, 'products'), resource: `/orders/${order.id}/products` },
          items_total: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
          items_shipped: order.lines.reduce((sum, { shipped }) => sum + shipped, 0),
          shipping_method: 'Flat rate',
          base_cost: order.shipping / 100,
          cost_ex_tax: order.shipping / 100,
          cost_inc_tax: order.shipping / 100,
          cost_tax: 0,
        },
      ]
const pickupsOf = (order: Order, withLines: boolean) =>
  order.address_id !== 0
    ? []
    : [
        {
          id: 1,
          pickup_method_id: 1,
          pickup_method_display_name: 'Pickup in store',
          line_items: withLines
            ? order.lines.map((line) => showLine(order, line))
            : { url: linkTo(order, 'products'), resource: `/orders/${order.id}/products` },
        },
      ]

const linkTo = (order: Order, what: string) => `https://api.bigcommerce.com/stores/v2/orders/${order.id}/${what}`
const link = (order: Order, what: string) => ({ url: linkTo(order, what), resource: `/orders/${order.id}/${what}` })

/** @param include which of its parts come with it; else they are links */
export function showOrder(_shop: Shop, order: Order, include: Set<string>) {
  const goods = goodsOf(order)
  const tax = order.lines.reduce((sum, line) => sum + taxOfLine(line), 0)
  const withLines = include.has('consignments.line_items')
  const shippedAt = order.shipments.at(-1)?.created
  return {
    id: order.id,
    customer_id: order.customer_id,
    channel_id: 1,
    date_created: rfc(order.created),
    date_modified: rfc(order.modified),
    date_shipped: shippedAt === undefined ? '' : rfc(shippedAt),
    status_id: order.status_id,
    status: statusNames[order.status_id] ?? '',
    payment_status: order.payment_status,
    payment_method: 'Credit Card',
    subtotal_ex_tax: money(goods),
    subtotal_inc_tax: money(goods + tax),
    subtotal_tax: money(tax),
    base_shipping_cost: money(order.shipping),
    shipping_cost_ex_tax: money(order.shipping),
    shipping_cost_inc_tax: money(order.shipping),
    shipping_cost_tax: money(0),
    handling_cost_ex_tax: money(0),
    handling_cost_inc_tax: money(0),
    wrapping_cost_ex_tax: money(0),
    wrapping_cost_inc_tax: money(0),
    total_ex_tax: money(goods + order.shipping),
    total_inc_tax: money(totalOf(order)),
    total_tax: money(tax),
    discount_amount: money(0),
    coupon_discount: money(0),
    store_credit_amount: money(0),
    gift_certificate_amount: money(0),
    // Published: always 0. What went back stands with the refunds.
    refunded_amount: money(0),
    items_total: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items_shipped: order.lines.reduce((sum, { shipped }) => sum + shipped, 0),
    order_is_digital: false,
    is_deleted: false,
    currency_code: 'USD',
    default_currency_code: 'USD',
    store_default_currency_code: 'USD',
    order_source: 'www',
    customer_message: '',
    staff_notes: order.staff_notes,
    billing_address: addressOf(order),
    products: link(order, 'products'),
    shipping_addresses: link(order, 'shipping_addresses'),
    coupons: link(order, 'coupons'),
    consignments:
      include.has('consignments') || withLines
        ? {
            pickups: pickupsOf(order, withLines),
            shipping: shippingOf(order, withLines),
            downloads: [],
            email: { gift_certificates: [] },
          }
        : link(order, 'consignments'),
    fees: include.has('fees') ? [] : link(order, 'fees'),
  }
}

export const showShippingAddress = (order: Order) => ({
  id: order.address_id,
  order_id: order.id,
  ...addressOf(order),
  items_total: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  items_shipped: order.lines.reduce((sum, { shipped }) => sum + shipped, 0),
  shipping_method: 'Flat rate',
  base_cost: money(order.shipping),
  cost_ex_tax: money(order.shipping),
  cost_inc_tax: money(order.shipping),
  cost_tax: money(0),
})

export const showShipment = (order: Order, shipment: Shipment) => ({
  id: shipment.id,
  order_id: order.id,
  customer_id: order.customer_id,
  order_address_id: order.address_id,
  date_created: rfc(shipment.created),
  tracking_number: shipment.tracking_number,
  merchant_shipping_cost: money(0),
  shipping_method: 'Flat rate',
  shipping_provider: shipment.shipping_provider,
  tracking_carrier: shipment.tracking_carrier,
  tracking_link: '',
  comments: '',
  billing_address: addressOf(order),
  shipping_address: addressOf(order),
  items: shipment.items,
  generated_tracking_link: shipment.tracking_number
    ? `https://www.aftership.example/track/${encodeURIComponent(shipment.tracking_number)}`
    : '',
})
