import { sql } from 'kysely'
import { whyNoBundle } from '#domain/stock/bundle.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { owe } from '../outbox/service.ts'
import { derive } from './bundle-queries.ts'
import { lock } from './locks.ts'
import { type Level, levelsBySku } from './queries.ts'

/*
 * What bundles are made of. Whoever changes it holds the bundle's level and those of all components, old and new: who changes stock sees one state or
 * the other. A bundle has no component that is a bundle.
 */

export interface Part {
  levelId: number
  productId: number
  variationId: number | null
  sku: string
  title: string
  /** The variation's, of one. */
  name: string
  available: number
  /** In one bundle. */
  pieces: number
}
export interface WantedPart {
  sku: string
  pieces: number
}

/** What bundles are made of, by the bundle's level. */
export async function partsOf(ctx: Ctx, bundleLevelIds: readonly number[]): Promise<Map<number, Part[]>> {
  if (bundleLevelIds.length === 0) return new Map()
  const { rows } = await sql<Part & { bundleId: number }>`
    select b.bundle_level_id as bundle_id, l.id as level_id, l.product_id, l.variation_id, l.sku, p.title, coalesce(v.name, '') as name, l.available, b.pieces
    from bundle_parts b
    join stock_levels l on l.organization_id = b.organization_id and l.id = b.part_level_id
    join products p on p.organization_id = l.organization_id and p.id = l.product_id
    left join variations v on v.organization_id = l.organization_id and v.id = l.variation_id
    where b.organization_id = ${ctx.organizationId} and b.bundle_level_id = any(${bundleLevelIds}::bigint[])
    order by b.bundle_level_id, b.position`.execute(ctx.db)
  return Map.groupBy(rows, (row) => row.bundleId)
}

/** The bundles that these levels are components of. */
export async function bundlesWith(ctx: Ctx, levelIds: readonly number[]) {
  if (levelIds.length === 0) return []
  const { rows } = await sql<{
    partId: number
    productId: number
    sku: string
    title: string
    available: number
    pieces: number
  }>`
    select b.part_level_id as part_id, l.product_id, l.sku, p.title, l.available, b.pieces
    from bundle_parts b
    join stock_levels l on l.organization_id = b.organization_id and l.id = b.bundle_level_id
    join products p on p.organization_id = l.organization_id and p.id = l.product_id
    where b.organization_id = ${ctx.organizationId} and b.part_level_id = any(${levelIds}::bigint[]) order by l.sku`.execute(
    ctx.db,
  )
  return rows
}

/** What speaks against a level's being a bundle, or being made of something else. */
export async function whyNot(ctx: Ctx, level: Level): Promise<string | undefined> {
  const { rows } = await sql<{ hasVariations: boolean; openOrders: number }>`
    select ${level.variationId}::bigint is null and exists (
        select from variations where organization_id = ${ctx.organizationId} and product_id = ${level.productId}) as has_variations,
      (select count(distinct o.id)::int from order_items i join orders o on o.organization_id = i.organization_id and o.id = i.order_id
        where i.organization_id = ${ctx.organizationId} and i.product_id = ${level.productId} and i.level_id = ${level.id} and o.state = 'open') as open_orders`.execute(
    ctx.db,
  )
  const { hasVariations = false, openOrders = 0 } = rows[0] ?? {}
  return whyNoBundle({ ...level, hasVariations, openOrders: Math.max(openOrders, level.reserved > 0 ? 1 : 0) })
}

/**
 * Says what a bundle is made of; of nothing: it is none any more, and begins with no pieces.
 * @returns what it was made of before
 * @throws invalid_input, not_found
 */
export const makeOf = (ctx: Ctx, levelId: number, components: readonly WantedPart[]): Promise<WantedPart[]> =>
  inTransaction(ctx, async (ctx) => {
    const before = (await partsOf(ctx, [levelId])).get(levelId) ?? []
    const levels = await levelsBySku(
      ctx,
      components.map(({ sku }) => sku),
    )
    const locked = await lock(ctx, [levelId, ...before.map((part) => part.levelId), ...levels.map(({ id }) => id)])
    const bundle = locked.find(({ id }) => id === levelId)
    if (!bundle) throw new AppError('not_found')
    // Somebody else said so meanwhile.
    const now = (await partsOf(ctx, [levelId])).get(levelId) ?? []
    if (!isSame(before, now)) throw new AppError('edit_conflict')
    if (isSame(now, components)) return now
    const refusal = await whyNot(ctx, bundle)
    if (refusal) throw invalid('parts', refusal)
    const parts = await mustBeParts(ctx, bundle, components, locked)
    await write(ctx, bundle, parts)
    await derive(ctx, [levelId])
    // Where pieces are divided, components give to a new bundle, and rise when one ends.
    await owe(ctx, [...new Set(locked.map(({ productId }) => productId))], 'quantity')
    return now
  })

const isSame = (a: readonly WantedPart[], b: readonly WantedPart[]) =>
  a.length === b.length && a.every(({ sku, pieces }, i) => b[i]?.sku === sku && b[i].pieces === pieces)

