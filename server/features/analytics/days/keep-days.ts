import { sql } from 'kysely'
import type { Services } from '../../../context.ts'
import { asCounted, keep, type Range, waiting } from './day-columns.ts'
import { organizationDays } from '../figures/range.ts'

/** Before that many orders, reading them takes no longer than anybody waits. */
const MANY_ORDERS = 20_000
const MOST_DAYS = 3650
/** Kept in one transaction, so that who adds up waits a moment only. */
const ORDERS_AT_ONCE = 10_000
const DAYS_AT_ONCE = 100

type Keeper = Pick<Services, 'database' | 'clock' | 'stopping'>

/** Keeps the days of organizations with many orders that are over and not kept yet. Any number may run: one works. @param fewest orders of an organization */
export async function keepDays(services: Keeper, fewest = MANY_ORDERS): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select organization_id as id from organization_counts where orders >= ${fewest} order by 1`.execute(
    services.database.system,
  )
  for (const { id } of rows) while (!services.stopping.aborted && (await keepSome(services, id)));
}

/** The newest that are not kept. Answers whether there were any. */
const keepSome = ({ database, clock }: Keeper, organizationId: number): Promise<boolean> =>
  database.system.transaction().execute(async (db) => {
    const ctx = { services: { clock }, organizationId, db }
    const { rows: mine } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7040045) as mine`.execute(db)
    if (!mine[0]?.mine) return false
    const { rows: due } = await sql<Range>`
      with ${organizationDays(ctx, { startDate: '0001-01-01' })}, ${waiting(ctx)},
      due as (select e.at::date as day, d.today - e.at::date as ago from days d
        cross join (select min(order_date) as at from orders where organization_id = ${organizationId}) first
        cross join generate_series(greatest((first.at at time zone d.time_zone)::date, d.today - ${MOST_DAYS}::int)::timestamp, d.today - 1, interval '1 day') e(at)
        where not exists (select from day_columns k where k.organization_id = ${organizationId} and k.day = e.at::date and ${asCounted})
          and not exists (select from waiting w where w.day = e.at::date)),
      newest as (select * from due order by day desc limit ${DAYS_AT_ONCE}),
      placed as (select n.day, n.ago - row_number() over (order by n.day desc) as gaps, coalesce(sum(c.orders) over (order by n.day desc), 0) as orders, row_number() over (order by n.day desc) as place
        from newest n left join (select day, sum(orders) as orders from order_days where organization_id = ${organizationId} group by 1) c using (day))
      select min(p.day)::text as start_date, max(p.day)::text as end_date from placed p
      where p.gaps = (select gaps from placed where place = 1) and (p.place = 1 or p.orders <= ${ORDERS_AT_ONCE}) having count(*) > 0`.execute(
      db,
    )
    for (const range of due) await keep(ctx, range)
    return due.length > 0
  })

const EVERY_MS = 60_000

/** Keeps days again and again. */
export function startKeepingDays(services: Services): { stop(): void } {
  const timer = setInterval(
    () =>
      void keepDays(services).catch((error: unknown) =>
        services.log.warn({ err: error }, 'keeping days by columns failed'),
      ),
    EVERY_MS,
  )
  return { stop: () => clearInterval(timer) }
}
