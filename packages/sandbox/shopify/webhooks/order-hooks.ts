import { currency } from '../shop/shop-view.ts'
import { fulfillmentStatus, type FulfillmentRow, type OrderRow, type RefundRow } from '../orders/order-rows.ts'
import { legacyId, shown, type Env } from '../state.ts'
import { notify } from './webhooks.ts'

const number = (id: string): number => Number(legacyId(id))
const amount = (value: number): string => value.toFixed(2)
const date = (iso: string | null): string | null => (iso ? shown(iso) : null)

/** Tells the subscribers about an order, in the shape of the REST resource. */
export function tellOrder(env: Env, topic: string, order: OrderRow): void {
  notify(env, topic, orderResource(order))
}

export function tellFulfillment(
  env: Env,
  topic: 'FULFILLMENTS_CREATE' | 'FULFILLMENTS_UPDATE',
  order: OrderRow,
  fulfillment: FulfillmentRow,
): void {
  notify(env, topic, fulfillmentResource(order, fulfillment))
}

export function tellRefund(env: Env, order: OrderRow, refund: RefundRow): void {
  notify(env, 'REFUNDS_CREATE', {
    id: number(refund.id),
    admin_graphql_api_id: refund.id,
    order_id: number(order.id),
    created_at: shown(refund.createdAt),
    refund_line_items: refund.lines.map((line) => ({
      id: number(line.id),
      line_item_id: number(line.lineId),
      quantity: line.quantity,
      restock_type: line.restockType.toLowerCase(),
      location_id: line.locationId ? number(line.locationId) : null,
    })),
  })
}

function orderResource(order: OrderRow): Record<string, unknown> {
  const { id: addressId, countryCodeV2, provinceCode, firstName, lastName, ...address } = order.address
  const status = fulfillmentStatus(order)
  return {
    id: number(order.id),
    admin_graphql_api_id: order.id,
    name: order.name,
    order_number: order.number,
    number: order.number - 1000,
    created_at: shown(order.createdAt),
    updated_at: shown(order.updatedAt),
    processed_at: shown(order.createdAt),
    cancelled_at: date(order.cancelledAt),
    closed_at: date(order.closedAt),
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    financial_status: order.financialStatus.toLowerCase(),
    fulfillment_status: status === 'UNFULFILLED' ? null : status === 'FULFILLED' ? 'fulfilled' : 'partial',
    currency,
    email: order.email,
    phone: order.phone,
    note: order.note,
    test: order.test,
    source_name: 'web',
    taxes_included: false,
    tags: '',
    subtotal_price: amount(order.subtotal),
    total_tax: amount(order.tax),
    total_discounts: '0.00',
    total_price: amount(order.total),
    shipping_address: {
      ...address,
      id: number(addressId),
      first_name: firstName,
      last_name: lastName,
      name: `${firstName} ${lastName}`,
      province_code: provinceCode,
      country_code: countryCodeV2,
    },
    shipping_lines: [
      {
        id: number(order.shippingLine.id),
        title: order.shippingLine.title,
        code: order.shippingLine.code,
        price: amount(order.shipping),
      },
    ],
    line_items: order.lines.map((line) => ({
      id: number(line.id),
      admin_graphql_api_id: line.id,
      product_id: number(line.productId),
      variant_id: number(line.variantId),
      title: line.title,
      variant_title: line.variantTitle,
      sku: line.sku,
      vendor: line.vendor,
      quantity: line.quantity,
      current_quantity: line.currentQuantity,
      fulfillable_quantity: line.unfulfilledQuantity,
      price: line.price,
      total_discount: '0.00',
      taxable: line.taxable,
      requires_shipping: line.requiresShipping,
    })),
    fulfillments: order.fulfillments.map((fulfillment) => fulfillmentResource(order, fulfillment)),
  }
}
function fulfillmentResource(order: OrderRow, fulfillment: FulfillmentRow): Record<string, unknown> {
  return {
    id: number(fulfillment.id),
    admin_graphql_api_id: fulfillment.id,
    order_id: number(order.id),
    name: fulfillment.name,
    status: 'success',
    location_id: number(fulfillment.locationId),
    created_at: shown(fulfillment.createdAt),
    updated_at: shown(fulfillment.updatedAt),
    tracking_company: fulfillment.tracking[0]?.company ?? null,
    tracking_number: fulfillment.tracking[0]?.number ?? null,
    tracking_numbers: fulfillment.tracking.flatMap((each) => each.number ?? []),
    tracking_url: fulfillment.tracking[0]?.url ?? null,
    line_items: fulfillment.lines.map((each) => ({ id: number(each.lineId), quantity: each.quantity })),
  }
}
