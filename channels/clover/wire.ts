import { z } from 'zod'

/*
 * What Clover answers, as far as it is read. Ids are 13 characters, times milliseconds, amounts cents.
 * @see https://docs.clover.com/dev/docs/managing-items-item-groups read 2026-11-22
 */

const Ref = z.object({ id: z.string() })
/** A list, on its own or inside another answer: there it ends at 100. */
export const listOf = <S extends z.ZodType>(shape: S) => z.object({ elements: z.array(shape).default([]) })

export const Merchant = z.object({
  id: z.string(),
  name: z.string().nullish(),
  defaultCurrency: z.string().nullish(),
  properties: z.object({ trackStock: z.boolean().nullish(), defaultCurrency: z.string().nullish() }).nullish(),
})

export const Category = z.object({ id: z.string(), name: z.string().nullish(), deleted: z.boolean().nullish() })

/** Without `quantity`: nobody has counted yet. Beside it stands an old, rounded `stockCount`, which is not to be read. */
const ItemStock = z.object({ quantity: z.number().nullish() })

export const Option = z.object({ id: z.string(), name: z.string().nullish(), attribute: Ref.nullish() })
export type Option = z.output<typeof Option>
export const Attribute = z.object({ id: z.string(), name: z.string().nullish(), itemGroup: Ref.nullish() })
export type Attribute = z.output<typeof Attribute>
export const ItemGroup = z.object({
  id: z.string(),
  name: z.string().nullish(),
  items: listOf(Ref).nullish(),
  attributes: listOf(Ref).nullish(),
})
export type ItemGroup = z.output<typeof ItemGroup>

export const Item = z.object({
  id: z.string(),
  name: z.string().nullish(),
  sku: z.string().nullish(),
  /** The barcode. */
  code: z.string().nullish(),
  price: z.number().nullish(),
  priceType: z.string().nullish(),
  hidden: z.boolean().nullish(),
  available: z.boolean().nullish(),
  /** `available` follows the stock. */
  autoManage: z.boolean().nullish(),
  itemGroup: Ref.nullish(),
  options: listOf(Option).nullish(),
  categories: listOf(Category).nullish(),
  itemStock: ItemStock.nullish(),
  modifiedTime: z.number().nullish(),
  deletedTime: z.number().nullish(),
})
export type Item = z.output<typeof Item>

/** Whole pieces that are there; null where nobody has counted. */
export const countOf = ({ itemStock }: Item): number | null =>
  itemStock?.quantity === null || itemStock?.quantity === undefined ? null : Math.max(0, Math.floor(itemStock.quantity))
export const isOnSale = ({ hidden, available }: Item): boolean => hidden !== true && available !== false

/** @see https://docs.clover.com/dev/docs/refresh-access-tokens read 2026-11-22; both ends are seconds */
export const TokenAnswer = z.object({
  access_token: z.string(),
  access_token_expiration: z.number(),
  refresh_token: z.string(),
  refresh_token_expiration: z.number(),
})

export const Refusal = z.object({ message: z.string().optional(), details: z.string().optional() })
