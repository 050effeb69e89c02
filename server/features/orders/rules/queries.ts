import { sql } from 'kysely'
import type { NewRule, OrderRule } from '#contract/orders/rules.ts'
import type { Ctx } from '../../../context.ts'

/** The rules in their order, with how the people are called that orders go to. @param id of one */
export async function list(ctx: Ctx, id?: number): Promise<OrderRule[]> {
  const { rows } = await sql<OrderRule>`
    select r.id, r.name, r.is_on as "on", r.conditions, r.actions, r.updated_at,
      case when r.actions ->> 'assigneeId' is not null then jsonb_build_object(
        'id', (r.actions ->> 'assigneeId')::bigint, 'name', coalesce(nullif(u.name, ''), u.email, 'Somebody'), 'gone', m.user_id is null) end as assignee
    from order_rules r
    left join users u on u.id = (r.actions ->> 'assigneeId')::bigint
    left join members m on m.organization_id = r.organization_id and m.user_id = u.id
    where r.organization_id = ${ctx.organizationId} and ${id === undefined ? sql`true` : sql`r.id = ${id}`} order by r.place, r.id`.execute(
    ctx.db,
  )
  return rows
}

/** One after the other: of two who write, move or switch rules at once, the second sees what the first did. */
export const lockRules = (ctx: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`order rules ${ctx.organizationId}`}, 0))`.execute(ctx.db)

const stored = ({ name, conditions, actions }: NewRule) => ({
  name,
  conditions: JSON.stringify(conditions),
  actions: JSON.stringify(actions),
})

export async function insert(ctx: Ctx, rule: NewRule, place: number): Promise<number> {
  const { id } = await ctx.db
    .insertInto('orderRules')
    .values({ organizationId: ctx.organizationId, ...stored(rule), place, updatedAt: ctx.services.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const update = (ctx: Ctx, id: number, rule: NewRule, isOn: boolean) =>
  ctx.db
    .updateTable('orderRules')
    .set({ ...stored(rule), isOn, updatedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

export const turn = (ctx: Ctx, id: number, isOn: boolean) =>
  ctx.db
    .updateTable('orderRules')
    .set({ isOn })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('orderRules').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

/** @param ids all of them, in their new order */
export const place = (ctx: Ctx, ids: readonly number[]) =>
  sql`
    update order_rules r set place = n.place from unnest(${ids}::bigint[]) with ordinality as n(id, place)
    where r.organization_id = ${ctx.organizationId} and r.id = n.id`.execute(ctx.db)

export const isMember = async (ctx: Ctx, userId: number): Promise<boolean> =>
  (await ctx.db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst()) !== undefined

/** How a person is called, '' for nobody. */
export async function nameOf(ctx: Ctx, userId: number | null): Promise<string> {
  if (userId === null) return ''
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(name, ''), email) as name from users where id = ${userId}`.execute(ctx.db)
  return rows[0]?.name ?? 'somebody'
}

/** The latest orders as rules see them, with what they are now. */
export const latest = (ctx: Ctx, limit: number) =>
  ctx.db
    .selectFrom('orders')
    .select(['id', 'number', 'externalOrderId', 'channel', 'orderDate', 'buyerName', 'shippingAddress', 'totalAmount'])
    .select(['currency', 'skus', 'tags', 'assigneeId', 'held', 'shippingMethod'])
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('orderDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** What a rule does to an order that has just come. */
export const apply = (
  ctx: Ctx,
  orderId: number,
  change: { tags: string[]; service?: string; assigneeId?: number; heldByRule?: string },
) =>
  ctx.db
    .updateTable('orders')
    .set({
      tags: change.tags,
      ...(change.service !== undefined && { shippingMethod: change.service, serviceChosen: true }),
      ...(change.assigneeId !== undefined && { assigneeId: change.assigneeId }),
      ...(change.heldByRule !== undefined && { held: true, heldByRule: change.heldByRule }),
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', orderId)
    .execute()
