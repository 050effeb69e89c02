import { z } from 'zod'
import { DateText } from '../dates.ts'
import { endpoint } from '../endpoint.ts'
import { AddressParts, NewOrderItem } from './create.ts'
import { Order } from './orders.ts'
import { Id, MoneyInput, NUMBER_CHARS } from '../shapes.ts'

/** Left out, a value stays; blank, it is taken away. */
const words = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).optional()
const GivenAmount = z
  .union([z.number(), z.string().max(NUMBER_CHARS), z.null()], 'Enter an amount like 12.50.')
  .transform((v): typeof v | undefined => v)
  .pipe(MoneyInput)
  .transform((n) => n ?? null)
  .optional()
const GivenDate = DateText.nullable()
  .transform((s) => (s?.trim() ? new Date(s) : null))
  .optional()
const sum = GivenAmount.transform((n) => (n === undefined ? undefined : (n ?? 0)))

/** ORD-351, ORD-352. What is left out stays; `items` are all lines that the order has afterwards. */
export const OrderChange = z.object({
  id: Id,
  /** The `updateDate` that was read: a change made since is then not overwritten. */
  updateDate: z.string().max(40).optional(),
  items: z
    .array(
      NewOrderItem.omit({ cost: true, shippingCost: true, externalId: true, refundAmount: true }).extend({
        id: Id.nullish(),
      }),
    )
    .min(1, 'An order needs at least one item. To remove everything, cancel the order.')
    .max(200, 'At most 200 lines.')
    .optional(),
  shippingCost: sum,
  discountAmount: sum,
  feeAmount: sum,
  taxAmount: sum,
  currency: z.literal('USD').optional(),
  paymentStatus: z.string().trim().min(1, 'Choose a status.').max(50, 'At most 50 characters.').optional(),
  paymentAmount: GivenAmount,
  paymentDate: GivenDate,
  paymentDetails: z.object({ paymentMethod: words(200), billingAddress: AddressParts.optional() }).optional(),
  shippingDate: GivenDate,
  shippingDetails: z
    .object({ shippingAddress: AddressParts.optional(), shippingMethod: words(200), trackingNumber: words(200) })
    .optional(),
  customer: z.object({ name: words(200), email: words(320), phone: words(50) }).optional(),
  orderDetails: z.object({ notes: words(10_000), readyToShip: z.boolean().optional() }).optional(),
})
export type OrderChange = z.output<typeof OrderChange>

export const updateOrder = endpoint({
  method: 'POST',
  path: '/orders/updateOrder',
  summary: 'Change a manual order',
  needs: 'orders:write',
  body: z.object({ order: OrderChange }),
  reply: Order,
  errors: ['not_found', 'order_of_channel', 'edit_conflict', 'stock_conflict'],
  changes: ['orders', 'products'],
})
export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/cancelOrder',
  summary: 'Cancel a manual order and restock its items',
  needs: 'orders:write',
  body: z.object({ orderId: Id }),
  reply: Order,
  errors: ['not_found', 'order_of_channel'],
  changes: ['orders', 'products'],
})
