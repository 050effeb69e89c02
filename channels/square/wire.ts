import { z } from 'zod'
import { square } from '#contract/channels/square.ts'

/*
 * What travels, as published: https://github.com/square/connect-api-specification, release 2025-08-20, read 2026-11-22, with what changed until the
 * version of the contract as Square's release notes and its SDK 46.0.0 have it. Of that, only adjustments and fulfillments of a sale at the till
 * concern us.
 * Catalog objects are written back whole, so what we do not know of them is kept.
 */
export const squareVersion = square.api.version

export const Problem = z.object({
  category: z.string().default(''),
  code: z.string().default(''),
  detail: z.string().default(''),
  field: z.string().default(''),
})
export type Problem = z.output<typeof Problem>
export const Refusal = z.object({ errors: z.array(Problem).min(1) })

const Money = z.looseObject({ amount: z.number().nullish(), currency: z.string().optional() })
export type Money = z.output<typeof Money>
const Text = z.string().nullish()
const Texts = z.array(z.string()).nullish()
const Whole = z.looseObject({
  id: z.string(),
  version: z.number().optional(),
  is_deleted: z.boolean().nullish(),
  updated_at: z.string().optional(),
  present_at_all_locations: z.boolean().nullish(),
  present_at_location_ids: Texts,
  absent_at_location_ids: Texts,
})
export type Whole = z.output<typeof Whole>

const Override = z.looseObject({
  location_id: Text,
  price_money: Money.optional(),
  track_inventory: z.boolean().nullish(),
  sold_out: z.boolean().optional(),
})
const VariationData = z.looseObject({
  item_id: Text,
  name: Text,
  sku: Text,
  upc: Text,
  price_money: Money.optional(),
  location_overrides: z.array(Override).nullish(),
  track_inventory: z.boolean().nullish(),
  user_data: Text,
  item_option_values: z.array(z.looseObject({ item_option_id: Text, item_option_value_id: Text })).nullish(),
  image_ids: Texts,
})
export const Variation = Whole.extend({ type: z.literal('ITEM_VARIATION'), item_variation_data: VariationData })
export type Variation = z.output<typeof Variation>

export const Item = Whole.extend({
  type: z.literal('ITEM'),
  item_data: z.looseObject({
    name: Text,
    description_html: Text,
    variations: z.array(Variation).default([]),
    item_options: z.array(z.looseObject({ item_option_id: Text })).nullish(),
    categories: z.array(z.looseObject({ id: z.string().optional() })).nullish(),
    image_ids: Texts,
    is_archived: z.boolean().nullish(),
  }),
})
export type Item = z.output<typeof Item>

const OptionValue = Whole.extend({
  type: z.literal('ITEM_OPTION_VAL'),
  item_option_value_data: z.looseObject({ name: Text, item_option_id: Text }),
})
/** SearchCatalogItems. */
export const FoundItems = z.object({ items: z.array(z.unknown()).default([]), cursor: z.string().optional() })

export const Option = Whole.extend({
  type: z.literal('ITEM_OPTION'),
  item_option_data: z.looseObject({ name: Text, values: z.array(OptionValue).nullish() }),
})
export type Option = z.output<typeof Option>
export const Image = Whole.extend({
  type: z.literal('IMAGE'),
  image_data: z.looseObject({ name: Text, url: Text }).default({}),
})
export type Image = z.output<typeof Image>
export const Category = Whole.extend({
  type: z.literal('CATEGORY'),
  category_data: z.looseObject({
    name: Text,
    category_type: z.string().optional(),
    parent_category: z.looseObject({ id: z.string().optional() }).nullish(),
  }),
})
export type Category = z.output<typeof Category>
export const Tax = Whole.extend({
  type: z.literal('TAX'),
  tax_data: z.looseObject({ name: Text, percentage: Text, enabled: z.boolean().nullish() }),
})

/** Objects of any type; those of one are picked out by `ofType`. */
const Objects = z.array(z.looseObject({ type: z.string() })).default([])
export const ObjectPage = z.object({ objects: Objects, related_objects: Objects, cursor: z.string().optional() })
export const OneObject = z.object({ object: Item, related_objects: Objects })
export const Upserted = z.object({
  objects: Objects,
  id_mappings: z.array(z.object({ client_object_id: Text, object_id: Text })).default([]),
  errors: z.array(Problem).optional(),
})
export const ImageMade = z.object({ image: Image })

export const ofType = <S extends z.ZodType>(shape: S, objects: readonly unknown[]): z.output<S>[] =>
  objects.flatMap((object) => {
    const parsed = shape.safeParse(object)
    return parsed.success ? [parsed.data] : []
  })

export const Counts = z.object({
  counts: z
    .array(
      z.object({
        catalog_object_id: z.string(),
        location_id: z.string(),
        state: z.string(),
        quantity: z.string().default('0'),
      }),
    )
    .default([]),
  cursor: z.string().optional(),
})
export const Changes = z.object({
  changes: z
    .array(
      z.object({
        adjustment: z
          .object({
            catalog_object_id: Text,
            quantity: z.string().default('0'),
            to_state: z.string().optional(),
            refund_id: z.string().optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  cursor: z.string().optional(),
})

export const Merchants = z.object({
  merchant: z
    .array(
      z.object({
        id: z.string(),
        business_name: Text,
        currency: z.string().default('USD'),
        main_location_id: Text,
      }),
    )
    .min(1),
})
export const Locations = z.object({
  locations: z
    .array(
      z.object({
        id: z.string(),
        name: Text,
        status: z.string().default('ACTIVE'),
        currency: z.string().default(''),
        address: z
          .object({
            address_line_1: Text,
            locality: Text,
            administrative_district_level_1: Text,
            postal_code: Text,
          })
          .optional(),
      }),
    )
    .default([]),
})
export const TokenStatus = z.object({ scopes: z.array(z.string()).default([]) })
