import { z } from 'zod'
import { schemaOf, settingsOf } from './shape.ts'
import { square } from './square.ts'

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

export const SquareSettings = settingsOf(square)
export type SquareSettings = z.output<typeof SquareSettings>

export const squareReplies = {
  categories: z.array(SquareCategory),
  locations: z.array(SquareLocation),
  taxes: z.array(SquareTax),
}
