import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** At most `max` tries of one key in `seconds` from the first on; the next one after that is a first again. */
export interface Limit {
  key: string
  max: number
  seconds: number
}

export const MINUTES = 60
export const HOURS = 3600
export const DAYS = 86_400

/** A key that keeps no email or address readable. */
export const limitKey = (what: string, ...of: (string | number)[]) =>
  `${what}:${createHash('sha256').update(of.join('\n').toLowerCase()).digest('base64url').slice(0, 22)}`

/** A visitor's network. An IPv6 customer has a whole /64, so tries are counted per /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  return [...groups, ...Array<string>(tail === undefined ? 0 : 8 - groups.length - after.length).fill('0'), ...after]
    .slice(0, 4)
    .join(':')
}

/** Counts one try against each limit in one statement. @returns when the window of each limit that is exceeded ends */
async function countTry(services: Services, limits: Limit[]): Promise<Date[]> {
  const now = services.clock.now()
  // In one order everywhere, so that two requests cannot wait for each other.
  const rows = [...limits]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, seconds }) => ({ key, endsAt: new Date(now.getTime() + seconds * 1000), tries: 1 }))
  const counted = await services.database.apart
    .insertInto('rateLimits')
    .values(rows)
    .onConflict((c) =>
      c.column('key').doUpdateSet({
        tries: sql`case when rate_limits.ends_at > ${now} then rate_limits.tries + 1 else 1 end`,
        endsAt: sql`case when rate_limits.ends_at > ${now} then rate_limits.ends_at else excluded.ends_at end`,
      }),
    )
    .returning(['key', 'tries', 'endsAt'])
    .execute()
  return counted
    .filter(({ key, tries }) => limits.some((l) => l.key === key && tries > l.max))
    .map(({ endsAt }) => endsAt)
}

/** Counts a try and refuses it beyond a limit. @throws too_many_requests with the time to wait */
export async function limitTries(services: Services, limits: Limit[], sentence?: string): Promise<void> {
  const ends = await countTry(services, limits)
  if (ends.length === 0) return
  const now = services.clock.now().getTime()
  const waits = ends.map((end) => Math.ceil((end.getTime() - now) / 1000))
  throw new AppError('too_many_requests', sentence, { retryAfterSeconds: Math.max(1, ...waits) })
}

/** Whether a try is within its limit; it counts either way. */
export const withinLimit = async (services: Services, limit: Limit): Promise<boolean> =>
  (await countTry(services, [limit])).length === 0

/** Uncounts a try that turned out to be right. */
export async function forgiveTry(services: Services, limits: Limit[]): Promise<void> {
  await services.database.apart
    .updateTable('rateLimits')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where(
      'key',
      'in',
      limits.map(({ key }) => key),
    )
    .execute()
}

/** Deletes the counters whose window was over before this. */
export const forgetTries = ({ database }: Services, before: Date) =>
  database.system.deleteFrom('rateLimits').where('endsAt', '<', before).execute()
