import { z } from 'zod'

/*
 * What travels, as published: https://github.com/bigcommerce/docs, reference/, commit 24f580ca of 2026-04-01, read 2026-11-22.
 */

const Text = z.string().nullish()
const Amount = z.number().nullish()

/** @see reference/store_information.v2.yml */
export const Store = z.object({
  id: z.string(),
  name: z.string().default(''),
  secure_url: z.string().default(''),
  currency: z.string().default(''),
  weight_units: z.string().default(''),
  dimension_units: z.string().default(''),
})
export type Store = z.output<typeof Store>

/** The envelope of V3. */
export const dataOf = <S extends z.ZodType>(shape: S) => z.object({ data: shape })
/** … and of its lists. */
export const pageOf = <S extends z.ZodType>(shape: S) =>
  z.object({
    data: z.array(shape),
    meta: z
      .object({
        pagination: z
          .object({
            total: z.number().default(0),
            current_page: z.number().default(1),
            total_pages: z.number().default(1),
          })
          .optional(),
      })
      .optional(),
  })

export const Location = z.object({ id: z.number(), label: z.string().default(''), enabled: z.boolean().default(true) })
export const Tree = z.object({ id: z.number(), name: z.string().default('') })
export const Category = z.object({
  id: z.number(),
  name: z.string().default(''),
  get children() {
    return z.array(Category).default([])
  },
})
export type Category = z.output<typeof Category>
export const Brand = z.object({ id: z.number(), name: z.string() })

const OptionValue = z.object({ id: z.number(), label: z.string().default('') })
export const Option = z.object({
  id: z.number().nullish(),
  display_name: z.string().default(''),
  option_values: z.array(OptionValue).default([]),
})
export type Option = z.output<typeof Option>

export const Variant = z.object({
  id: z.number(),
  product_id: z.number(),
  sku: z.string().default(''),
  /** Null: that of the product. */
  price: Amount,
  calculated_price: Amount,
  upc: Text,
  image_url: Text,
  inventory_level: Amount,
  option_values: z
    .array(z.object({ id: z.number(), option_id: z.number(), label: z.string(), option_display_name: z.string() }))
    .default([]),
})
export type Variant = z.output<typeof Variant>

export const Image = z.object({
  id: z.number(),
  url_zoom: Text,
  url_standard: Text,
  sort_order: z.number().default(0),
  is_thumbnail: z.boolean().default(false),
})
export type Image = z.output<typeof Image>

/** @see reference/catalog/products_catalog.v3.yml */
export const Product = z.object({
  id: z.number(),
  name: z.string().default(''),
  description: z.string().default(''),
  sku: z.string().default(''),
  upc: Text,
  price: z.number().default(0),
  weight: z.number().default(0),
  width: z.number().default(0),
  height: z.number().default(0),
  depth: z.number().default(0),
  categories: z.array(z.number()).default([]),
  brand_id: Amount,
  condition: z.string().default(''),
  search_keywords: z.string().default(''),
  is_visible: z.boolean().default(true),
  availability: z.string().default('available'),
  inventory_tracking: z.string().default('none'),
  date_modified: Text,
  custom_url: z.object({ url: z.string().default('') }).nullish(),
  variants: z.array(Variant).default([]),
  images: z.array(Image).default([]),
})
export type Product = z.output<typeof Product>
/** Stands, although a part of it was refused (207). */
export const Saved = z.object({ data: Product, errors: z.record(z.string(), z.unknown()).nullish() })

/** What of a product says whether it can be bought, and who counts it. */
export const Standing = z.object({
  id: z.number(),
  is_visible: z.boolean().default(true),
  availability: z.string().default('available'),
  inventory_tracking: z.string().default('none'),
})
export type Standing = z.output<typeof Standing>

/** @see reference/inventory.v3.yml */
export const ItemAt = z.object({
  identity: z.object({ variant_id: z.number().nullish(), product_id: z.number().nullish() }),
  total_inventory_onhand: z.number().default(0),
})

/** @see reference/webhooks.v3.yml */
export const Hook = z.object({
  id: z.number(),
  scope: z.string(),
  destination: z.string(),
  is_active: z.boolean().default(false),
  headers: z.record(z.string(), z.unknown()).nullish(),
})
export type Hook = z.output<typeof Hook>

/** V3 tells its fields, `PUT /catalog/variants` several problems at once, V2 a list. */
const Problem = z.object({
  title: z.string().optional(),
  message: z.string().optional(),
  errors: z.record(z.string(), z.unknown()).nullish(),
})
export type Problem = z.output<typeof Problem>
export const Refusal = z.union([
  z.array(Problem).min(1),
  z.object({ batch_errors: z.array(Problem).min(1) }).transform(({ batch_errors }) => batch_errors),
  Problem.transform((problem) => [problem]),
])
