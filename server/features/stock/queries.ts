import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { plannedOnce } from '../../db/connection/prepared.ts'

export interface Level {
  id: number
  sku: string
  productId: number
  variationId: number | null
  onHand: number
  reserved: number
  sold: number
  available: number
  /** Whether it follows other levels, or others follow it. */
  bundled: 'bundle' | 'component' | null
}
export interface NewLevel {
  sku: string
  productId: number
  variationId: number | null
  quantity: number
  sold?: number
}
/** @param sourceKey in place of the cause's, where levels of one call have different sources */
export interface Count {
  levelId: number
  available: number
  sold?: number
  sourceKey?: string
}
export interface Cause {
  reason: string
  source: string
  sourceKey: string
}
/** @param sold pieces that count as sold; left out, all. Those of an oversold line were counted when it was */
export interface WantedLine {
  key: string
  sku: string
  quantity: number
  sold?: number
}
export interface TakenLine {
  key: string
  levelId: number
  productId: number
  variationId: number | null
  taken: number
  shortfall: number
  bundled: Level['bundled']
}
/** A level of which there is more or less to sell. */
export interface Changed {
  levelId: number
  productId: number
  /** Whether bundles follow it. */
  leads: boolean
}

/*
 * Each change is two statements. The first locks the levels in the order of their ids, so that nobody waits in a circle. The second begins
 * after the locks are held, so it sees every committed movement of those levels; it appends the movements and changes the levels at once.
 */

export async function insertLevels(ctx: Ctx, levels: readonly NewLevel[]): Promise<void> {
  await sql`
    with made as (
      insert into stock_levels (organization_id, sku, product_id, variation_id, on_hand, sold)
      select ${ctx.organizationId}, l.sku, l.product_id, l.variation_id, l.quantity, l.sold
      from unnest(${levels.map((l) => l.sku)}::text[], ${levels.map((l) => l.productId)}::bigint[], ${levels.map((l) => l.variationId)}::bigint[],
        ${levels.map((l) => l.quantity)}::int[], ${levels.map((l) => l.sold ?? 0)}::int[]) as l(sku, product_id, variation_id, quantity, sold)
      returning id, sku, product_id, on_hand, sold, available
    )
    insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, user_id)
    select ${ctx.organizationId}, id, sku, product_id, on_hand, 0, sold, available, 'created', 'motto', 'created', ${ctx.userId}::bigint
    from made where on_hand <> 0 or sold <> 0 returning id`.execute(ctx.db)
}

/** Changes levels by the movements just appended, and names those that have more or fewer pieces to sell. */
export const apply = (ctx: Ctx) => sql`
  changed as (
    update stock_levels v set on_hand = v.on_hand + m.on_hand, reserved = v.reserved + m.reserved, sold = v.sold + m.sold
    from (select level_id, sum(delta_on_hand)::int as on_hand, sum(delta_reserved)::int as reserved, sum(delta_sold)::int as sold from moved group by level_id) m
    where v.organization_id = ${ctx.organizationId} and v.id = m.level_id
    returning v.id, v.product_id, m.on_hand <> m.reserved as available_changed, v.bundled
  )`
const whatChanged = sql`select id as level_id, product_id, bundled is not distinct from 'component' as leads from changed where available_changed`

/** Sets what is available. */
export async function setCounts(ctx: Ctx, counts: readonly Count[], cause: Cause): Promise<void> {
  await sql`
    with counted as (
      select v.id, v.sku, v.product_id, c.available, c.available - v.available as more, coalesce(c.sold, v.sold) - v.sold as more_sold, c.source_key
      from unnest(${counts.map((c) => c.levelId)}::bigint[], ${counts.map((c) => c.available)}::int[], ${counts.map((c) => c.sold ?? null)}::int[],
        ${counts.map((c) => c.sourceKey ?? cause.sourceKey)}::text[]) as c(id, available, sold, source_key)
      join stock_levels v on v.organization_id = ${ctx.organizationId} and v.id = c.id
      where c.available <> v.available or c.sold <> v.sold
    ), moved as (
      insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, user_id)
      select ${ctx.organizationId}, id, sku, product_id, more, 0, more_sold, available, ${cause.reason}, ${cause.source}, source_key, ${ctx.userId}::bigint from counted
      on conflict (organization_id, level_id, source_key) do nothing
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    select count(*) from changed`.execute(ctx.db)
}

