import { z } from 'zod'

/*
 * V2: amounts are texts, dates are those of e-mails. reference/orders.v2.oas2.yml of https://github.com/bigcommerce/docs, read 2026-11-22.
 */
const Text = z.string().nullish()
const Whole = z.coerce.number().int().default(0)

const Address = z.object({
  first_name: Text,
  last_name: Text,
  company: Text,
  street_1: Text,
  street_2: Text,
  city: Text,
  state: Text,
  zip: Text,
  country_iso2: Text,
  phone: Text,
  email: Text,
})
export type OrderAddress = z.output<typeof Address>

export const Line = z.object({
  id: z.number(),
  /** Where it goes; 0 for what is fetched or downloaded. */
  order_address_id: Whole,
  name: z.string().default(''),
  sku: Text,
  type: z.string().default('physical'),
  quantity: Whole,
  quantity_shipped: Whole,
  quantity_refunded: Whole,
  price_ex_tax: Text,
  total_tax: Text,
  applied_discounts: z.array(z.object({ amount: Text })).nullish(),
  product_options: z.array(z.object({ display_value: Text })).nullish(),
})
export type Line = z.output<typeof Line>

const Lines = z.object({ line_items: z.array(Line).default([]) })
export const Order = z.object({
  id: z.number(),
  customer_id: Whole,
  date_created: z.string(),
  date_modified: z.string(),
  date_shipped: Text,
  status_id: z.number(),
  status: z.string().default(''),
  payment_status: Text,
  payment_method: Text,
  currency_code: z.string().default(''),
  subtotal_ex_tax: Text,
  shipping_cost_ex_tax: Text,
  handling_cost_ex_tax: Text,
  wrapping_cost_ex_tax: Text,
  total_tax: Text,
  total_inc_tax: Text,
  items_shipped: Whole,
  staff_notes: Text,
  billing_address: Address.nullish(),
  consignments: z.object({
    shipping: z.array(z.object({ ...Address.shape, ...Lines.shape, shipping_method: Text })).default([]),
    pickups: z.array(Lines).default([]),
    downloads: z.array(Lines).default([]),
  }),
})
export type BigCommerceOrder = z.output<typeof Order>

export const Shipment = z.object({
  id: z.number(),
  tracking_number: Text,
  items: z.array(z.object({ order_product_id: z.number(), quantity: Whole })).default([]),
})
export type OrderShipment = z.output<typeof Shipment>

/*
 * V3: amounts are numbers. reference/orders.v3.yml of https://github.com/bigcommerce/docs, read 2026-11-23.
 */
export const Refund = z.object({
  id: z.number(),
  total_amount: z.number().default(0),
  reason: Text,
  items: z
    .array(z.object({ item_type: z.string(), item_id: z.number(), quantity: z.number().nullish(), reason: Text }))
    .default([]),
  payments: z
    .array(z.object({ amount: z.number().default(0), is_declined: z.boolean().nullish(), declined_message: Text }))
    .default([]),
})
export type OrderRefund = z.output<typeof Refund>

const PaymentOption = z.object({
  provider_id: z.string(),
  amount: z.number(),
  offline: z.boolean().default(false),
  offline_reason: Text,
})
export type PaymentOption = z.output<typeof PaymentOption>
export const RefundQuote = z.object({
  total_refund_amount: z.number(),
  total_refund_tax_amount: z.number().default(0),
  /** Each is a way to give all of it back, of one payment or several. */
  refund_methods: z.array(z.array(PaymentOption)).default([]),
})
export type RefundQuote = z.output<typeof RefundQuote>
