import { z } from 'zod'

const Text = z.string().nullish()
const Money = z.object({ amount: z.number().nullish(), currency: z.string().optional() })
export type OrderMoney = z.output<typeof Money>

const Address = z.object({
  address_line_1: Text,
  address_line_2: Text,
  locality: Text,
  administrative_district_level_1: Text,
  postal_code: Text,
  country: Text,
  first_name: Text,
  last_name: Text,
})
export type SquareAddress = z.output<typeof Address>
const Recipient = z.object({
  customer_id: Text,
  display_name: Text,
  email_address: Text,
  phone_number: Text,
  address: Address.optional(),
})
const Details = z.object({
  recipient: Recipient.optional(),
  carrier: Text,
  tracking_number: Text,
  shipping_type: Text,
  shipped_at: Text,
  expected_shipped_at: Text,
})
const Fulfillment = z.object({
  uid: Text,
  type: z.string().default(''),
  state: z.string().default('PROPOSED'),
  line_item_application: z.string().optional(),
  entries: z.array(z.object({ line_item_uid: z.string(), quantity: z.string() })).optional(),
  shipment_details: Details.optional(),
  pickup_details: z.object({ recipient: Recipient.optional(), picked_up_at: Text, pickup_at: Text }).optional(),
  delivery_details: z.object({ recipient: Recipient.optional(), deliver_at: Text }).optional(),
})
export type Fulfillment = z.output<typeof Fulfillment>

const Line = z.object({
  uid: Text,
  name: Text,
  variation_name: Text,
  catalog_object_id: Text,
  quantity: z.string(),
  base_price_money: Money.optional(),
  gross_sales_money: Money.optional(),
  total_tax_money: Money.optional(),
  total_discount_money: Money.optional(),
})
export type Line = z.output<typeof Line>

const Refund = z.object({
  id: z.string(),
  tender_id: Text,
  reason: Text,
  created_at: Text,
  amount_money: Money,
  status: z.string().default(''),
})
const Return = z.object({
  source_order_id: Text,
  return_line_items: z.array(z.object({ source_line_item_uid: Text, quantity: z.string() })).default([]),
})
export const Order = z.object({
  id: z.string(),
  location_id: z.string(),
  reference_id: Text,
  ticket_name: Text,
  state: z.string().default('OPEN'),
  version: z.number().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  source: z.object({ name: Text }).optional(),
  line_items: z.array(Line).default([]),
  // Newer versions of the API show a sale at the till with one of its own; it means what none means: nothing is to be sent.
  fulfillments: z
    .array(Fulfillment)
    .default([])
    .transform((fulfillments) => fulfillments.filter(({ type }) => type !== 'IN_STORE')),
  returns: z.array(Return).default([]),
  tenders: z
    .array(
      z.object({
        id: Text,
        payment_id: Text,
        type: z.string(),
        created_at: Text,
        amount_money: Money.optional(),
        processing_fee_money: Money.optional(),
      }),
    )
    .default([]),
  refunds: z.array(Refund).default([]),
  total_money: Money.optional(),
  total_tax_money: Money.optional(),
  total_discount_money: Money.optional(),
  total_tip_money: Money.optional(),
  total_service_charge_money: Money.optional(),
  net_amount_due_money: Money.optional(),
})
export type SquareOrder = z.output<typeof Order>
export const Orders = z.object({ orders: z.array(Order).default([]), cursor: z.string().optional() })
export const OneOrder = z.object({ order: Order })
export const OneRefund = z.object({ refund: z.object({ id: z.string(), order_id: Text }) })
/** What a refund that was begun says. */
export const RefundMade = z.object({ refund: z.object({ id: z.string(), status: Text }) })