/** Those of the levels, and of the bundles of them, that somebody told lines of orders to wait for. */
export async function awaited(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  if (levelIds.length === 0) return []
  const { rows } = await sql<{ levelId: number }>`
    select distinct level_id from order_items
    where organization_id = ${ctx.organizationId} and shortfall > 0 and waits
      and level_id = any(${levelIds}::bigint[] || array(select bundle_level_id from bundle_parts where organization_id = ${ctx.organizationId} and part_level_id = any(${levelIds}::bigint[])))`.execute(
    ctx.db,
  )
  return rows.map((row) => row.levelId)
}

/**
 * Of names of movements that are put together here: row-level security lets no index look for what is put together in the same part of a statement. Their
 * level is compared as no index does it, so that none reads all movements of a level: a SKU that sells well has very many.
 */
const keyed = sql.raw('materialized')

/** A line, and the order it is of. */
export type OrderedLine = WantedLine & { orderId: number }

/** Takes pieces for lines of orders; a line already taken answers as it did then. */
export async function take(ctx: Ctx, source: string, lines: readonly OrderedLine[]): Promise<TakenLine[]> {
  const { rows } = await sql<TakenLine>`
    ${plannedOnce} with line as ${keyed} (
      select l.*, 'order:' || l.order_id || ':' || l.key || ':take' as source_key
      from unnest(${lines.map((l) => l.orderId)}::bigint[], ${lines.map((l) => l.key)}::text[], ${lines.map((l) => l.sku)}::text[], ${lines.map((l) => l.quantity)}::int[],
        ${lines.map((l) => l.sold ?? l.quantity)}::int[]) with ordinality as l(order_id, key, sku, quantity, sold, n)
    ), known as (
      select l.*, v.id as level_id, v.product_id, v.variation_id, v.available, v.bundled, t.delta_reserved as taken_before, t.delta_sold as sold_before
      from line l
      join stock_levels v on v.organization_id = ${ctx.organizationId} and v.sku = l.sku
      left join stock_movements t on t.organization_id = ${ctx.organizationId} and t.source_key = l.source_key and t.level_id is not distinct from v.id
    ), shared as (
      select k.*, greatest(0, k.available - sum(quantity) over (partition by level_id order by n))::int as after,
        greatest(0, least(quantity, k.available - sum(quantity) over (partition by level_id order by n) + quantity))::int as taken
      from known k where sold_before is null
    ), moved as (
      insert into stock_movements
        (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, user_id)
      select ${ctx.organizationId}, level_id, sku, product_id, 0, taken, sold, after, 'order', ${source}, source_key, order_id, ${ctx.userId}::bigint from shared order by n
      on conflict (organization_id, level_id, source_key) do nothing
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    select k.key, k.level_id, k.product_id, k.variation_id, k.bundled, coalesce(k.taken_before, s.taken) as taken,
      coalesce(k.sold_before, k.quantity) - coalesce(k.taken_before, s.taken) as shortfall
    from known k left join shared s on s.n = k.n order by k.n`.execute(ctx.db)
  return rows
}

/**
 * How reserved units of an order move: they leave the building, come back from a parcel that did not leave, are for sale again, or turn out to be
 * missing or damaged.
 */
