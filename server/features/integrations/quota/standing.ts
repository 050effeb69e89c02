import { type Kysely, sql } from 'kysely'
import type { Quota } from '#channels/call.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Services } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import * as hours from './hours.ts'

/** How a quota of a window stands just now. */
export interface Standing {
  calls: number
  used: number
  /** Until it begins anew; of one that rolls, until something is free again. */
  secondsLeft: number
  /** The channel said that nothing goes for so long. */
  blockedSeconds: number
}
/** @param o.accountId the integration; 0: the app */
export async function standingOf(
  db: Kysely<DB>,
  { channel, accountId, quota }: { channel: ChannelId; accountId: number; quota: Quota },
): Promise<Standing> {
  const rolled = quota.rolling && (await hours.read(db, { channel, integrationId: accountId, quota }))
  const { rows } = await sql<{ calls: number | null; used: number; secondsLeft: number; blockedSeconds: number }>`
    select calls, case when window_ends_at > now() then used else 0 end as used,
      case when window_ends_at > now() then extract(epoch from window_ends_at - now()) else ${quota.seconds} end::float8 as seconds_left,
      greatest(0, coalesce(extract(epoch from blocked_until - now()), 0))::float8 as blocked_seconds
    from channel_quotas where channel = ${channel} and account_id = ${accountId} and lane = ${quota.lane ?? ''} and seconds = ${quota.seconds}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return { calls: quota.calls, used: 0, secondsLeft: quota.seconds, blockedSeconds: 0 }
  return {
    ...row,
    calls: row.calls ?? quota.calls,
    ...(rolled ? { used: rolled.used, secondsLeft: rolled.waitSeconds } : {}),
  }
}

/** All of these as one account uses them: what it shares with the app's other accounts, and its own. */
export const standingsOf = (
  { database }: Services,
  channel: ChannelId,
  integrationId: number,
  quotas: readonly Quota[],
) =>
  Promise.all(
    quotas.map(async (quota) => ({
      quota,
      ...(await standingOf(database.system, {
        channel,
        accountId: quota.per === 'app' ? 0 : integrationId,
        quota,
      })),
    })),
  )

/** Calls of one kind that a channel lets us send no more of for a while. */
export interface UsedUp {
  channel: ChannelId
  /** The integration; 0: the app. */
  accountId: number
  lane: string
  since: Date
}
/** Those of these accounts, and of the app, that are used up just now: for less than a minute nobody needs to know. */
export const usedUpLanes = ({ database }: Services, integrationIds: readonly number[]): Promise<UsedUp[]> =>
  database.system
    .selectFrom('channelQuotas')
    .select(['channel', 'accountId', 'lane', 'countedAt as since'])
    .where('accountId', 'in', [0, ...integrationIds])
    .where('lane', '<>', '')
    .where('blockedUntil', '>', sql<Date>`now() + interval '1 minute'`)
    .orderBy('lane')
    .execute()
