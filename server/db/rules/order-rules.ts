import { type Expression, type SqlBool, sql } from 'kysely'
import type { OrderTab } from '#domain/orders/intake/status.ts'

/** ORD-051, ORD-052. */
export const completed = sql<SqlBool>`(stage = 'done' or (shipping in ('none', 'shipped') and payment in ('paid', 'partly_refunded')))`

/**
 * What the tabs of the orders list hold, as SQL over `orders`. They mean what `inTab` in domain/orders/intake/status.ts says; a test compares
 * the two, and every count of open orders with them. Each has an index of its own, under these very words.
 */
export const orderTabs: Record<Exclude<OrderTab, 'all'>, Expression<SqlBool>> = {
  open: sql<SqlBool>`(state <> 'cancelled' and (stage = 'open' or shipping in ('open', 'partly')))`,
  readyToShip: sql<SqlBool>`(state <> 'cancelled' and (ready_to_ship or (
    stage <> 'done' and shipping in ('open', 'partly') and payment in ('none', 'paid', 'partly_refunded'))))`,
  completed,
}

/**
 * What the tab of orders that need attention holds, as `needsAttention` in domain/orders/intake/attention.ts says. The first part is in the words of
 * the index, which cannot know what time it is: beside what needs somebody whatever the time is, it holds open orders with a deadline.
 */
export const attentionAt = (
  now: Date,
) => sql<SqlBool>`((state <> 'cancelled' and (tracking_untold or (state = 'open' and (oversold or has_unknown or payment = 'failed' or ship_by is not null))))
  and (tracking_untold or oversold or has_unknown or payment = 'failed' or (shipping in ('open', 'partly') and ship_by < ${now})))`

/** Open orders with lines of SKUs that nobody knows, in the words of the index of what is to be settled. */
export const unknownToSettle = sql<SqlBool>`(state = 'open' and (oversold or has_unknown) and has_unknown)`
