import { z } from 'zod'
import { Money } from '../shapes.ts'

/** What a token may apply of its proposals without approval: products, units of stock and money in 24 hours, and the largest price change in percent. */
export const Budget = z.object({
  productsPerDay: z.number().int().min(0, 'Enter 0 or more.').max(100_000, 'Enter 100,000 or less.'),
  unitsPerDay: z.number().int().min(0, 'Enter 0 or more.').max(10_000_000, 'Enter 10,000,000 or less.'),
  moneyPerDay: Money,
  pricePercent: z.number().int().min(0, 'Enter 0 or more.').max(1000, 'Enter 1,000 or less.'),
})
export type Budget = z.output<typeof Budget>
/** A new one: money as a decimal number, as it is entered. */
export const BudgetInput = Budget.extend({
  moneyPerDay: z
    .number()
    .min(0, 'Enter 0 or more.')
    .max(1_000_000_000, 'Enter 1,000,000,000 or less.')
    .transform((amount) => Math.round(amount * 100)),
})
