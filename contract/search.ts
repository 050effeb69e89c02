import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OrderChannel } from './orders/orders.ts'
import { Id, Money, Time } from './shapes.ts'

/** Records of every kind that fit what was typed, some of each; while nothing is typed, what changed last. */
export const Found = z.object({
  products: z.array(z.object({ id: Id, sku: z.string(), title: z.string(), image: z.string() })),
  orders: z.array(
    z.object({
      id: Id,
      channel: OrderChannel,
      number: z.string(),
      externalOrderId: z.string(),
      customer: z.string(),
      orderDate: Time,
      totalAmount: Money,
      currency: z.string(),
      orderStatus: z.string(),
      state: z.string(),
      oversold: z.boolean(),
    }),
  ),
  customers: z.array(z.object({ name: z.string(), email: z.string() })),
  templates: z.array(z.object({ id: Id, name: z.string() })),
})
export type Found = z.output<typeof Found>

export const searchRecords = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Search products, orders, customers and templates',
  needs: 'organization:read',
  query: z.object({
    q: z.string().max(200, 'At most 200 characters.').default(''),
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  reply: Found,
})
