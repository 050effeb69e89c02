import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'
import { MoreParcels } from './shipping.ts'

/** So many orders are shipped in one call. */
export const MOST_SHIPPED = 100

const ShipmentOutcome = z.object({
  orderId: Id,
  /** What the order is called on its channel. */
  number: z.string(),
  outcome: z.enum(['shipped', 'already shipped', 'not shipped']),
  /** Why it was not shipped. */
  message: z.string(),
})
export type ShipmentOutcome = z.output<typeof ShipmentOutcome>

/** A repeat with the same key goes on where the first request ended, and ships no order twice. */
export const shipOrders = endpoint({
  method: 'POST',
  path: '/orders/ship',
  summary: 'Ship many orders, each with an outcome of its own',
  needs: 'orders:write',
  body: z.object({
    orders: z
      .array(
        z.object({
          orderId: Id,
          /** Left out, what the order has stays. */
          service: z.string().trim().max(200).optional(),
          trackingNumber: z.string().trim().max(200).optional(),
          moreParcels: MoreParcels.optional(),
        }),
      )
      .min(1, 'Choose an order.')
      .max(MOST_SHIPPED, `At most ${MOST_SHIPPED} orders at once.`)
      .refine(
        (orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length,
        'Name each order once.',
      ),
  }),
  /** In the order of the request. */
  reply: z.object({ shipped: z.number().int(), outcomes: z.array(ShipmentOutcome) }),
  errors: ['not_found'],
  changes: ['orders', 'products'],
})
