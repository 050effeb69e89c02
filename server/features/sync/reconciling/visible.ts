import { sql } from 'kysely'
import { z } from 'zod'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { Job } from '#contract/jobs.ts'
import { type Ctx, asOwner } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { type JobName, type Jobs, jobSettings } from '../../../jobs/jobs.ts'
import { enqueue, sentKey } from '../../../jobs/queue.ts'
import { retry as retryListing } from '../../listings/requests.ts'

type State = z.output<typeof Job>['state']
interface Row {
  id: string
  name: string
  subject: string
  channel: ChannelId | null
  state: State
  attempts: number
  error: string | null
  createdAt: Date
  startedAt: Date | null
  nextTryAt: Date | null
  finishedAt: Date | null
  called: boolean
  items: number
}

/** Nobody needs the exact number of more. */
const MOST_COUNTED = 10_000

/** What the queue's states mean to a person. */
const queueState = sql`case when j.state::text = 'completed' then 'done' when j.state::text = 'active' then 'running' when j.state::text in ('failed', 'cancelled') then 'failed' else 'waiting' end`

interface Wanted {
  offset: number
  limit: number
  state?: State | undefined
  channel?: ChannelId | undefined
  integrationId?: number | undefined
}

/** The organization's background work: jobs of the queue, and listings that still owe their channel something. Newest first. */
export async function listJobs(ctx: Ctx, q: Wanted) {
  const jobs = await queued(ctx, q)
  const filter = sql`${q.state ? sql`state = ${q.state}` : sql`true`} and ${q.channel ? sql`channel = ${q.channel}` : sql`true`}
    and ${q.integrationId ? sql`account = ${q.integrationId}` : sql`true`}`
  const { rows } = await sql<Row>`
    with work as not materialized (
      select j.id, j.name, coalesce(i.channel, '') as subject, i.channel, j.account, j.state, j.attempts, j.error, j.created_at, j.started_at, j.next_try_at, j.finished_at, j.called
      from jsonb_to_recordset(${JSON.stringify(jobs.newest)}::jsonb) as j(id text, name text, account bigint, state text, attempts int, error text,
        created_at timestamptz, started_at timestamptz, next_try_at timestamptz, finished_at timestamptz, called boolean)
        left join integrations i on i.organization_id = ${ctx.organizationId} and i.id = j.account
    ), listings as not materialized (
      select null::text as id, null::text as name, null::text as subject, null::text as channel, null::bigint as account, null::text as state, null::int as attempts,
        null::text as error, null::timestamptz as created_at, null::timestamptz as started_at, null::timestamptz as next_try_at, null::timestamptz as finished_at, false as called
      where false
      ${mayBe(q.state, ['waiting', 'running']) ? pendingListings(ctx.organizationId) : sql``}
      ${mayBe(q.state, ['failed']) ? rejectedListings(ctx.organizationId) : sql``}
    )
    select page.*, counted.items from (select count(*)::int as items from (select from listings where ${filter} limit ${MOST_COUNTED + 1}) few) counted
    left join (
      select * from (select * from work union all select * from listings where ${filter}) w order by created_at desc, id desc offset ${q.offset} limit ${q.limit}
    ) page on true order by page.created_at desc, page.id desc`.execute(ctx.db)
  const items = jobs.count + (rows[0]?.items ?? 0)
  const data = rows.filter(isThere).map(view)
  // A page beyond the bound says so by being there.
  return items > MOST_COUNTED
    ? { data, items: Math.max(MOST_COUNTED, q.offset + data.length), itemsCapped: true }
    : { data, items }
}

/** A page beyond the end is one row that tells the total alone. */
const isThere = (row: Row) => row.id !== null

/**
 * The queue's part of a page: its newest jobs, and how many there are, up to a bound. A statement of its own, as the queue's tables may be on another node than
 * those of the organization.
 */
async function queued(ctx: Ctx, q: Wanted): Promise<{ newest: object[]; count: number }> {
  const account = sql`(j.data->>'integrationId')::bigint`
  const accounts = q.channel && (await accountsOn(ctx, q.channel))
  const { rows } = await sql<{ newest: object[]; count: number }>`
    with work as not materialized (
      select j.id::text as id, j.name, ${account} as account, ${queueState} as state, j.retry_count as attempts,
        coalesce(j.output->>'message', j.output->'value'->>'message') as error, j.created_on as created_at, j.started_on as started_at,
        case when j.state::text in ('created', 'retry') then j.start_after end as next_try_at, j.completed_on as finished_at,
        j.name = 'sync.look' or j.data->>'hinted' is not distinct from 'true' as called
      from jobs.job j where (j.data->>'organizationId')::bigint = ${ctx.organizationId} and j.name <> 'mail.send'
        and ${accounts ? sql`${account} = any(${accounts}::bigint[])` : sql`true`} and ${q.integrationId ? sql`${account} = ${q.integrationId}` : sql`true`}
    ), wanted as not materialized (select * from work where ${q.state ? sql`state = ${q.state}` : sql`true`})
    select (select coalesce(jsonb_agg(n), '[]') from (select * from wanted order by created_at desc, id desc limit ${q.offset + q.limit}) n) as newest,
      (select count(*)::int from (select from wanted limit ${MOST_COUNTED + 1}) few) as count`.execute(ctx.db)
  return rows[0] ?? { newest: [], count: 0 }
}

