import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { File } from '../files.ts'
import { Order, orderFilter } from './orders.ts'
import { Joined } from '../products/filter.ts'
import { Id } from '../shapes.ts'

export const promisePieces = endpoint({
  method: 'POST',
  path: '/orders/promisePieces',
  summary: 'Reserve available stock for an oversold order',
  needs: 'orders:write',
  body: z.object({ orderId: Id }),
  reply: Order,
  errors: ['not_found', 'stock_conflict'],
  changes: ['orders', 'products'],
})

/** With `selectedIds` those orders, else all that the filter finds, newest first; a row for each line. */
export const exportOrders = endpoint({
  method: 'GET',
  path: '/orders/exportCSV',
  summary: 'Export orders',
  needs: 'organization:read',
  query: z.object({ ...orderFilter, selectedIds: Joined, format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: File,
})
/** More in one document are slow to draw and to print. */
export const MOST_ON_PAPER = 200
/** Those that exist, in the order asked for. */
export const ordersOnPaper = endpoint({
  method: 'GET',
  path: '/orders/onPaper',
  summary: 'List orders for pick lists and packing slips',
  needs: 'organization:read',
  query: z.object({ ids: Joined }),
  reply: z.array(Order),
})
/** The known sources first by how many orders they brought, then the built-in ones. */
export const orderSources = endpoint({
  method: 'GET',
  path: '/orders/sources',
  summary: 'List the sources of manual orders',
  needs: 'organization:read',
  reply: z.array(z.object({ source: z.string(), count: z.number().int() })),
})