export type MoveKind = 'ship' | 'unship' | 'release' | 'missing' | 'damaged'
export interface Move {
  orderId: number
  /** Unique within the order and the kind: a repeat changes nothing. */
  key: string
  kind: MoveKind
  levelId: number
  units: number
  /** Units that do not count as sold any more. */
  unsold: number
  /** The bundle that they were sold in. */
  throughId?: number | null
}
const reasons: Record<MoveKind, string> = {
  ship: 'ship',
  unship: 'unship',
  release: 'cancel',
  missing: 'missing',
  damaged: 'damaged',
}
/** Units that a move adds to what is on hand. */
const onHandBy = ({ kind, units }: Move): number => (kind === 'unship' ? units : kind === 'release' ? 0 : -units)

/** Moves reserved units of orders' lines, in the order in which they stand; once for each key. */
export async function move(ctx: Ctx, source: string, moves: readonly Move[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    ${plannedOnce} with line as ${keyed} (
      select l.*, 'order:' || l.order_id || ':' || l.key || ':' || l.kind as source_key
      from unnest(${moves.map((m) => m.orderId)}::bigint[], ${moves.map((m) => m.key)}::text[], ${moves.map((m) => m.kind)}::text[], ${moves.map((m) => reasons[m.kind])}::text[],
        ${moves.map((m) => m.levelId)}::bigint[], ${moves.map(onHandBy)}::int[],
        ${moves.map((m) => (m.kind === 'unship' ? m.units : -m.units))}::int[], ${moves.map((m) => m.unsold)}::int[], ${moves.map((m) => m.throughId ?? null)}::bigint[])
        with ordinality as l(order_id, key, kind, reason, level_id, on_hand, reserved, unsold, through_id, n)
    ), due as (
      select l.*, v.sku, v.product_id, v.available + sum(l.on_hand - l.reserved) over (partition by v.id order by l.n) as after,
        -- Someone may have set "sold" by hand since: it does not go below zero.
        -greatest(0, least(l.unsold, v.sold - sum(l.unsold) over (partition by v.id order by l.n) + l.unsold)) as sold
      from line l join stock_levels v on v.organization_id = ${ctx.organizationId} and v.id = l.level_id
    ), moved as (
      insert into stock_movements
        (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, user_id, through_level_id)
      select ${ctx.organizationId}, level_id, sku, product_id, on_hand, reserved, sold, after, reason, ${source}, source_key, order_id, ${ctx.userId}::bigint, through_id
      from due order by n
      on conflict (organization_id, level_id, source_key) do nothing
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    ${whatChanged}`.execute(ctx.db)
  return rows
}

/** @param throughId the bundle that they were sold in */
export interface Back {
  key: string
  levelId: number
  quantity: number
  throughId?: number | null
}

/** Pieces of an order lie on the shelf again, once for each key. @param reason why: they were returned, or the report that they are missing was undone */
export async function putBack(
  ctx: Ctx,
  o: { orderId: number; source: string; lines: readonly Back[] },
  reason: 'return' | 'undo' = 'return',
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with line as (
      select l.* from unnest(${o.lines.map((l) => l.key)}::text[], ${o.lines.map((l) => l.levelId)}::bigint[], ${o.lines.map((l) => l.quantity)}::int[],
        ${o.lines.map((l) => l.throughId ?? null)}::bigint[]) with ordinality as l(key, level_id, quantity, through_id, n)
    ), moved as (
      insert into stock_movements
        (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, user_id, through_level_id)
      select ${ctx.organizationId}, v.id, v.sku, v.product_id, l.quantity, 0, 0, v.available + sum(l.quantity) over (partition by v.id order by l.n), ${reason},
        ${o.source}, 'order:' || ${o.orderId}::bigint || ':' || l.key || ':' || ${reason}::text, ${o.orderId}::bigint, ${ctx.userId}::bigint, l.through_id
      from line l join stock_levels v on v.organization_id = ${ctx.organizationId} and v.id = l.level_id order by l.n
      on conflict (organization_id, level_id, source_key) do nothing
      returning level_id, delta_on_hand, delta_reserved, delta_sold
    ), ${apply(ctx)}
    ${whatChanged}`.execute(ctx.db)
  return rows
}

const columns = ['id', 'sku', 'productId', 'variationId', 'onHand', 'reserved', 'sold', 'available', 'bundled'] as const

export const levelsOf = (ctx: Ctx, productIds: readonly number[]): Promise<Level[]> =>
  ctx.db
    .selectFrom('stockLevels')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .orderBy('id')
    .execute()

export const levelsById = (ctx: Ctx, levelIds: readonly number[]): Promise<Level[]> =>
  ctx.db
    .selectFrom('stockLevels')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${levelIds}::bigint[])`)
    .execute()

export const levelsBySku = (ctx: Ctx, skus: readonly string[]): Promise<Level[]> =>
  ctx.db
    .selectFrom('stockLevels')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('sku', '=', sql<string>`any(${skus}::text[])`)
    .execute()

export const findSku = (ctx: Ctx, sku: string) =>
  ctx.db
    .selectFrom('stockLevels')
    .select('productId')
    .where('organizationId', '=', ctx.organizationId)
    .where('sku', '=', sku)
    .executeTakeFirst()

export async function skusUnder(ctx: Ctx, sku: string): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select l.sku from stock_levels own join stock_levels l on l.organization_id = own.organization_id and l.product_id = own.product_id
    where own.organization_id = ${ctx.organizationId} and own.sku = ${sku} and own.variation_id is null`.execute(ctx.db)
  return rows.map((r) => r.sku)
}

