import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { plannedOnce } from '../../db/connection/prepared.ts'
import type { Level } from './queries.ts'

/*
 * Levels are locked with their families: a bundle with its components, a component with its bundles, and those with what they are made of. First
 * what lies on shelves, then the bundles, each in the order of their ids: nobody waits in a circle, and whoever changes a component may change
 * every bundle that follows it.
 */

interface Held extends Level {
  /** Whether it was asked for, and not only of a family. */
  isGiven: boolean
}

async function lockAll(ctx: Ctx, query: RawBuilder<unknown>): Promise<Level[]> {
  const { rows } = await sql<Held>`
    ${plannedOnce} with given as materialized (${query}),
    parts as materialized (
      select id from given
      union select p.part_level_id from given g join bundle_parts p on p.organization_id = ${ctx.organizationId} and p.bundle_level_id = g.id),
    family as (
      select id from parts
      union select b.bundle_level_id from parts p join bundle_parts b on b.organization_id = ${ctx.organizationId} and b.part_level_id = p.id)
    select l.id, l.sku, l.product_id, l.variation_id, l.on_hand, l.reserved, l.sold, l.available, l.bundled, l.id = any(array(select id from given)) as is_given
    from stock_levels l where l.organization_id = ${ctx.organizationId} and l.id = any(array(select id from family))
    order by l.bundled is not distinct from 'bundle', l.id for update of l`.execute(ctx.db)
  return rows.flatMap(({ isGiven, ...level }) => (isGiven ? [level] : [])).toSorted((a, b) => a.id - b.id)
}

/** @returns the levels asked for, as they are now, by their ids */
export const lock = (ctx: Ctx, levelIds: readonly number[]): Promise<Level[]> =>
  lockAll(ctx, sql`select unnest(${levelIds}::bigint[]) as id`)

export const lockSkus = (ctx: Ctx, skus: readonly string[]): Promise<Level[]> =>
  lockAll(
    ctx,
    sql`select id from stock_levels where organization_id = ${ctx.organizationId} and sku = any(${skus}::text[])`,
  )

/** Levels by their ids and by their SKUs. */
export const lockBoth = (ctx: Ctx, levelIds: readonly number[], skus: readonly string[]): Promise<Level[]> =>
  lockAll(
    ctx,
    sql`select unnest(${levelIds}::bigint[]) as id
      union select id from stock_levels where organization_id = ${ctx.organizationId} and sku = any(${skus}::text[])`,
  )

export const lockLevelsOf = (ctx: Ctx, productIds: readonly number[]): Promise<Level[]> =>
  lockAll(
    ctx,
    sql`select id from stock_levels where organization_id = ${ctx.organizationId} and product_id = any(${productIds}::bigint[])`,
  )
