import { type RawBuilder, sql } from 'kysely'
import type { UnsettledLine } from '#contract/orders/settling.ts'
import type { Ctx } from '../../../context.ts'
import { type StockItem, unitCost } from '../line-queries.ts'

/** Lines `i` that are of no product of ours. */
const isUnknown = sql`(i.level_id is null and i.product_id is null)`
/** Of the product's own level nothing is sold where it has variations. */
const isSold = ({ organizationId }: Ctx, level: RawBuilder<unknown>) =>
  sql`(${level}.variation_id is not null or not exists (
    select from variations v where v.organization_id = ${organizationId} and v.product_id = ${level}.product_id))`

interface Filter {
  kind?: UnsettledLine['kind'] | undefined
  orderId?: number | undefined
}
const isShort = sql`i.shortfall > 0`

/** Of open orders `o` with their lines `i`, what somebody has to settle. Of one order also what was left alone. */
const unsettled = ({ organizationId }: Ctx, { kind, orderId }: Filter) => {
  const unknown = orderId === undefined ? sql`${isUnknown} and not i.left_alone` : isUnknown
  const both = sql`(${isShort} or (${unknown}))`
  return sql`o.organization_id = ${organizationId} and o.state = 'open' and i.organization_id = ${organizationId}
    and ${orderId === undefined ? sql`(o.oversold or o.has_unknown)` : sql`o.id = ${orderId}`}
    and ${kind === undefined ? both : kind === 'short' ? isShort : unknown}`
}

type Row = Omit<UnsettledLine, 'adminUrl' | 'reports'> & { externalOrderId: string; shop: string | null }

