import { type Kysely, sql } from 'kysely'
import { KEPT_DAYS, type WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import type { WebhookEvent } from '#contract/webhooks/events.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

const DAY_MS = 24 * 3600 * 1000

const shown = (ctx: Ctx) =>
  ctx.db
    .selectFrom('webhookEndpoints as e')
    .select(['e.id', 'e.url', 'e.description', 'e.types', 'e.state', 'e.reason', 'e.failingSince', 'e.createdAt'])
    .select((q) =>
      q
        .case()
        .when('e.formerUntil', '>', ctx.services.clock.now())
        .then(q.ref('e.formerUntil'))
        .end()
        .as('formerUntil'),
    )
    .select([countOf('waiting').as('waiting'), countOf('failed').as('failed')])
    .where('e.organizationId', '=', ctx.organizationId)

const countOf = (state: 'waiting' | 'failed') => sql<number>`(
  select count(*)::int from webhook_deliveries d
  where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.state = ${sql.lit(state)})`

export const list = (ctx: Ctx) => shown(ctx).orderBy('e.id').execute()
export const find = (ctx: Ctx, id: number) => shown(ctx).where('e.id', '=', id).executeTakeFirst()

/** With its secrets. */
export const endpointOf = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function countAll(ctx: Ctx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('webhookEndpoints')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return n
}

export const add = (
  ctx: Ctx,
  endpoint: { url: string; description: string; types: WebhookEvent[]; secret: Buffer; createdAt: Date },
) =>
  ctx.db
    .insertInto('webhookEndpoints')
    .values({ ...endpoint, organizationId: ctx.organizationId, createdBy: ctx.userId, updatedAt: endpoint.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()

export interface EndpointChange {
  url?: string
  description?: string
  types?: WebhookEvent[]
  state?: 'active' | 'paused' | 'ended'
  reason?: '' | 'person' | 'failing' | 'gone'
  failures?: number
  failingSince?: Date | null
  holdUntil?: Date | null
  secret?: Buffer
  formerSecret?: Buffer
  formerUntil?: Date
}
export const update = (ctx: Ctx, id: number, change: EndpointChange) =>
  ctx.db
    .updateTable('webhookEndpoints')
    .set({ ...change, updatedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

export const remove = (ctx: Ctx, id: number) =>
  ctx.db
    .deleteFrom('webhookEndpoints')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .returning(['url'])
    .executeTakeFirst()

const deliveries = (ctx: Ctx, endpointId: number, state?: WebhookDelivery['state']) =>
  ctx.db
    .selectFrom('webhookDeliveries')
    .where('organizationId', '=', ctx.organizationId)
    .where('endpointId', '=', endpointId)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'waiting'))

export async function listDeliveries(
  ctx: Ctx,
  endpointId: number,
  { offset, limit, state }: { offset: number; limit: number; state?: WebhookDelivery['state'] | undefined },
) {
  const rows = await deliveries(ctx, endpointId, state)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { n } = await deliveries(ctx, endpointId, state)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows, items: n }
}

const again = (ctx: Ctx, endpointId: number) =>
  ctx.db
    .updateTable('webhookDeliveries')
    .set({ state: 'waiting', attempts: 0, nextAt: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('endpointId', '=', endpointId)

/** Has one delivery sent again. @returns whether there is one */
export async function replay(ctx: Ctx, endpointId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await again(ctx, endpointId).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}
export async function replayFailed(ctx: Ctx, endpointId: number, since: Date): Promise<number> {
  const { numUpdatedRows } = await again(ctx, endpointId)
    .where('state', '=', 'failed')
    .where('at', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the oldest deliveries, of all organizations. @param db the owner's @returns how many */
export async function forget(db: Kysely<DB>, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries d using webhook_endpoints e cross join lateral (
      select o.id from (select id, at from webhook_deliveries where organization_id = e.organization_id and endpoint_id = e.id order by id limit ${most}) o
      where o.at < ${before}::timestamptz) old
    where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
