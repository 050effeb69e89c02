import { sql } from 'kysely'
import type { HandlerInput } from '#contract/endpoint.ts'
import { MOST_TAGS, type handleOrders } from '#contract/orders/handling.ts'
import { type Handling, handled } from '#domain/orders/rules/handling.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { type AuditEntry, auditMany } from '../audit.ts'
import { releasedByHand } from './packing/reported.ts'
import { isMember, nameOf } from './rules/queries.ts'

type Change = HandlerInput<typeof handleOrders>['body']

/** Tags orders, assigns, holds or releases them, all or none. @throws not_found, invalid_input */
export const handle = (ctx: Ctx, { orderIds, ...change }: Change): Promise<{ changed: number }> =>
  inTransaction(ctx, async (ctx) => {
    if (change.assigneeId && !(await isMember(ctx, change.assigneeId)))
      throw invalid('assigneeId', 'Choose a member of this organization.')
    const ids = [...new Set(orderIds)]
    const orders = await lock(ctx, ids)
    if (orders.length < ids.length) throw new AppError('not_found')
    const changes = orders
      .map((before) => ({ before, after: handled(before, change) }))
      .filter(({ before, after }) => JSON.stringify(handlingOf(before)) !== JSON.stringify(after))
    if (changes.some(({ after }) => after.tags.length > MOST_TAGS))
      throw invalid('addTags', `An order can have up to ${MOST_TAGS} tags.`)
    await save(
      ctx,
      changes.map(({ before, after }) => ({ ...after, id: before.id })),
    )
    await releasedByHand(
      ctx,
      changes.filter(({ after }) => !after.held).map(({ before }) => before.id),
    )
    const assignee = await nameOf(ctx, change.assigneeId ?? null)
    await auditMany(
      ctx,
      changes.map(({ before, after }) => entryOf(before, after, assignee)),
    )
    return { changed: changes.length }
  })

const handlingOf = ({ tags, assigneeId, held }: Handling): Handling => ({ tags, assigneeId, held })

/** In the order of their ids, as others lock several. */
const lock = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('orders')
    .select(['id', 'state', 'tags', 'assigneeId', 'held'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

const save = (ctx: Ctx, orders: readonly (Handling & { id: number })[]) =>
  sql`
    update orders o set tags = n.tags, assignee_id = n."assigneeId", held = n.held, update_date = ${ctx.services.clock.now()},
      held_by_rule = case when o.held and n.held then o.held_by_rule else '' end
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as n(id bigint, tags text[], "assigneeId" bigint, held boolean)
    where o.organization_id = ${ctx.organizationId} and o.id = n.id`.execute(ctx.db)

function entryOf(before: Handling & { id: number }, after: Handling, assignee: string): AuditEntry {
  const added = after.tags.filter((tag) => !before.tags.includes(tag))
  const removed = before.tags.filter((tag) => !after.tags.includes(tag))
  const done = [
    ...(after.held === before.held ? [] : [after.held ? 'Put on hold' : 'Hold released']),
    ...(after.assigneeId === before.assigneeId
      ? []
      : [after.assigneeId === null ? 'Unassigned' : `Assigned to ${assignee}`]),
    ...(added.length > 0 ? [`Tagged ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Tag removed: ${removed.join(', ')}`] : []),
  ]
  return { entity: 'order', entityId: before.id, action: 'handled', new: { done } }
}

/** Tags that orders or rules have, by name. */
export async function tags(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from (
      select unnest(t.tags) as tag from (
        select tags from orders where organization_id = ${ctx.organizationId} and tags <> '{}' order by order_date desc, id desc limit 10000) t
      union
      select jsonb_array_elements_text(r.actions -> 'addTags') from order_rules r where r.organization_id = ${ctx.organizationId}) known
    order by lower(tag), tag limit 500`.execute(ctx.db)
  return rows.map((row) => row.tag)
}
