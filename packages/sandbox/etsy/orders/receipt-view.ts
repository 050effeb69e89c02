import type { Json } from '../../kit/json.ts'
import { money } from '../listings/listing-view.ts'
import type { Line, Receipt, Shop } from '../state.ts'

const refundedUnits = ({ refunds }: Receipt, transactionId: number): number =>
  refunds
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.transaction_id === transactionId ? sum + line.quantity : sum), 0)

/** Pieces of a line for which no money went back. */
export const leftOf = (receipt: Receipt, line: Line): number =>
  line.quantity - refundedUnits(receipt, line.transaction_id)

/** Etsy's word for where an order stands. */
export function statusOf(receipt: Receipt): string {
  const { canceledAt, refunds, shippedAt, payment, lines } = receipt
  if (canceledAt !== null) return 'canceled'
  if (refunds.length > 0)
    return lines.every((line) => leftOf(receipt, line) === 0) ? 'fully refunded' : 'partially refunded'
  if (shippedAt !== null) return 'completed'
  return { paid: 'paid', pending: 'payment processing', failed: 'open' }[payment]
}

const worthOf = (line: Line, quantity: number) =>
  line.price * quantity + Math.round((line.shipping * quantity) / line.quantity)

export function showReceipt({ seller }: Shop, receipt: Receipt): Json {
  const { buyer, lines, receipt_id, created, updated, refunds } = receipt
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const shipping = lines.reduce((sum, line) => sum + line.shipping, 0)
  const paid = receipt.payment === 'paid'
  return {
    receipt_id,
    receipt_type: 0,
    seller_user_id: seller.userId,
    seller_email: null,
    buyer_user_id: receipt.buyer_user_id,
    buyer_email: buyer.email,
    name: buyer.name,
    first_line: buyer.first_line,
    second_line: buyer.second_line,
    city: buyer.city,
    state: buyer.state,
    zip: buyer.zip,
    country_iso: buyer.country_iso,
    formatted_address: [
      buyer.name,
      buyer.first_line,
      buyer.second_line,
      `${buyer.city} ${buyer.zip}`,
      buyer.country_iso,
    ]
      .filter(Boolean)
      .join('\n'),
    status: statusOf(receipt),
    payment_method: 'cc',
    payment_email: null,
    message_from_seller: null,
    message_from_buyer: null,
    message_from_payment: null,
    is_paid: paid,
    is_shipped: receipt.shippedAt !== null,
    create_timestamp: created,
    created_timestamp: created,
    update_timestamp: updated,
    updated_timestamp: updated,
    is_gift: false,
    gift_message: '',
    gift_sender: '',
    grandtotal: money(total + shipping),
    subtotal: money(total),
    total_price: money(total),
    total_shipping_cost: money(shipping),
    total_tax_cost: money(0),
    total_vat_cost: money(0),
    discount_amt: money(0),
    gift_wrap_price: money(0),
    shipments: receipt.shipments.map(({ at, ...shipment }) => ({ ...shipment, shipment_notification_timestamp: at })),
    transactions: lines.map((line) => ({
      transaction_id: line.transaction_id,
      title: line.title,
      description: '',
      seller_user_id: seller.userId,
      buyer_user_id: receipt.buyer_user_id,
      create_timestamp: created,
      created_timestamp: created,
      paid_timestamp: paid ? created : null,
      shipped_timestamp: receipt.shippedAt,
      quantity: line.quantity,
      listing_image_id: null,
      receipt_id,
      is_digital: false,
      file_data: '',
      listing_id: line.listing_id,
      transaction_type: 'listing',
      product_id: line.product_id,
      sku: line.sku,
      price: money(line.price),
      shipping_cost: money(line.shipping),
      variations: line.properties.map(({ property_id, property_name, value_ids, values }) => ({
        property_id,
        value_id: value_ids[0] ?? null,
        formatted_name: property_name ?? '',
        formatted_value: values.join(', '),
      })),
      product_data: line.properties,
      shipping_profile_id: line.shipping_profile_id,
      min_processing_days: 1,
      max_processing_days: 2,
      shipping_method: null,
      shipping_upgrade: null,
      expected_ship_date: created + 3 * 86_400,
      buyer_coupon: 0,
      shop_coupon: 0,
    })),
    refunds: refunds.map((refund) => ({
      amount: money(
        refund.lines.reduce((sum, { transaction_id, quantity }) => {
          const line = lines.find((candidate) => candidate.transaction_id === transaction_id)
          return line ? sum + worthOf(line, quantity) : sum
        }, 0),
      ),
      created_timestamp: refund.created,
      reason: refund.reason,
      note_from_issuer: null,
      status: 'APPROVED',
    })),
  }
}
