import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { accountOf, type Counted, laneOf } from './purpose.ts'

/*
 * A quota of which no stretch may hold too much, whenever it begins: what was taken is kept by parts of the stretch, and counts until the whole
 * part is older than that. So up to one part more than the stretch is counted, never less.
 */

/** A day is counted by its hours. */
const PARTS = 24

const widthOf = ({ quota }: Pick<Counted, 'quota'>) => quota.seconds / PARTS

const sameQuota = (of: Counted) =>
  sql`h.channel = ${of.channel} and h.account_id = ${accountOf(of)} and h.lane = ${laneOf(of)} and h.seconds = ${of.quota.seconds}`
/** What still counts of what was taken. */
const still = (of: Counted) =>
  sql`from channel_quota_hours h where ${sameQuota(of)} and h.ends_at > clock_timestamp() - make_interval(secs => ${of.quota.seconds})`

/** What each integration took of it. */
export const usedByAccount = async (db: Kysely<DB>, of: Counted): Promise<{ integrationId: number; used: number }[]> =>
  (
    await sql<{ integrationId: number; used: number }>`
      select h.integration_id, sum(h.used)::int as used ${still(of)} and h.integration_id is not null group by 1`.execute(
      db,
    )
  ).rows

export interface Rolled {
  used: number
  /** Until something is free again. */
  waitSeconds: number
  /** Of the part that runs now. */
  endsAt: Date
  secondsLeft: number
}
export async function read(db: Kysely<DB>, of: Counted): Promise<Rolled> {
  const width = sql`make_interval(secs => ${widthOf(of)})`
  const { rows } = await sql<Rolled>`
    select used, coalesce(extract(epoch from first - at), 0)::float8 + ${of.quota.seconds} as wait_seconds, ends_at,
      extract(epoch from ends_at - at)::float8 as seconds_left
    from (select coalesce(sum(h.used), 0)::int as used, min(h.ends_at) as first ${still(of)}) taken,
      (select at, date_bin(${width}, at, 'epoch') + ${width} as ends_at from (select clock_timestamp() as at) now) part`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a sum has one row')
  return row
}

/** Counts what an account took, and forgets what counts no more. */
export async function add(db: Kysely<DB>, of: Counted, granted: number, endsAt: Date): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into channel_quota_hours as h (channel, account_id, lane, seconds, integration_id, ends_at, used)
    values (${of.channel}, ${accountOf(of)}, ${laneOf(of)}, ${of.quota.seconds}, ${of.integrationId}, ${endsAt}, ${granted})
    on conflict (channel, account_id, lane, seconds, ends_at, integration_id) do update set used = h.used + excluded.used
    returning used = ${granted} as is_new`.execute(db)
  if (rows[0]?.isNew)
    await sql`
      delete from channel_quota_hours h where ${sameQuota(of)}
        and h.ends_at <= clock_timestamp() - make_interval(secs => ${of.quota.seconds})`.execute(db)
}
