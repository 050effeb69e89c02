import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Order } from './orders.ts'
import { Id } from './shapes.ts'

export const promisePieces = endpoint({
  method: 'POST',
  path: '/orders/promisePieces',
  summary: 'Promise pieces that are there now to an oversold order',
  needs: 'orders:write',
  body: z.object({ orderId: Id }),
  reply: Order,
  errors: ['not_found', 'stock_conflict'],
  changes: ['orders', 'products'],
})
