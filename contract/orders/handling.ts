import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrderTag } from './rules.ts'
import { MOST_ON_PAPER } from './work.ts'
import { Id, IdParam, Time } from '../shapes.ts'

/** How many tags an order has at most. */
export const MOST_TAGS = 50

export const handleOrders = endpoint({
  method: 'POST',
  path: '/orders/handle',
  summary: 'Tag, assign, hold or release orders',
  needs: 'orders:write',
  body: z.object({
    orderIds: z.array(Id).min(1, 'Choose an order.').max(MOST_ON_PAPER, `At most ${MOST_ON_PAPER} orders at once.`),
    addTags: z.array(OrderTag).max(10, 'At most 10 tags at once.').optional(),
    removeTags: z.array(z.string().max(200)).max(MOST_TAGS).optional(),
    /** Null: to nobody. Left out, it stays. */
    assigneeId: Id.nullable().optional(),
    /** Only an open order is held. */
    hold: z.boolean().optional(),
  }),
  /** How many were changed; others were so already, or cannot be held. */
  reply: z.object({ changed: z.number().int() }),
  errors: ['not_found'],
  changes: ['orders', 'packing'],
})
export const orderTags = endpoint({
  method: 'GET',
  path: '/orders/tags',
  summary: 'List order tags',
  needs: 'organization:read',
  reply: z.array(z.string()),
})

/** Something that happened to an order, in words. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: Time,
  /** '' where no person did it. */
  who: z.string(),
  what: z.string(),
  details: z.array(z.string()),
})
export type HistoryEntry = z.output<typeof HistoryEntry>
export const MOST_HISTORY = 200
export const orderHistory = endpoint({
  method: 'GET',
  path: '/orders/history',
  summary: 'List an order’s history, newest first',
  needs: 'organization:read',
  query: z.object({ orderId: IdParam }),
  reply: z.object({
    data: z.array(HistoryEntry),
    /** More happened before than is told here. */
    more: z.boolean(),
  }),
  errors: ['not_found'],
})
