import { z } from 'zod'
import { schemaOf, settingsOf } from '../shape.ts'
import { square } from '../square.ts'

/** LST-308..LST-311: how a template lists on Square. */
export const SquareSchema = schemaOf(square, {})
export type SquareSchema = z.output<typeof SquareSchema>

/** LST-115. */
export const SquareCategory = z.object({
  id: z.string(),
  categoryData: z.object({ name: z.string() }),
  get children() {
    return z.array(SquareCategory)
  },
})
export type SquareCategory = z.output<typeof SquareCategory>

export const SquareLocation = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  address: z.string(),
  currency: z.string(),
})
export type SquareLocation = z.output<typeof SquareLocation>

export const SquareTax = z.object({ id: z.string(), name: z.string(), rate: z.string(), isEnabled: z.boolean() })

/** IMP-171, IMP-172. Amounts are in cents; null where a price is asked for at the till. */
export const SquareItem = z.object({
  id: z.string(),
  itemData: z.object({
    name: z.string(),
    isArchived: z.boolean(),
    variations: z.array(
      z.object({
        id: z.string(),
        itemVariationData: z.object({
          name: z.string(),
          sku: z.string(),
          priceMoney: z.object({ amount: z.number().int().nullable(), currency: z.string() }),
        }),
      }),
    ),
  }),
})
export type SquareItem = z.output<typeof SquareItem>
/** IMP-187. */
export const SquareItems = z.object({ items: z.array(SquareItem) })

export const SquareSettings = settingsOf(square)
export type SquareSettings = z.output<typeof SquareSettings>

export const squareReplies = {
  categories: z.array(SquareCategory),
  locations: z.array(SquareLocation),
  taxes: z.array(SquareTax),
  items: SquareItems,
}