/** @throws invalid_input at the component that cannot be one */
async function mustBeParts(
  ctx: Ctx,
  bundle: Level,
  parts: readonly WantedPart[],
  levels: readonly Level[],
): Promise<{ levelId: number; pieces: number }[]> {
  const families = new Set(await soldInVariations(ctx, levels))
  return parts.map(({ sku, pieces }, i) => {
    const level = levels.find((candidate) => candidate.sku === sku)
    const refuse = (sentence: string) => invalid(`parts.${i}.sku`, sentence)
    if (!level) throw refuse(`There’s no product with the SKU ${sku}.`)
    if (level.id === bundle.id) throw refuse('A bundle can’t contain itself.')
    if (level.bundled === 'bundle') throw refuse(`${sku} is a bundle. Bundles can’t contain other bundles.`)
    if (families.has(level.id)) throw refuse(`${sku} is sold in variations. Choose one of them.`)
    if (parts.findIndex((part) => part.sku === sku) !== i) throw refuse(`${sku} is listed twice.`)
    return { levelId: level.id, pieces }
  })
}

/** Those of the levels that are a product's own where only its variations are sold. */
async function soldInVariations(ctx: Ctx, levels: readonly Level[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stock_levels l where l.organization_id = ${ctx.organizationId} and l.id = any(${levels.map(({ id }) => id)}::bigint[]) and l.variation_id is null
      and exists (select from variations v where v.organization_id = l.organization_id and v.product_id = l.product_id)`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

async function write(ctx: Ctx, bundle: Level, parts: readonly { levelId: number; pieces: number }[]): Promise<void> {
  await ctx.db
    .deleteFrom('bundleParts')
    .where('organizationId', '=', ctx.organizationId)
    .where('bundleLevelId', '=', bundle.id)
    .execute()
  if (parts.length === 0) return
  await ctx.db
    .insertInto('bundleParts')
    .values(
      parts.map(({ levelId, pieces }, position) => ({
        organizationId: ctx.organizationId,
        bundleLevelId: bundle.id,
        partLevelId: levelId,
        pieces,
        position,
      })),
    )
    .execute()
}

/** What a SKU takes pieces of, with all that take them. */
export interface Shared {
  /** Whose. */
  sku: string
  partId: number
  partProductId: number
  available: number
  takers: { sku: string; productId: number; pieces: number }[]
}

/** Of the SKUs that share pieces with others through bundles, what they take pieces of. */
export async function sharedBy(ctx: Ctx, skus: readonly string[]): Promise<Shared[]> {
  if (skus.length === 0) return []
  const { rows } = await sql<Shared>`
    with own as (
      select l.id, l.sku, l.bundled from stock_levels l
      where l.organization_id = ${ctx.organizationId} and l.sku = any(${skus}::text[]) and l.bundled is not null
    ), taken as (
      select sku, id as part_id from own where bundled = 'component'
      union all select o.sku, p.part_level_id from own o join bundle_parts p on p.organization_id = ${ctx.organizationId} and p.bundle_level_id = o.id
    )
    select t.sku, c.id as part_id, c.product_id as part_product_id, c.available,
      (select jsonb_agg(jsonb_build_object('sku', b.sku, 'productId', b.product_id, 'pieces', p.pieces))
        from bundle_parts p join stock_levels b on b.organization_id = p.organization_id and b.id = p.bundle_level_id
        where p.organization_id = c.organization_id and p.part_level_id = c.id)
      || jsonb_build_object('sku', c.sku, 'productId', c.product_id, 'pieces', 1) as takers
    from taken t join stock_levels c on c.organization_id = ${ctx.organizationId} and c.id = t.part_id order by t.sku, c.id`.execute(
    ctx.db,
  )
  return rows
}

/** Products that share pieces with others: whose, of which component, and all that take it. */
export async function sharingProducts(ctx: Ctx, productIds: readonly number[]) {
  const { rows } = await sql<{ productId: number; withId: number }>`
    with own as (
      select l.id, l.product_id, l.bundled from stock_levels l
      where l.organization_id = ${ctx.organizationId} and l.product_id = any(${productIds}::bigint[]) and l.bundled is not null
    ), taken as (
      select product_id, id as part_id from own where bundled = 'component'
      union select o.product_id, p.part_level_id from own o join bundle_parts p on p.organization_id = ${ctx.organizationId} and p.bundle_level_id = o.id
    )
    select t.product_id, c.product_id as with_id from taken t join stock_levels c on c.organization_id = ${ctx.organizationId} and c.id = t.part_id
    union
    select t.product_id, b.product_id from taken t
    join bundle_parts p on p.organization_id = ${ctx.organizationId} and p.part_level_id = t.part_id
    join stock_levels b on b.organization_id = p.organization_id and b.id = p.bundle_level_id`.execute(ctx.db)
  return rows.filter(({ productId, withId }) => productId !== withId)
}
