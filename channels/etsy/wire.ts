import { z } from 'zod'

// Etsy Open API 3.0.0, https://www.etsy.com/openapi/generated/oas/3.0.0.json, as of 2026-08-17, read 2026-11-21.
// Loose objects: what we do not name is left as it is.

export const Money = z.looseObject({ amount: z.number(), divisor: z.number(), currency_code: z.string() })
export type Money = z.output<typeof Money>

/** One answer for all that is a list; `count` is of all pages. */
export const listOf = <S extends z.ZodType>(shape: S) => z.looseObject({ count: z.number(), results: z.array(shape) })

export const PropertyValue = z.looseObject({
  property_id: z.number(),
  property_name: z.string().nullish(),
  scale_id: z.number().nullish(),
  value_ids: z.array(z.number()).default([]),
  values: z.array(z.string()).default([]),
})
export type PropertyValue = z.output<typeof PropertyValue>

export const Offering = z.looseObject({
  quantity: z.number(),
  is_enabled: z.boolean(),
  price: Money,
  readiness_state_id: z.number().nullish(),
})
export const Product = z.looseObject({
  sku: z.string().default(''),
  offerings: z.array(Offering).min(1),
  property_values: z.array(PropertyValue).default([]),
})
export type Product = z.output<typeof Product>

export const states = ['active', 'inactive', 'sold_out', 'draft', 'expired'] as const
export type EtsyState = (typeof states)[number]

export const Picture = z.looseObject({
  listing_image_id: z.number(),
  rank: z.number(),
  url_fullxfull: z.string().default(''),
})
export const Inventory = z.looseObject({ products: z.array(Product) })

export const Listing = z.looseObject({
  listing_id: z.number(),
  title: z.string(),
  description: z.string().default(''),
  state: z.enum(states),
  url: z.string().default(''),
  updated_timestamp: z.number().nullish(),
  ending_timestamp: z.number().nullish(),
  taxonomy_id: z.number().nullish(),
  price: Money.nullish(),
  tags: z.array(z.string()).default([]),
  materials: z.array(z.string()).default([]),
  who_made: z.string().nullish(),
  when_made: z.string().nullish(),
  item_weight: z.number().nullish(),
  item_weight_unit: z.string().nullish(),
  item_length: z.number().nullish(),
  item_width: z.number().nullish(),
  item_height: z.number().nullish(),
  item_dimensions_unit: z.string().nullish(),
  images: z.array(Picture).nullish(),
  inventory: Inventory.nullish(),
})
export type Listing = z.output<typeof Listing>
/** As `includes=Listing` asks for it. */
export const InventoryOfListing = Inventory.extend({ listing: Listing })
export type InventoryOfListing = z.output<typeof InventoryOfListing>

const Transaction = z.looseObject({
  transaction_id: z.number(),
  title: z.string().nullish(),
  sku: z.string().nullish(),
  quantity: z.number(),
  price: Money,
  shipping_cost: Money.nullish(),
  shop_coupon: z.number().nullish(),
  paid_timestamp: z.number().nullish(),
  shipped_timestamp: z.number().nullish(),
  shipping_method: z.string().nullish(),
  expected_ship_date: z.number().nullish(),
})
export type Transaction = z.output<typeof Transaction>

export const Receipt = z.looseObject({
  receipt_id: z.number(),
  buyer_user_id: z.number().nullish(),
  buyer_email: z.string().nullish(),
  name: z.string().nullish(),
  first_line: z.string().nullish(),
  second_line: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  zip: z.string().nullish(),
  country_iso: z.string().nullish(),
  status: z.string(),
  payment_method: z.string().nullish(),
  is_paid: z.boolean(),
  is_shipped: z.boolean(),
  created_timestamp: z.number(),
  updated_timestamp: z.number(),
  grandtotal: Money,
  total_price: Money,
  total_shipping_cost: Money.nullish(),
  total_tax_cost: Money.nullish(),
  total_vat_cost: Money.nullish(),
  discount_amt: Money.nullish(),
  gift_wrap_price: Money.nullish(),
  shipments: z
    .array(
      z.looseObject({
        carrier_name: z.string().nullish(),
        tracking_code: z.string().nullish(),
        shipment_notification_timestamp: z.number().nullish(),
      }),
    )
    .default([]),
  transactions: z.array(Transaction).default([]),
  refunds: z.array(z.looseObject({ amount: Money.nullish() })).default([]),
})
export type Receipt = z.output<typeof Receipt>

export const Me = z.looseObject({ user_id: z.number(), shop_id: z.number() })
export const ShopAnswer = z.looseObject({
  shop_name: z.string(),
  currency_code: z.string(),
  is_vacation: z.boolean().default(false),
  is_etsy_payments_onboarded: z.boolean().default(true),
})
/** The published description names no field of it. */
export const Scopes = z.looseObject({ scopes: z.array(z.string()).optional() })
