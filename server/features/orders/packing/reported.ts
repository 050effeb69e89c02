import { sql } from 'kysely'
import type { ItemReport } from '#contract/orders/packing.ts'
import type { Ctx } from '../../../context.ts'
import { audit } from '../../audit.ts'

/*
 * What packers reported missing or damaged. An order is on hold for it until nothing of the order is short any more, the report is undone, or somebody
 * releases the hold.
 */

/** Reports of open orders that were not undone, oldest first. A line that moved since keeps its report; only its undo is gone. */
export async function reportsOf(ctx: Ctx, orderIds: readonly number[]): Promise<ItemReport[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<ItemReport>`
    select r.id, r.order_id, r.item_id, coalesce(l.sku, i.sku) as sku, coalesce(nullif(i.item_title, ''), p.title, i.sku) as title, r.kind, r.units, r.short,
      coalesce(nullif(u.name, ''), u.email, '') as by, r.at,
      i.stock_turn = r.stock_turn and i.level_id is not distinct from r.level_id as can_undo
    from item_reports r
    join orders o on o.organization_id = r.organization_id and o.id = r.order_id
    join order_items i on i.organization_id = r.organization_id and i.id = r.item_id
    left join products p on p.organization_id = i.organization_id and p.id = i.product_id
    left join stock_levels l on l.organization_id = r.organization_id and l.id = r.part_level_id
    left join users u on u.id = r.user_id
    where r.organization_id = ${ctx.organizationId} and r.order_id = any(${orderIds}::bigint[]) and r.undone_at is null and o.state = 'open'
    order by r.id`.execute(ctx.db)
  return rows
}

/** Releases an order whose reported items were all replaced. In the transaction that holds the order. */
export const releaseSolved = (ctx: Ctx, orderId: number): Promise<void> =>
  release(
    ctx,
    orderId,
    sql`not exists (select from order_items i where i.organization_id = o.organization_id and i.order_id = o.id and i.shortfall > 0)
      and not exists (select from item_reports r where r.organization_id = o.organization_id and r.order_id = o.id and r.holds and r.undone_at is null and r.level_id is null)`,
  )

/** Releases an order whose last report was undone. In the transaction that holds the order. */
export const releaseUndone = (ctx: Ctx, orderId: number): Promise<void> =>
  release(
    ctx,
    orderId,
    sql`not exists (select from item_reports r where r.organization_id = o.organization_id and r.order_id = o.id and r.holds and r.undone_at is null)`,
  )

async function release(ctx: Ctx, orderId: number, isSolved: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql`
    update orders o set held = false, held_by_rule = '', update_date = ${ctx.services.clock.now()}
    where o.organization_id = ${ctx.organizationId} and o.id = ${orderId} and o.held
      and exists (select from item_reports r where r.organization_id = o.organization_id and r.order_id = o.id and r.holds)
      and ${isSolved}
    returning 1`.execute(ctx.db)
  if (rows.length === 0) return
  await releasedByHand(ctx, [orderId])
  await audit(ctx, { entity: 'order', entityId: orderId, action: 'handled', new: { done: ['Hold released'] } })
}

/** What holds these orders from now on is no report. */
export async function releasedByHand(ctx: Ctx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    update item_reports set holds = false
    where organization_id = ${ctx.organizationId} and order_id = any(${orderIds}::bigint[]) and holds`.execute(ctx.db)
}

/** Puts an order on hold for a report. @returns whether a report is what holds it; not where a person or a rule did before */
export async function holdForReport(ctx: Ctx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    with before as (
      select o.held, exists (
        select from item_reports r where r.organization_id = o.organization_id and r.order_id = o.id and r.holds and r.undone_at is null) as reported
      from orders o where o.organization_id = ${ctx.organizationId} and o.id = ${orderId}),
    held as (
      update orders set held = true, update_date = ${ctx.services.clock.now()}
      where organization_id = ${ctx.organizationId} and id = ${orderId} and not held)
    select not held or reported as holds from before`.execute(ctx.db)
  return rows[0]?.holds ?? false
}

export const lockReport = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('itemReports')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
