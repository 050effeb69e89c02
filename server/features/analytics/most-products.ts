import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { WantedProducts } from '../../db/line-rules.ts'
import { inOwnCurrency } from './rated.ts'

type Sql = RawBuilder<unknown>

/** Where other products are a larger share of the pieces than one of so many, reading their orders takes as long as reading those asked for. */
const ONE_OF = 20

/** Products whose lines no filter of `productIds` finds. */
export interface Others {
  ids: readonly number[]
}
/**
 * Where the products asked for are most of what was sold: the others, those that are gone included; else undefined. Found in the sums of the months, whose
 * edges may name some that the range does not hold.
 */
export async function othersOf(
  { db, organizationId }: Ctx,
  { productIds, skus }: WantedProducts,
  { since, until }: { since: string; until: string },
): Promise<Others | undefined> {
  if (!productIds || skus?.length) return undefined
  const month = (at: string) => sql`date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date`
  const { rows } = await sql<{ ids: number[]; areFew: boolean }>`
    select coalesce(array_agg(x.product_id) filter (where x.is_other), '{}') as ids, sum(x.quantity) filter (where x.is_other) * ${ONE_OF} <= sum(x.quantity) as are_few
    from organization_counts c cross join lateral (
      select product_id, product_id <> all(${productIds}::bigint[]) as is_other, sum(quantity) as quantity from (
        select product_id, quantity from piece_months where organization_id = ${organizationId} and month >= ${month(since)} and month <= ${month(until)}
        union all select product_id, quantity from piece_changes where organization_id = ${organizationId} and at >= ${since}::timestamptz and at < ${until}::timestamptz) p
      group by 1) x
    where c.organization_id = ${organizationId} and c.products < ${2 * productIds.length}`.execute(db)
  const [found] = rows
  return found?.areFew ? { ids: found.ids } : undefined
}

/**
 * What all orders come to and those of a filter do not, as the `with` queries `beside`, lines of other products, and `without`, orders that hold none of the
 * filter's. Orders that have no line are among those of no piece. After `days` and `rates`.
 * @param which of orders `o`
 */
export function besides(
  { organizationId }: Ctx,
  { ids }: Others,
  productIds: readonly number[] | undefined,
  which: Sql,
): Sql {
  const counts = sql`o.organization_id = ${organizationId} and o.state <> 'cancelled' and ${which}`
  return sql`
    other_lines as materialized (
      select i.order_id, i.product_id, i.product_created_at, i.quantity from order_items i
      where i.organization_id = ${organizationId} and (i.product_id = any(${ids}::bigint[]) or i.product_id is null)),
    beside as materialized (
      select o.id, (o.order_date at time zone d.time_zone)::date as day, o.channel, i.quantity,
        case when i.product_created_at <= o.order_date then round(extract(epoch from o.order_date - i.product_created_at) / 8640)::bigint end as age
      from days d cross join orders o join other_lines i on i.order_id = o.id
      join currencies u on u.currency = o.currency and u.since <= o.order_date
      where ${counts}),
    without as materialized (${inOwnCurrency(sql`
      select o.id, o.order_date, o.channel, o.payment, o.currency, o.total_amount, o.fee_amount, o.tax_amount, o.discount_amount, 0 as told from orders o
      where ${counts} and o.id in (select order_id from other_lines union all select id from orders where organization_id = ${organizationId} and total_quantity = 0)
        and not exists (select from order_items i where i.organization_id = ${organizationId} and i.order_id = o.id and i.product_id = any(${productIds}::bigint[]))`)})`
}