const accountsOn = async ({ db, organizationId }: Ctx, channel: ChannelId): Promise<number[]> =>
  (
    await db
      .selectFrom('integrations')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('channel', '=', channel)
      .execute()
  ).map(({ id }) => id)

const mayBe = (wished: State | undefined, states: readonly State[]) => wished === undefined || states.includes(wished)

/** Listings whose channel still has to be told something: found by their debts, which are few among many listings. */
const pendingListings = (organizationId: number) => sql`
  union all
  select 'listing-' || l.id, 'listing.' || d.pending, p.sku, l.channel, l.integration_id,
    case when d.claimed_until > (select now()) then 'running' else 'waiting' end, d.attempts, case when l.result->>'status' <> 'fulfilled' then l.result->>'reason' end,
    coalesce(d.pending_since, l.updated_at), null, d.next_try_at, null, false
  from listing_debts d join listing_products l on l.organization_id = d.organization_id and l.id = d.listing_id
    join products p on p.organization_id = l.organization_id and p.id = l.product_id
  where d.organization_id = ${organizationId} and l.organization_id = ${organizationId} and d.pending is not null`

/** Listings that were rejected and wait for a person: found by the index of what was refused, whose condition comes first. */
const rejectedListings = (organizationId: number) => sql`
  union all
  select 'listing-' || l.id, 'listing.' || coalesce(l.result->>'about', 'publish'), p.sku, l.channel, l.integration_id,
    'failed', d.attempts, l.result->>'reason', coalesce(d.pending_since, l.updated_at), null, null, l.updated_at, false
  from listing_products l join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id
    join products p on p.organization_id = l.organization_id and p.id = l.product_id
  where l.organization_id = ${organizationId} and (l.status = 'error' or l.result->>'status' = 'rejected')
    and l.result->>'status' = 'rejected' and d.pending is null`

/** What a channel's call, or the clock, makes us look at: looking once more does no harm. */
const looks = [
  'orders.pull',
  'orders.reread',
  'sync.look',
  'sync.reconcile',
  'integrations.check',
] as const satisfies readonly JobName[]
const isLook = (name: string): name is (typeof looks)[number] => (looks as readonly string[]).includes(name)

const listingWork: Record<string, string> = {
  'listing.publish': 'List',
  'listing.revise': 'Update the listing',
  'listing.quantity': 'Send the quantity',
  'listing.end': 'Unlist',
}
const view = (r: Row): z.output<typeof Job> => ({
  id: r.id,
  name: listingWork[r.name] ?? jobSettings[r.name as JobName]?.title ?? r.name,
  subject: [r.channel ? channelNames[r.channel] : '', r.subject === r.channel ? '' : r.subject]
    .filter(Boolean)
    .join(', '),
  state: r.state,
  attempts: r.attempts,
  error: r.state === 'done' ? '' : (r.error ?? ''),
  createdAt: r.createdAt,
  startedAt: r.startedAt,
  nextTryAt: r.nextTryAt,
  finishedAt: r.finishedAt,
  called: r.called,
  repeatable: r.state === 'done' && isLook(r.name),
})

/** Tries a failed job of the organization again; one that is done and only looked looks once more; a listing is sent again now. @throws not_found */
export async function retryJob(ctx: Ctx, id: string): Promise<void> {
  const listing = /^listing-(\d{1,15})$/.exec(id)?.[1]
  if (listing) return retryListing(ctx, Number(listing))
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  const { rows } = await sql<{
    name: string
    state: string
    data: Jobs['orders.pull'] & Jobs['sync.look']
    key: string | null
  }>`
    select name, state::text as state, data, singleton_key as key from jobs.job
    where id = ${id}::uuid and (data->>'organizationId')::bigint = ${ctx.organizationId} and state::text in ('failed', 'completed')`.execute(
    ctx.db,
  )
  const [job] = rows
  if (job?.state === 'completed' && isLook(job.name))
    return enqueue(ctx, job.name, job.data, job.key === null ? {} : { key: sentKey(job.key) })
  if (job?.state !== 'failed') throw new AppError('not_found')
  await asOwner(ctx, (db) => ctx.services.queue.retry(db, job.name, id))
}
