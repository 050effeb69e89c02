import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { type TakenLine, type WantedLine, apply } from './queries.ts'

/*
 * Bundles in the ledger. A bundle's level is promised and sent like any other's, and each of its components' with it, under the same source key.
 * What else changes a component changes the bundles of it: `follow` brings them to what their components allow, by a movement of their own.
 */

export interface TakenBundle extends TakenLine {
  /** What it took pieces of. */
  parts: { levelId: number; productId: number }[]
}

/** Takes bundles for one line: as many whole ones as there are, and of each component their pieces. A line already taken answers as it did then. */
export async function takeBundle(
  ctx: Ctx,
  orderId: number,
  source: string,
  line: WantedLine,
): Promise<TakenBundle | undefined> {
  const sourceKey = `order:${orderId}:${line.key}:take`
  const { rows } = await sql<TakenBundle>`
    with known as (
      select v.id as level_id, v.sku, v.product_id, v.variation_id, v.available, t.delta_reserved as taken_before, t.delta_sold as sold_before
      from stock_levels v
      left join stock_movements t on t.organization_id = v.organization_id and t.level_id = v.id and t.source_key = ${sourceKey}
      where v.organization_id = ${ctx.organizationId} and v.sku = ${line.sku}
    ), due as (
      select k.*, least(${line.quantity}::int, k.available) as taken from known k where k.sold_before is null
    ), wanted as (
      select level_id, sku, product_id, taken, ${line.sold ?? line.quantity}::int as sold, available - taken as after, null::bigint as through from due
      union all
      select c.id, c.sku, c.product_id, d.taken * p.pieces, ${line.sold ?? line.quantity}::int * p.pieces, c.available - d.taken * p.pieces, d.level_id
      from due d
      join bundle_parts p on p.organization_id = ${ctx.organizationId} and p.bundle_level_id = d.level_id
      join stock_levels c on c.organization_id = p.organization_id and c.id = p.part_level_id
    ), moved as (
      insert into stock_movements
        (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, user_id, through_level_id)
      select ${ctx.organizationId}, level_id, sku, product_id, 0, taken, sold, after, 'order', ${source}, ${sourceKey}, ${orderId}::bigint, ${ctx.userId}::bigint, through from wanted
      on conflict (organization_id, level_id, source_key) do nothing
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    select ${line.key} as key, k.level_id, k.product_id, k.variation_id, 'bundle' as bundled, coalesce(k.taken_before, d.taken) as taken,
      coalesce(k.sold_before, ${line.quantity}::int) - coalesce(k.taken_before, d.taken) as shortfall,
      coalesce((select jsonb_agg(jsonb_build_object('levelId', id, 'productId', product_id)) from changed where available_changed and id <> k.level_id), '[]') as parts
    from known k left join due d on true`.execute(ctx.db)
  return rows[0]
}

/**
 * Brings the bundles of these components to what their components allow, with the bundles locked.
 * @returns products whose available changed; all, where pieces may be divided, for then their part of them did
 */
export async function follow(ctx: Ctx, partLevelIds: readonly number[]): Promise<number[]> {
  if (partLevelIds.length === 0) return []
  const { rows } = await sql<{ id: number; productId: number; isDivided: boolean }>`
    select id, product_id, exists (select from stock_sharing r where r.organization_id = ${ctx.organizationId} and r.mode <> 'shared') as is_divided from stock_levels where organization_id = ${ctx.organizationId} and id = any(array(
      select bundle_level_id from bundle_parts where organization_id = ${ctx.organizationId} and part_level_id = any(${partLevelIds}::bigint[])))
    order by id for update`.execute(ctx.db)
  const changed = await derive(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.some(({ isDivided }) => isDivided) ? rows.map(({ productId }) => productId) : changed
}

/** The same for bundles that are locked with all that they are made of; one that is made of nothing has nothing. */
export async function derive(ctx: Ctx, bundleLevelIds: readonly number[]): Promise<number[]> {
  if (bundleLevelIds.length === 0) return []
  const { rows } = await sql<{ productId: number }>`
    with allowed as (
      select v.id, v.sku, v.product_id, v.available, coalesce(min(c.available / p.pieces), 0) as possible
      from stock_levels v
      left join bundle_parts p on p.organization_id = v.organization_id and p.bundle_level_id = v.id
      left join stock_levels c on c.organization_id = p.organization_id and c.id = p.part_level_id
      where v.organization_id = ${ctx.organizationId} and v.id = any(${bundleLevelIds}::bigint[])
      group by v.id, v.sku, v.product_id, v.available
    ), moved as (
      insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, user_id)
      select ${ctx.organizationId}, id, sku, product_id, possible - available, 0, 0, possible, 'bundle', 'motto', 'bundle:' || gen_random_uuid(), ${ctx.userId}::bigint
      from allowed where possible <> available
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    select distinct product_id from changed where available_changed`.execute(ctx.db)
  return rows.map((row) => row.productId)
}

/**
 * What an order's bundles were made of when they were sold, in pieces of each; of one of which nothing was ever there, what it is made of now.
 * What was sold as no bundle is missing.
 */
export async function madeOf(
  ctx: Ctx,
  orderId: number,
  levelIds: readonly number[],
): Promise<{ bundleId: number; levelId: number; pieces: number }[]> {
  const { rows } = await sql<{ bundleId: number; levelId: number; pieces: number }>`
    with sold as (
      select distinct on (b.level_id) b.level_id, b.source_key, b.delta_reserved + b.delta_sold as units
      from (
        select distinct through_level_id, source_key from stock_movements
        where organization_id = ${ctx.organizationId} and order_id = ${orderId} and through_level_id = any(${levelIds}::bigint[]) and source_key like '%:take'
      ) t
      join stock_movements b on b.organization_id = ${ctx.organizationId} and b.source_key = t.source_key and b.level_id is not distinct from t.through_level_id
      where b.delta_reserved + b.delta_sold > 0
      order by b.level_id, b.delta_reserved = 0, b.id desc
    )
    select s.level_id as bundle_id, m.level_id, (m.delta_reserved + m.delta_sold) / s.units as pieces
    from sold s join stock_movements m on m.organization_id = ${ctx.organizationId} and m.order_id = ${orderId} and m.through_level_id = s.level_id and m.source_key = s.source_key
    union all
    select p.bundle_level_id, p.part_level_id, p.pieces from bundle_parts p
    where p.organization_id = ${ctx.organizationId} and p.bundle_level_id = any(${levelIds}::bigint[]) and not exists (select from sold s where s.level_id = p.bundle_level_id)`.execute(
    ctx.db,
  )
  return rows
}

/** The levels with all that share pieces with them: components of bundles, and the bundles of those. */
export async function family(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with parts as (
      select unnest(${levelIds}::bigint[]) as id
      union select p.part_level_id from bundle_parts p where p.organization_id = ${ctx.organizationId} and p.bundle_level_id = any(${levelIds}::bigint[]))
    select id from parts
    union select b.bundle_level_id from parts p join bundle_parts b on b.organization_id = ${ctx.organizationId} and b.part_level_id = p.id`.execute(
    ctx.db,
  )
  return rows.map((row) => row.id)
}
