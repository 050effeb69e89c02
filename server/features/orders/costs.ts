import { sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import {
  type clearCosts,
  MOST_COSTED,
  MOST_UNCOSTED,
  type saveLineCost,
  type unknownCosts,
} from '#contract/orders/costs.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { auditMany } from '../audit.ts'
import { unitCost } from './line-queries.ts'

interface Costed {
  lines: number
  more: boolean
  at: Date
}
interface Line {
  orderId: number
  sku: string
  before: number | null
}

/** Enters what a unit of a line cost; blank makes it unknown again. @throws not_found, edit_conflict where the cost was the product's when it sold */
export const enterLineCost = (
  ctx: Ctx,
  { itemId, cost, everywhere }: HandlerInput<typeof saveLineCost>['body'],
): Promise<Costed> =>
  inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ sku: string; editable: boolean }>`
      select sku, cost is null or cost_entered_at is not null as editable from order_items
      where organization_id = ${ctx.organizationId} and id = ${itemId} for update`.execute(ctx.db)
    const [line] = rows
    if (!line) throw new AppError('not_found')
    if (!line.editable) throw new AppError('edit_conflict')
    const at = ctx.services.clock.now()
    const own = await enter(ctx, { cost, at, most: 1, which: sql`id = ${itemId}` })
    if (!everywhere || cost === undefined || line.sku === '') return { lines: own, more: false, at }
    const others = await fill(ctx, { sku: line.sku, cost, at })
    return { ...others, lines: own + others.lines }
  })

/** Enters the cost of all lines of a SKU whose cost nobody knows, the newest first. @throws not_found where there is none */
export const fillCosts = (ctx: Ctx, o: { sku: string; cost: number }): Promise<Costed> =>
  inTransaction(ctx, async (ctx) => {
    const costed = await fill(ctx, { ...o, at: ctx.services.clock.now() })
    if (costed.lines === 0) throw new AppError('not_found')
    return costed
  })

async function fill(ctx: Ctx, { sku, cost, at }: { sku: string; cost: number; at: Date }): Promise<Costed> {
  const lines = await enter(ctx, { cost, at, most: MOST_COSTED, which: sql`sku = ${sku} and cost is null` })
  const { rows } = await sql<{ more: boolean }>`
    select exists (select from order_items where organization_id = ${ctx.organizationId} and sku = ${sku} and cost is null) as more`.execute(
    ctx.db,
  )
  return { lines, more: rows[0]?.more ?? false, at }
}

/** Takes back costs that were entered together; whose cost was corrected since, keeps it. @throws not_found where none is left */
export const undoCosts = (ctx: Ctx, { sku, at }: HandlerInput<typeof clearCosts>['body']): Promise<{ lines: number }> =>
  inTransaction(ctx, async (ctx) => {
    const which = sql`sku = ${sku} and cost_entered_at = ${at}::timestamptz`
    const lines = await enter(ctx, { cost: undefined, at, most: MOST_COSTED, which })
    if (lines === 0) throw new AppError('not_found')
    return { lines }
  })

/** Lines are changed in the order of their ids, as others lock several. @returns how many */
async function enter(
  ctx: Ctx,
  o: { cost: number | undefined; at: Date; most: number; which: ReturnType<typeof sql> },
): Promise<number> {
  const cost = o.cost ?? null
  const { rows } = await sql<Line>`
    with due as (
      select id, cost from order_items where organization_id = ${ctx.organizationId} and ${o.which} order by id desc limit ${o.most}),
    held as (select i.id, d.cost from due d join order_items i on i.organization_id = ${ctx.organizationId} and i.id = d.id order by i.id for update of i)
    update order_items i set cost = ${cost}::bigint,
      cost_currency = case when ${cost}::bigint is not null then (select currency from organizations where id = ${ctx.organizationId}) end,
      cost_entered_at = case when ${cost}::bigint is not null then ${o.at}::timestamptz end
    from held h where i.organization_id = ${ctx.organizationId} and i.id = h.id
    returning i.order_id, i.sku, h.cost as before`.execute(ctx.db)
  await auditMany(
    ctx,
    rows.map(({ orderId, sku, before }) => ({
      entity: 'order',
      entityId: orderId,
      action: 'cost entered',
      old: { cost: before },
      new: { sku, cost },
    })),
  )
  return rows.length
}

/** SKUs with sold lines whose cost nobody knows, most units first. */
export async function unknown(ctx: Ctx): Promise<HandlerReply<typeof unknownCosts>> {
  const { rows } = await sql<{
    sku: string
    title: string
    lines: number
    units: number
    costNow: number | null
    items: number
  }>`
    with due as (
      select i.sku, count(*) as lines, sum(i.quantity)::bigint as units, max(i.item_title) as title from order_items i
      join orders o on o.organization_id = i.organization_id and o.id = i.order_id
      where i.organization_id = ${ctx.organizationId} and i.cost is null and i.sku <> '' and i.quantity > 0 and o.state <> 'cancelled' group by 1),
    placed as (select d.*, count(*) over () as items from due d order by units desc, sku limit ${MOST_UNCOSTED})
    select d.sku, coalesce(nullif(p.title, ''), d.title) as title, d.lines, d.units, ${unitCost} as cost_now, d.items
    from placed d
    left join stock_levels s on s.organization_id = ${ctx.organizationId} and s.sku = d.sku
    left join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id
    left join variations v on v.organization_id = ${ctx.organizationId} and v.id = s.variation_id
    order by d.units desc, d.sku`.execute(ctx.db)
  const organization = await ctx.db
    .selectFrom('organizations')
    .select('currency')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return {
    items: rows[0]?.items ?? 0,
    currency: organization.currency,
    rows: rows.map(({ items: _items, ...row }) => row),
  }
}
