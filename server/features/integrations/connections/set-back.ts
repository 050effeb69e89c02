import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { LEASE_SECONDS } from '../polling/order-reading.ts'
import { LOOK_FIRST_SECONDS } from '../queries.ts'

/** Two processes' statements never begin this far apart in the order of their commits. */
const AHEAD_SECONDS = 5

/**
 * Whether the database's clock was set back since the last look for orders, which then lies ahead of it. If so, no integration waits any longer,
 * and a look that seems to be later than what it has not seen counts no more.
 */
export async function wasSetBack(db: Kysely<DB>): Promise<boolean> {
  const atMost = (column: string, seconds: number) => {
    const most = sql`now() + make_interval(secs => ${seconds})`
    return sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${most} then ${most} else ${sql.ref(column)} end`
  }
  const { numAffectedRows } = await sql`
    update integrations set hold_until = case when hold_until <= (select now()) then hold_until end,
      orders_checked_at = case when orders_checked_at <= (select now()) then orders_checked_at end,
      orders_whole_at = case when orders_whole_at <= (select now()) then orders_whole_at end,
      ${atMost('orders_due_at', 0)}, ${atMost('orders_claimed_until', LEASE_SECONDS)}, ${atMost('look_first_until', LOOK_FIRST_SECONDS)}
    where exists (select from integrations where orders_checked_at > now() + make_interval(secs => ${AHEAD_SECONDS}))`.execute(
    db,
  )
  if (!numAffectedRows) return false
  await forgetBlocks(db)
  return true
}

/** All that channels asked us to wait for is over. */
export async function waitNoMore(db: Kysely<DB>): Promise<void> {
  await forgetBlocks(db)
  await sql`update integrations set hold_until = null, orders_due_at = least(orders_due_at, (select now())) where hold_until > now() or orders_due_at > now()`.execute(
    db,
  )
}

const forgetBlocks = (db: Kysely<DB>) =>
  sql`update channel_quotas set blocked_until = null where blocked_until > now()`.execute(db)
