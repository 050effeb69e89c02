import { sql } from 'kysely'
import type { Services } from '../../../context.ts'
import { countedNow } from './listing-days.ts'

/** Counts the listings of all organizations for the day that it is there; the last count of a day stays. Of several processes one does it. */
export const countListings = ({ database, clock }: Services): Promise<void> =>
  database.system.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(7040061) as mine`.execute(trx)
    if (!rows[0]?.mine) return
    await sql`
      with today as (select id, (${clock.now()}::timestamptz at time zone time_zone)::date as day from organizations),
      counted as (select t.id as organization_id, t.day, c.channel, c.listed, c.refused, c.ended from today t cross join lateral ${countedNow(sql`t.id`)} c),
      gone as (delete from listing_days k using today t where k.organization_id = t.id and k.day = t.day
        and not exists (select from counted c where c.organization_id = k.organization_id and c.channel = k.channel))
      insert into listing_days (organization_id, day, channel, listed, refused, ended) select * from counted
      on conflict (organization_id, day, channel) do update set listed = excluded.listed, refused = excluded.refused, ended = excluded.ended`.execute(
      trx,
    )
  })

/** Often enough that a day's last count is near its end, wherever that is. */
const EVERY_MS = 15 * 60_000

export function startCountingListings(services: Services): { stop(): void } {
  const count = () =>
    void countListings(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'counting listings of the day failed'),
    )
  const timer = setInterval(count, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
