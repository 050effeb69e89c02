import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Money, MoneyInput, Time } from '../shapes.ts'

/** How many lines get a cost at once. */
export const MOST_COSTED = 10_000
/** How many SKUs without a cost are listed. */
export const MOST_UNCOSTED = 100

const Costed = z.object({
  lines: z.number().int(),
  /** More lines of the SKU still have no cost. */
  more: z.boolean(),
  /** When the cost was entered: `clearCosts` takes exactly these lines back. */
  at: Time,
})

/** The cost of a line is fixed when the order arrives. Only a cost that is unknown or that a person entered can change. */
export const saveLineCost = endpoint({
  method: 'POST',
  path: '/orders/lineCost',
  summary: 'Enter the unit cost of an order line whose cost is unknown',
  needs: 'orders:write',
  body: z.object({
    itemId: Id,
    /** In the organization's currency; blank: unknown again. */
    cost: MoneyInput,
    /** Also of all other lines of its SKU whose cost is unknown. */
    everywhere: z.boolean().default(false),
  }),
  reply: Costed,
  errors: ['not_found', 'edit_conflict'],
  changes: ['orders'],
})
export const fillCosts = endpoint({
  method: 'POST',
  path: '/orders/fillCosts',
  summary: 'Enter the unit cost of all order lines of a SKU whose cost is unknown',
  needs: 'orders:write',
  body: z.object({ sku: z.string().min(1).max(200), cost: MoneyInput.pipe(z.number('Enter an amount like 12.50.')) }),
  reply: Costed,
  errors: ['not_found'],
  changes: ['orders'],
})
export const clearCosts = endpoint({
  method: 'POST',
  path: '/orders/clearCosts',
  summary: 'Undo unit costs that were entered together',
  needs: 'orders:write',
  body: z.object({ sku: z.string().max(200), at: Time }),
  reply: z.object({ lines: z.number().int() }),
  errors: ['not_found'],
  changes: ['orders'],
})
/** SKUs with lines whose cost is unknown, most units first. */
export const unknownCosts = endpoint({
  method: 'GET',
  path: '/orders/unknownCosts',
  summary: 'List SKUs with sales at an unknown cost',
  needs: 'organization:read',
  reply: z.object({
    items: z.number().int(),
    /** The currency of costs. */
    currency: z.string(),
    rows: z.array(
      z.object({
        sku: z.string(),
        title: z.string(),
        lines: z.number().int(),
        units: z.number().int(),
        /** What the product costs now; null where nobody entered it. */
        costNow: Money.nullable(),
      }),
    ),
  }),
})