export async function orderedLevels(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from unnest(${levelIds}::bigint[]) l(id) where exists (
      select from stock_movements m where m.organization_id = ${ctx.organizationId} and m.level_id = l.id and m.order_id is not null)`.execute(
    ctx.db,
  )
  return rows.map((r) => r.id)
}

/** Deletes levels that promise nothing, and of which no bundle is made. @returns the ids that are gone */
export async function deleteUnreserved(ctx: Ctx, levelIds: readonly number[]): Promise<number[]> {
  const deleted = await ctx.db
    .deleteFrom('stockLevels')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${levelIds}::bigint[])`)
    .where('reserved', '=', 0)
    .where(sql<boolean>`bundled is distinct from 'component'`)
    .returning('id')
    .execute()
  return deleted.map((r) => r.id)
}

/** Frees the SKUs of levels about to be renamed, so that they may take each other's. */
export const parkSkus = (ctx: Ctx, levelIds: readonly number[]) =>
  sql`update stock_levels set sku = 'renaming:' || id where organization_id = ${ctx.organizationId} and id = any(${levelIds}::bigint[])`.execute(
    ctx.db,
  )

export async function rename(ctx: Ctx, names: readonly { levelId: number; sku: string }[]): Promise<void> {
  await sql`
    update stock_levels v set sku = n.sku
    from unnest(${names.map((n) => n.levelId)}::bigint[], ${names.map((n) => n.sku)}::text[]) as n(id, sku)
    where v.organization_id = ${ctx.organizationId} and v.id = n.id`.execute(ctx.db)
}

export const movementsOf = (ctx: Ctx, productId: number, page: { offset: number; limit: number }) =>
  ctx.db
    .selectFrom('stockMovements as m')
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('stockLevels as b', (j) =>
      j.onRef('b.organizationId', '=', 'm.organizationId').onRef('b.id', '=', 'm.throughLevelId'),
    )
    .select([
      'm.id',
      'm.sku',
      'm.reason',
      'm.source',
      'm.deltaOnHand',
      'm.deltaReserved',
      'm.deltaSold',
      'm.availableAfter',
      'm.orderId',
      'm.at',
      (e) => e.fn.coalesce('u.name', sql<string>`''`).as('userName'),
      (e) => e.fn.coalesce('b.sku', sql<string>`''`).as('through'),
    ])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.productId', '=', productId)
    .orderBy('m.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export async function countMovements(ctx: Ctx, productId: number): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('stockMovements')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
  return n
}
