import { type Kysely, sql } from 'kysely'
import type { Services } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import { wasLifted } from '../../integrations/sandbox-limits.ts'
import { waitNoMore, wasSetBack } from '../../integrations/connections/set-back.ts'
import { LEASE_SECONDS } from '../queries.ts'

/**
 * Whoever sets the database's clock back makes everything that waits wait longer by as much, and a sale that is told an hour late is sold twice.
 * So nothing waits then: all of it is tried at once, and what is still too early is told so again.
 */
export async function mendSetBack({ database, queue, log }: Services): Promise<void> {
  if (!(await wasSetBack(database.system))) return
  log.warn({}, 'the clock was set back: all that waits is tried now')
  await tryAll(database.system, queue)
}

/** In the sandbox a day ends when somebody moves its clock, and a limit when somebody lifts it: who was told to wait for either goes on. */
export async function heedSandbox(services: Services): Promise<void> {
  if (!(await wasLifted(services))) return
  await waitNoMore(services.database.system)
  await tryAll(services.database.system, services.queue)
}

async function tryAll(db: Kysely<DB>, queue: Services['queue']): Promise<void> {
  await oweNow(db)
  await queue.bringForward()
}

const oweNow = (db: Kysely<DB>) =>
  sql`
    update listing_debts set next_try_at = least(next_try_at, (select now())),
      claimed_until = case when claimed_until is not null then least(claimed_until, (select now() + make_interval(secs => ${LEASE_SECONDS}))) end
    where pending is not null and (next_try_at > now() or claimed_until > now() + make_interval(secs => ${LEASE_SECONDS}))`.execute(
    db,
  )
