import { z } from 'zod'
import { Currency } from '../organizations/currency.ts'
import { Id } from '../shapes.ts'

/**
 * What a channel's account asks for a price of ours: `price × rate × (1 + percent / 100) + fixed`, then rounded. Amounts are decimals. It holds for
 * the two currencies that it was made for and no others.
 */
export const PriceRule = z
  .object({
    /** The organization's currency. */
    from: Currency,
    /** The account's. */
    to: Currency,
    /** What one unit of `from` is in `to`. */
    rate: z.number('Enter a rate like 0.92.').positive('Enter a rate above 0.').max(1e6, 'At most 1,000,000.'),
    percent: z.number('Enter percents like 10.').min(-90, 'At least −90.').max(1000, 'At most 1,000.'),
    /** In `to`. */
    fixed: z.number('Enter an amount like 1.50.').min(-1e6, 'At least −1,000,000.').max(1e6, 'At most 1,000,000.'),
    /** Multiples of `to`, each `less` that much: 1 and 0.01 make prices that end in .99. */
    round: z
      .object({
        to: z.number().positive().max(1e6),
        less: z.number().min(0).max(1e6),
        direction: z.enum(['nearest', 'up', 'down']),
      })
      .nullable(),
  })
  .refine(({ from, to, rate }) => from !== to || rate === 1, {
    path: ['rate'],
    message: 'Between the same currencies the rate is 1.',
  })
export type PriceRule = z.output<typeof PriceRule>

/** `null` takes the rule away. */
export const PriceRuleChange = z.object({ integrationId: Id, rule: PriceRule.nullable() })
