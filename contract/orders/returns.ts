import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Order } from './orders.ts'
import { Id } from '../shapes.ts'

/** A part or the whole of what was sent; each line says whether its units are for sale again. */
export const returnPieces = endpoint({
  method: 'POST',
  path: '/orders/returnPieces',
  summary: 'Record a return, optionally restocking',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    /** What was back before, in units over all lines: whoever notes the same return twice, or beside a colleague, is refused. */
    returnedBefore: z.number().int().min(0),
    lines: z
      .array(
        z.object({
          itemId: Id,
          quantity: z.number().int().min(1, 'Must be above 0.').max(100_000, 'At most 100,000 at once.'),
          restock: z.boolean(),
        }),
      )
      .min(1, 'Select the returned items.')
      .max(5000, 'At most 5,000 lines.'),
  }),
  reply: Order,
  errors: ['not_found', 'edit_conflict'],
  changes: ['orders', 'products'],
})
