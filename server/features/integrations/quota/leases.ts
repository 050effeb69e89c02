import { type Kysely, sql } from 'kysely'
import { flowOf, inWindows, mayTake, takeFrom } from '#channels/kit/quota.ts'
import type { DB } from '../../../db/types.ts'
import * as hours from './hours.ts'
import { accountOf, laneOf, type Purpose } from './purpose.ts'

/** Calls that may be sent within so many seconds from now. */
export interface Granted {
  granted: number
  seconds: number
}
/** `flow`: too fast; `spent`: the window's calls are used up; `share`: this account's are; `kept`: but for what must not wait; `blocked`: the channel said so. */
export interface Refused {
  waitSeconds: number
  why: 'flow' | 'spent' | 'share' | 'reserved' | 'blocked'
}
/** @param hurries it may take what is kept, too */
export interface Wanted {
  least: number
  want: number
  hurries?: boolean
}
export type Lease = Granted | Refused

/** Calls of a window that a process takes in advance, at most. */
const MOST_AHEAD = 100
/** … and at first: an account that hardly calls should not look as if it did. */
const FEWEST_AHEAD = 5
/** An account that has had its share looks again after this, as what others do not need becomes free bit by bit. */
const SHARE_WAIT_SECONDS = 900

interface Row {
  tokens: number
  ageSeconds: number
  used: number
  calls: number | null
  /** Of the window that runs now, whichever was counted last. */
  windowLeft: number
  endsAt: Date
  isNew: boolean
  blockedSeconds: number
}

/**
 * The quota's row, locked. A window that is over begins anew, at the moment that the channel's window does. What was counted in the future was
 * counted before the clock was set back: it would flow no more until then.
 */