/** A page of lines, those of the oldest orders first. */
export async function page(
  ctx: Ctx,
  filter: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with shown as materialized (
      select i.*, o.held, o.channel, o.number, o.external_order_id, o.buyer_name, ${isUnknown} as is_unknown
      from orders o join order_items i on i.order_id = o.id
      where ${unsettled(ctx, filter)}
      order by o.order_date, o.id, i.id offset ${offset} limit ${limit})
    select i.id, case when i.is_unknown then 'unknown' else 'short' end as kind, i.order_id, coalesce(nullif(i.number, ''), i.external_order_id) as number,
      i.external_order_id, n.shop, i.channel, i.integration_id, i.order_date, i.buyer_name as buyer, i.sku, i.item_title as title, i.quantity, i.shortfall, i.sent,
      i.waits, i.left_alone, coalesce(l.available, 0) as available, i.held,
      (select coalesce(sum(greatest(r.quantity - r.lost - r.sent - r.shortfall, 0)), 0)::int from order_items r where r.organization_id = ${ctx.organizationId} and r.order_id = i.order_id) as rest,
      case when m.id is not null then json_build_object('sku', m.sku, 'title', p.title, 'available', m.available) end as meant,
      case when i.is_unknown and i.sku <> '' then (
        select count(*)::int from order_items i2 join orders o on o.organization_id = i2.organization_id and o.id = i2.order_id
        where i2.organization_id = ${ctx.organizationId} and i2.sku = i.sku and i2.order_id <> i.order_id and o.state = 'open' and o.channel = i.channel
          and i2.level_id is null and i2.product_id is null and not i2.left_alone) else 0 end as others
    from shown i
    left join integrations n on n.organization_id = ${ctx.organizationId} and n.id = i.integration_id
    left join stock_levels l on l.organization_id = ${ctx.organizationId} and l.id = i.level_id
    left join channel_skus c on i.is_unknown and c.organization_id = ${ctx.organizationId} and c.channel = i.channel and c.sku = i.sku
    left join stock_levels own on i.is_unknown and own.organization_id = ${ctx.organizationId} and own.sku = i.sku
    left join stock_levels m on m.organization_id = ${ctx.organizationId} and m.id = coalesce(own.id, c.level_id) and ${isSold(ctx, sql`m`)}
    left join products p on p.organization_id = ${ctx.organizationId} and p.id = m.product_id
    order by i.order_date, i.order_id, i.id`.execute(ctx.db)
  return rows
}

export async function counts(ctx: Ctx, { orderId }: Filter): Promise<{ short: number; unknown: number }> {
  const { rows } = await sql<{ short: number; unknown: number }>`
    select count(*) filter (where ${isShort})::int as short, count(*) filter (where ${isUnknown})::int as unknown
    from orders o join order_items i on i.order_id = o.id where ${unsettled(ctx, { orderId })}`.execute(ctx.db)
  return rows[0] ?? { short: 0, unknown: 0 }
}

/** A line of an open order as it is to be settled. */
export interface SettledBefore extends StockItem {
  orderId: number
  channel: string
  integrationId: number | null
  orderDate: Date
  leftAlone: boolean
  /** In the box. */
  packed: number
}
const lineColumns = sql`i.id, i.external_id, i.sku, i.quantity, i.level_id, i.taken, i.shortfall, i.stock_turn, i.lost, i.gone, i.uncounted, i.channel_sent, i.channel_returned, i.sold_as, i.order_id, i.product_id, i.sent,
  i.left_alone, o.channel, o.integration_id, o.order_date,
  coalesce((select sum(k.pieces)::int from packed_pieces k where k.organization_id = i.organization_id and k.item_id = i.id), 0) as packed`

export async function find(ctx: Ctx, itemId: number): Promise<SettledBefore | undefined> {
  const { rows } = await sql<SettledBefore>`
    select ${lineColumns} from order_items i join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${ctx.organizationId} and i.id = ${itemId} and o.state = 'open'`.execute(ctx.db)
  return rows[0]
}

/** The line and those of other open orders of its channel that were sold under the same unknown SKU, the first come first. */
export async function alike(ctx: Ctx, { id, sku, channel }: SettledBefore): Promise<SettledBefore[]> {
  const { rows } = await sql<SettledBefore>`
    select ${lineColumns} from order_items i join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${ctx.organizationId} and o.state = 'open' and ${isUnknown}
      and (i.id = ${id} or (${sku} <> '' and i.sku = ${sku} and o.channel = ${channel} and not i.left_alone))
    order by o.order_date, o.id, i.id`.execute(ctx.db)
  return rows
}

/** Lines are of another SKU from now on. What they were sold as stays readable. */
export const nameAnew = (ctx: Ctx, itemIds: readonly number[], levelId: number) =>
  sql`
    update order_items i set sku = s.sku, product_id = s.product_id, level_id = null, left_alone = false, waits = false,
      cost = s.cost, cost_currency = case when s.cost is not null then s.currency end, cost_entered_at = null,
      sold_as = case when s.sku = coalesce(nullif(i.sold_as, ''), i.sku) then '' else coalesce(nullif(i.sold_as, ''), i.sku) end
    from (
      select s.sku, s.product_id, g.currency, ${unitCost} as cost
      from stock_levels s
      join organizations g on g.id = ${ctx.organizationId}
      join products p on p.organization_id = ${ctx.organizationId} and p.id = s.product_id
      left join variations v on v.organization_id = ${ctx.organizationId} and v.id = s.variation_id
      where s.organization_id = ${ctx.organizationId} and s.id = ${levelId}) s
    where i.organization_id = ${ctx.organizationId} and i.id = any(${itemIds}::bigint[])`.execute(ctx.db)

/** Where a SKU's pieces lie; `isSold` false where only variations of it are sold. */
export async function levelOf(ctx: Ctx, sku: string) {
  const { rows } = await sql<{ id: number; available: number; isSold: boolean }>`
    select l.id, l.available, ${isSold(ctx, sql`l`)} as is_sold from stock_levels l where l.organization_id = ${ctx.organizationId} and l.sku = ${sku}`.execute(
    ctx.db,
  )
  return rows[0]
}

export const mark = (ctx: Ctx, itemId: number, change: { waits: boolean } | { leftAlone: boolean }) =>
  ctx.db
    .updateTable('orderItems')
    .set(change)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', itemId)
    .execute()

/** When an account was connected. */
export const connectedAt = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('integrations')
    .select('createdAt')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirst()
