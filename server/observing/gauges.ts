import { sql } from 'kysely'
import { channelOf } from '#channels/registry.ts'
import type { Services } from '../context.ts'
import { jobNames } from '../jobs/jobs.ts'
import { gauges } from './metrics.ts'

type Limited = <T>(work: Promise<T>) => Promise<T>

/** Nobody needs the exact number of more, and each scrape would read them all. */
const MOST_COUNTED = 10_000

async function readPending({ database }: Services): Promise<void> {
  const { rows } = await sql<{ n: number; seconds: number }>`
    select (select count(*)::int from (select from listing_debts where pending is not null limit ${MOST_COUNTED}) few) as n,
      coalesce(extract(epoch from now() - (select min(pending_since) from listing_debts where pending = 'quantity')), 0)::float as seconds`.execute(
    database.system,
  )
  gauges.pending.set(rows[0]?.n ?? 0)
  gauges.oldestPending.set(rows[0]?.seconds ?? 0)
}

/** What all accounts of an app share, of the day that runs. */
async function readCalls({ database }: Services): Promise<void> {
  const rows = await database.system
    .selectFrom('channelQuotas')
    .select(['channel', 'lane', 'used', 'seconds', 'calls'])
    .where('accountId', '=', 0)
    .where('windowEndsAt', '>', sql<Date>`now()`)
    .execute()
  gauges.callsUsed.reset()
  gauges.callsAllowed.reset()
  for (const { channel, lane, used, seconds, calls } of rows) {
    gauges.callsUsed.set({ channel, lane }, used)
    const published = channelOf(channel).limits.quotas.find(
      (quota) => quota.per === 'app' && (quota.lane ?? '') === lane && quota.seconds === seconds,
    )
    const allowed = calls ?? published?.calls
    if (allowed !== undefined) gauges.callsAllowed.set({ channel, lane }, allowed)
  }
}

/** From what waits, which is read by its index; what runs and what was given up the queue counts itself every few seconds. */
async function readJobs({ database }: Services): Promise<void> {
  const { rows } = await sql<{ job: string; queued: number; seconds: number; active: number; failed: number }>`
    select q.name as job, q.active_count as active, q.failed_count as failed, coalesce(w.n, 0)::int as queued, coalesce(w.seconds, 0)::float as seconds
    from jobs.queue q left join (
      select name, count(*) as n, extract(epoch from jobs.job_now() - min(start_after)) as seconds
      from jobs.job where state < 'active' and not blocked and start_after <= jobs.job_now() group by name) w on w.name = q.name
    where q.name = any(${jobNames}::text[])`.execute(database.system)
  for (const { job, queued, seconds, active, failed } of rows) {
    gauges.jobsQueued.set({ job }, queued)
    gauges.oldestJob.set({ job }, seconds)
    gauges.jobsActive.set({ job }, active)
    gauges.jobsFailed.set({ job }, failed)
  }
}

function readPools({ database }: Services): void {
  for (const [pool, { most, lent, idle, waiting }] of Object.entries(database.pools())) {
    gauges.poolMost.set({ pool }, most)
    gauges.poolSize.set({ pool, state: 'lent' }, lent)
    gauges.poolSize.set({ pool, state: 'idle' }, idle)
    gauges.poolWaiting.set({ pool }, waiting)
  }
}

/**
 * Brings the gauges up to date. Without the database the other numbers are all the more wanted.
 * @param limited ends work that takes too long
 */
export async function readGauges(services: Services, limited: Limited): Promise<void> {
  const without = (what: string, clear: () => void) => (error: unknown) => {
    clear()
    services.log.debug({ err: error }, what)
  }
  readPools(services)
  await Promise.all([
    limited(readPending(services)).catch(
      without('pending listings are not counted', () => {
        gauges.pending.set(Number.NaN)
        gauges.oldestPending.set(Number.NaN)
      }),
    ),
    limited(readCalls(services)).catch(
      without("channels' calls are not counted", () => {
        gauges.callsUsed.reset()
        gauges.callsAllowed.reset()
      }),
    ),
    limited(readJobs(services)).catch(
      without('jobs are not counted', () => {
        for (const gauge of [gauges.jobsQueued, gauges.oldestJob, gauges.jobsActive, gauges.jobsFailed]) gauge.reset()
      }),
    ),
  ])
}
