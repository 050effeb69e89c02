import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import * as queries from './queries.ts'
import { work } from './service.ts'

/*
 * Products made of listings that stand on a channel. An import makes them, as it makes those of a file; here stands which listings it
 * takes, and that they are linked to what it made.
 */

const NONE = 'Choose listings that have no product in Motto yet.'

interface Marking {
  which: queries.Which
  importId: number
  /** Those that are linked already, too. */
  linked: boolean
}
/** Marks what an import is to make products of. @returns whether all that they say is kept; else they are scanned first. @throws invalid_input */
export async function markForImport(
  ctx: Ctx,
  integrationId: number,
  { which, importId, linked }: Marking,
): Promise<boolean> {
  const marked = await queries.markForImport(ctx, integrationId, which, importId, linked)
  if (marked.length === 0) throw invalid('which', NONE)
  return marked.every(({ hasContent }) => hasContent)
}

interface Names {
  skus: readonly string[]
  ids: readonly string[]
}

/** Listings of an account by their SKUs, or by what the channel calls them: whole, or the number at the end of it. */
export async function foundBy(ctx: Ctx, integrationId: number, { skus, ids }: Names): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from found_listings where organization_id = ${ctx.organizationId} and integration_id = ${integrationId}
      and (skus && ${skus}::text[] or external_id = any(${ids}::text[]) or regexp_replace(external_id, '^.*/', '') = any(${ids}::text[]))
    order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Whether each of these names a listing that the last scan found. */
export async function areAllFound(ctx: Ctx, integrationId: number, { skus, ids }: Names): Promise<boolean> {
  const of = sql`f.organization_id = ${ctx.organizationId} and f.integration_id = ${integrationId}`
  const { rows } = await sql`
    select from unnest(${skus}::text[]) s(sku) where not exists (select from found_listings f where ${of} and f.skus && array[s.sku])
    union all
    select from unnest(${ids}::text[]) i(id)
    where not exists (select from found_listings f where ${of} and (f.external_id = i.id or regexp_replace(f.external_id, '^.*/', '') = i.id))
    limit 1`.execute(ctx.db)
  return rows.length === 0
}

/** How far the scan of an account is, for an import that waits for it. */
export const scanOf = async (ctx: Ctx, integrationId: number) => {
  const read = await queries.readOf(ctx, integrationId)
  return { state: read?.state ?? 'done', problem: read?.problem ?? '' }
}

/** The next listings of an import, with all that they say. */
export const markedFor = (ctx: Ctx, importId: number, after: number, limit: number) =>
  ctx.db
    .selectFrom('foundListings')
    .select(['id', 'title', 'variants', 'data', 'content', 'listingId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('importId', '=', importId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Links listings of an import to the products that it made or changed, in the background. Of several with one SKU the first; at the others somebody has to look. */
export async function linkMade(
  ctx: Ctx,
  integrationId: number,
  importId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  const { rows } = await sql<SqlBool>`
    with fitting as (
      select x.id, x.import_id = ${importId} as chosen, min(s.product_id) as product_id, count(distinct s.sku)::int as skus
      from found_listings x cross join lateral unnest(x.skus) k(sku)
      join stock_levels s on s.organization_id = x.organization_id and s.sku = k.sku
      where x.organization_id = ${ctx.organizationId} and x.integration_id = ${integrationId} and x.listing_id is null and x.decision is distinct from 'alone'
        and s.product_id = any(${productIds}::bigint[])
      group by x.id, x.import_id having count(distinct s.product_id) = 1
    ), first as (select distinct on (product_id) id from fitting where chosen order by product_id, id)
    update found_listings f set candidates = array[m.product_id], our_skus = m.skus, problem = '',
      match = case when m.id in (select id from first) then 'certain' else 'doubtful' end,
      doubts = case when m.id in (select id from first) then '{}'::text[] else array['twoListings'] end,
      decision = case when m.id in (select id from first) then 'link' end,
      decided_at = case when m.id in (select id from first) then (select now()) end,
      product_id = case when m.id in (select id from first) then m.product_id end
    from fitting m
    where f.organization_id = ${ctx.organizationId} and f.id = m.id
    returning true`.execute(ctx.db)
  if (rows.length === 0) return
  await queries.noteRead(ctx, integrationId, { linking: true, problem: '' })
  await work(ctx, 'adopting.link', integrationId)
}

/**
 * Lets the listings of all accounts that had no match be matched anew where one of their SKUs is a product's now, in the background: what is
 * imported from one channel is often sold on others, too.
 */
export async function matchStrangers(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ integrationId: number }>`
    with strangers as (
      update found_listings f set matched_run = 0
      where f.organization_id = ${ctx.organizationId} and f.listing_id is null and f.decision is null and f.match = 'none'
        and exists (select from unnest(f.skus) k(sku) join stock_levels s on s.organization_id = f.organization_id and s.sku = k.sku)
      returning f.integration_id
    ) select distinct integration_id from strangers order by 1`.execute(ctx.db)
  for (const { integrationId } of rows) await work(ctx, 'adopting.read', integrationId)
}