async function lock(trx: Kysely<DB>, purpose: Purpose): Promise<Row> {
  const { channel, quota } = purpose
  const read = () =>
    sql<Row>`
      with q as (select *, clock_timestamp() as at, coalesce(window_ends_at, 'epoch') as ended from channel_quotas
        where channel = ${channel} and account_id = ${accountOf(purpose)} and lane = ${laneOf(purpose)} and seconds = ${quota.seconds}
        for update)
      select tokens, extract(epoch from case when counted_at > at + interval '1 minute' then counted_at - at else at - counted_at end)::float8 as age_seconds, used, calls, ended <= at as is_new, ends_at,
        extract(epoch from ends_at - at)::float8 as window_left, coalesce(extract(epoch from blocked_until - at), 0)::float8 as blocked_seconds
      from q, lateral (select case when ended > at then ended
        else ended + make_interval(secs => ${quota.seconds}::float8 * (1 + floor(extract(epoch from at - ended) / ${quota.seconds}))::float8) end as ends_at) w`
      .execute(trx)
      .then(({ rows }) => rows[0])
  const row = await read()
  if (row) return row
  await trx
    .insertInto('channelQuotas')
    .values({
      channel,
      accountId: accountOf(purpose),
      lane: laneOf(purpose),
      seconds: quota.seconds,
      tokens: flowOf(quota).capacity,
    })
    .onConflict((c) => c.doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error('The quota that was just made is gone.')
  return made
}

const change = (trx: Kysely<DB>, purpose: Purpose) =>
  trx
    .updateTable('channelQuotas')
    .where('channel', '=', purpose.channel)
    .where('accountId', '=', accountOf(purpose))
    .where('lane', '=', laneOf(purpose))
    .where('seconds', '=', purpose.quota.seconds)

const after = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`

/** Takes up to `want` calls of a quota, `least` at least, out of what all processes share. */
export const lease = (db: Kysely<DB>, purpose: Purpose, o: Wanted): Promise<Lease> =>
  db.transaction().execute(async (trx) => {
    const row = await lock(trx, purpose)
    if (row.blockedSeconds > 0) return { waitSeconds: row.blockedSeconds, why: 'blocked' } as const
    return inWindows(purpose.quota) ? ofWindow(trx, purpose, row, o) : ofFlow(trx, purpose, row, o)
  })

async function ofFlow(trx: Kysely<DB>, purpose: Purpose, row: Row, o: { least: number; want: number }): Promise<Lease> {
  const flow = flowOf(purpose.quota)
  const grant = takeFrom(flow, row, { least: o.least, want: Math.min(o.want, Math.max(o.least, flow.capacity / 4)) })
  if ('waitSeconds' in grant) return { waitSeconds: grant.waitSeconds, why: 'flow' }
  await change(trx, purpose).set({ tokens: grant.tokens, countedAt: sql<Date>`clock_timestamp()` }).execute()
  return { granted: grant.granted, seconds: flow.holdSeconds }
}

async function ofWindow(
  trx: Kysely<DB>,
  purpose: Purpose,
  row: Row,
  { least, want, hurries = false }: Wanted,
): Promise<Lease> {
  const { quota } = purpose
  const calls = row.calls ?? quota.calls
  const rolled = quota.rolling && (await hours.read(trx, purpose))
  const used = rolled ? rolled.used : row.isNew ? 0 : row.used
  const windowLeft = rolled ? quota.seconds : row.windowLeft
  const parts =
    quota.per === 'app'
      ? await partsOf(trx, purpose, calls, windowLeft)
      : { accounts: 1, mine: used, reserved: 0, share: calls }
  const allowed = mayTake({ calls, used, ...parts, reserve: hurries ? 0 : (quota.reserve ?? 0) })
  if (allowed < least) {
    const why =
      calls - used < least ? 'spent' : hurries || calls - (quota.reserve ?? 0) - used >= least ? 'share' : 'reserved'
    const waitSeconds = rolled ? rolled.waitSeconds : windowLeft
    return { waitSeconds: why === 'spent' ? waitSeconds : Math.min(waitSeconds, SHARE_WAIT_SECONDS), why }
  }
  // So much in advance that hardly a call asks, so little that what a process does not use hardly matters.
  const ahead = Math.min(MOST_AHEAD, Math.floor(parts.share / 50), Math.max(FEWEST_AHEAD, parts.mine))
  // What is not sent of a rolling day is lost with its hour, and counts for a day all the same.
  const most = rolled ? Math.min(want, least + FEWEST_AHEAD) : Math.max(want, ahead)
  const granted = Math.min(allowed, Math.ceil(most))
  if (rolled) {
    await hours.add(trx, purpose, granted, rolled.endsAt)
    return { granted, seconds: rolled.secondsLeft }
  }
  await change(trx, purpose)
    .set({ used: used + granted, windowEndsAt: row.endsAt })
    .execute()
  if (quota.per === 'app') await note(trx, purpose, granted, row)
  return { granted, seconds: row.windowLeft }
}

interface Parts {
  accounts: number
  mine: number
  reserved: number
  share: number
}
/** Who shares an app's window, what this account has used of it, and what the others may need until its end. */
async function partsOf(trx: Kysely<DB>, purpose: Purpose, calls: number, windowLeft: number): Promise<Parts> {
  const { quota, channel, integrationId } = purpose
  // Hours are on the coordinator where there are several nodes (server/db/schema/places.ts).
  const byAccount = quota.rolling ? await hours.usedByAccount(trx, purpose) : []
  const used = quota.rolling
    ? sql`coalesce((select h.used from jsonb_to_recordset(${JSON.stringify(byAccount)}::jsonb) as h("integrationId" bigint, used int) where h."integrationId" = i.id), 0)`
    : sql`coalesce(s.used, 0)`
  const { rows } = await sql<Parts>`
    with of as (
      select i.id, ${used} as used, floor(${calls}::numeric / greatest(1, count(*) over ())) as share
      from integrations i
      left join channel_quota_shares s on s.organization_id = i.organization_id and s.integration_id = i.id
        and s.lane = ${laneOf(purpose)} and s.seconds = ${quota.seconds} and s.window_ends_at > clock_timestamp()
      where i.channel = ${channel} and (i.status = 'authenticated' or i.id = ${integrationId}))
    select greatest(1, count(*))::int as accounts, coalesce(max(used) filter (where id = ${integrationId}), 0)::int as mine,
      coalesce(max(share), ${calls})::int as share,
      coalesce(sum(least(greatest(share - used, 0), share * ${windowLeft / quota.seconds}::numeric)) filter (where id <> ${integrationId}), 0)::float8 as reserved
    from of`.execute(trx)
  return rows[0] ?? { accounts: 1, mine: 0, reserved: 0, share: calls }
}

/** Counts what an account took. One that is being connected has no row yet and is not counted. */
const note = (trx: Kysely<DB>, purpose: Purpose, granted: number, { endsAt, windowLeft }: Row) =>
  sql`
    insert into channel_quota_shares as s (organization_id, integration_id, lane, seconds, used, window_ends_at)
    select organization_id, id, ${laneOf(purpose)}, ${purpose.quota.seconds}, ${granted}::int, ${endsAt}::timestamptz
    from integrations where organization_id = ${purpose.organizationId} and id = ${purpose.integrationId}
    on conflict (organization_id, integration_id, lane, seconds) do update set
      used = case when s.window_ends_at > ${new Date(endsAt.getTime() - windowLeft * 1000)}::timestamptz then s.used else 0 end + excluded.used, window_ends_at = excluded.window_ends_at`.execute(
    trx,
  )

/** Returns calls that were taken of a flow and that the channel did not count; takes those, below 0, that it counted beyond. */
export async function giveBack(db: Kysely<DB>, purpose: Purpose, calls: number): Promise<void> {
  await change(db, purpose)
    .set({ tokens: sql<number>`tokens + ${calls}` })
    .execute()
}

/** What a channel says of a quota. */
export interface Told {
  /** Nothing goes until then. */
  blockedSeconds?: number
  /** Of the window: when it ends, how many calls it has, and how many are used. */
  windowLeft?: number
  calls?: number
  used?: number
}
/** Notes what the channel itself says of a quota: it is right, whatever we counted. */
export const tell = (db: Kysely<DB>, purpose: Purpose, report: Told): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lock(trx, purpose)
    await change(trx, purpose)
      .set({
        ...(report.blockedSeconds === undefined
          ? {}
          : { blockedUntil: sql<Date>`greatest(blocked_until, ${after(report.blockedSeconds)})`, tokens: 0 }),
        ...(report.windowLeft === undefined ? {} : { windowEndsAt: after(report.windowLeft) }),
        ...(report.calls === undefined ? {} : { calls: report.calls }),
        ...(report.used === undefined ? {} : { used: report.used }),
        countedAt: sql<Date>`clock_timestamp()`,
      })
      .execute()
  })
