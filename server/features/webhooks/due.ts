import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

export interface Due {
  id: number
  messageId: string
  type: string
  data: object
  at: Date
  attempts: number
}

/** How many waiting events are looked through at first for those that may go; of a record that waits for a later try, very many may stand before them. */
const LOOKED_THROUGH = 1000

/** Of the first waiting events of an endpoint those that may go now: each the first of its record. @param endpoint its organization and id, in SQL */
const dueAmong = (endpoint: RawBuilder<unknown>, now: Date, most: number) => sql`
  (select w.* from (
    select d.*, row_number() over (partition by d.record order by d.id) as place from (
      select * from webhook_deliveries d where (d.organization_id, d.endpoint_id) = (${endpoint}) and d.state = 'waiting' order by d.id limit ${most}::int
    ) d
  ) w where w.place = 1 and (w.next_at is null or w.next_at <= ${now}::timestamptz))`

/** Endpoints of all organizations that something can be sent to now, and that no process sends to. @param db the owner's */
export async function dueEndpoints(db: Kysely<DB>, now: Date, limit: number) {
  const { rows } = await sql<{ organizationId: number; id: number }>`
    select e.organization_id, e.id from webhook_endpoints e
    where e.state = 'active' and coalesce(e.hold_until <= ${now}::timestamptz, true) and coalesce(e.lease_until <= ${now}::timestamptz, true)
      and (exists (select from ${dueAmong(sql`e.organization_id, e.id`, now, LOOKED_THROUGH)} d)
        or exists (select from webhook_deliveries d where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.state = 'waiting'
          order by d.id offset ${LOOKED_THROUGH}::int))
    order by e.lease_until nulls first, e.id limit ${limit}`.execute(db)
  return rows
}

/** Takes an endpoint for this process, until a moment. @returns undefined where another has it, or nothing is to be sent to it */
export const takeLease = (ctx: Ctx, id: number, now: Date, until: Date) =>
  ctx.db
    .updateTable('webhookEndpoints')
    .set({ leaseUntil: until })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where((e) => e.or([e('leaseUntil', 'is', null), e('leaseUntil', '<=', now)]))
    .where((e) => e.or([e('holdUntil', 'is', null), e('holdUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** Goes on with an endpoint, or gives it back: the lease then ends now. @returns undefined when it is no longer to be sent to */
export const keepLease = (ctx: Ctx, id: number, until: Date) =>
  ctx.db
    .updateTable('webhookEndpoints')
    .set({ leaseUntil: until })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The next events that may go to an endpoint, in their order. */
export async function nextDue(ctx: Ctx, endpointId: number, now: Date, limit: number): Promise<Due[]> {
  for (let most = LOOKED_THROUGH; ; most *= 10) {
    const among = dueAmong(sql`${ctx.organizationId}::bigint, ${endpointId}::bigint`, now, most)
    const { rows } = await sql<Due>`
      select d.id, d.message_id, d.type, d.data, d.at, d.attempts from ${among} d order by d.id limit ${limit}`.execute(
      ctx.db,
    )
    if (rows.length > 0 || !(await hasMore(ctx, endpointId, most))) return rows
  }
}

async function hasMore(ctx: Ctx, endpointId: number, than: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .offset(than)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface Outcome {
  id: number
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  nextAt: Date | null
  triedAt: Date
  status: number | null
  answer: string
  tookMs: number
}
/** Keeps what came of many tries, in one statement. */
export const keepOutcomes = (ctx: Ctx, endpointId: number, outcomes: readonly Outcome[]) =>
  sql`
    update webhook_deliveries d set state = o.state, attempts = o.attempts, next_at = o."nextAt", tried_at = o."triedAt",
      status = o.status, answer = o.answer, took_ms = o."tookMs"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o(id bigint, state text, attempts int, "nextAt" timestamptz, "triedAt" timestamptz, status int, answer text, "tookMs" int)
    where d.organization_id = ${ctx.organizationId} and d.endpoint_id = ${endpointId} and d.id = o.id`.execute(ctx.db)
