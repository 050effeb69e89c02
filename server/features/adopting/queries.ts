import { type SqlBool, sql } from 'kysely'
import type { AdoptingTab, Doubt } from '#contract/adopting/names.ts'
import type { Match } from '#domain/listings/matching/match.ts'
import type { Ctx } from '../../context.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'

export const readOf = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('catalogueReads')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst()

/** Begins to read anew, unless that goes on already. */
export const beginRead = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .insertInto('catalogueReads')
    .values({ organizationId: ctx.organizationId, integrationId, cursor: null, run: 1 })
    .onConflict((c) =>
      c
        .columns(['organizationId', 'integrationId'])
        .doUpdateSet((e) => ({
          run: e('catalogueReads.run', '+', 1),
          state: 'reading' as const,
          cursor: null,
          listings: 0,
          tries: 0,
          problem: '',
          startedAt: e.ref('excluded.startedAt'),
          finishedAt: null,
        }))
        .where('catalogueReads.state', '<>', 'reading'),
    )
    .execute()

type ReadChange = {
  state?: 'reading' | 'done' | 'failed'
  cursor?: string | null
  problem?: string
  tries?: number
  linking?: boolean
}
export const noteRead = (ctx: Ctx, integrationId: number, change: ReadChange) =>
  ctx.db
    .updateTable('catalogueReads')
    .set({
      ...change,
      ...(change.state && change.state !== 'reading' ? { finishedAt: sql<Date>`now()` } : {}),
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()

/** What is not there any more, and nothing hangs on. */
export const forgetGone = (ctx: Ctx, integrationId: number, run: number) =>
  ctx.db
    .deleteFrom('foundListings')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('run', '<', run)
    .where('listingId', 'is', null)
    .execute()

/** All but what is large and seldom asked for. */
export const columns = [
  'organizationId',
  'id',
  'integrationId',
  'externalId',
  'run',
  'title',
  'url',
  'image',
  'state',
  'currency',
  'skus',
  'variants',
  'data',
  'matchedRun',
  'match',
  'doubts',
  'candidates',
  'ourSkus',
  'differs',
  'decision',
  'productId',
  'pairs',
  'quantity',
  'decidedAt',
  'listingId',
  'adoptedAt',
  'problem',
] as const satisfies readonly (keyof FoundRow)[]

export const unmatched = (ctx: Ctx, integrationId: number, run: number, limit: number): Promise<FoundRow[]> =>
  ctx.db
    .selectFrom('foundListings')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('run', '=', run)
    .where('matchedRun', '<', run)
    .orderBy('id')
    .limit(limit)
    .execute()

export interface Matched extends Match {
  id: number
  ourSkus: number
  differs: boolean
  listingId: number | null
  /** Whether Motto listed it. */
  ours: boolean
}
/** Keeps what listings may be. What a person decided stays; what is certain is to be linked, unless it is a listing of ours already. */
export const keepMatches = (ctx: Ctx, run: number, all: readonly Matched[]) =>
  sql`
  update found_listings f set matched_run = ${run}, match = r.certainty, doubts = r.doubts, candidates = r.products, our_skus = r.our_skus,
    differs = case when f.adopted_at is null then r.differs else f.differs end,
    listing_id = case when f.adopted_at is null and f.decision = 'link' and not r.ours then null else r.listing_id end,
    adopted_at = case when r.listing_id is not null then f.adopted_at end,
    decision = case when r.ours and f.adopted_at is null then null when f.decided_at is not null or f.adopted_at is not null then f.decision
      when r.certainty = 'certain' and (r.listing_id is null or f.decision = 'link') then 'link' end,
    product_id = case when f.decided_at is not null or f.adopted_at is not null then f.product_id when r.certainty = 'certain' then r.products[1] end
  from jsonb_to_recordset(${JSON.stringify(
    all.map(({ ourSkus, listingId, ...row }) => ({ ...row, our_skus: ourSkus, listing_id: listingId })),
  )}::jsonb) as r(id bigint, certainty text, doubts text[], products bigint[], our_skus int, differs bool, listing_id bigint, ours bool)
  where f.organization_id = ${ctx.organizationId} and f.id = r.id`.execute(ctx.db)

/** SKUs among these that more than one listing of the run has. */
export async function repeatedSkus(ctx: Ctx, integrationId: number, run: number, skus: readonly string[]) {
  const { rows } = await sql<{ sku: string }>`
    select k.sku from found_listings f cross join lateral unnest(f.skus) k(sku)
    where f.organization_id = ${ctx.organizationId} and f.integration_id = ${integrationId} and f.run = ${run} and f.skus && ${skus}::text[] and k.sku = any(${skus}::text[])
    group by k.sku having count(*) > 1`.execute(ctx.db)
  return new Set(rows.map(({ sku }) => sku))
}

/** What of an integration is linked already, by what it stands for there. */
export const linkedThere = (
  ctx: Ctx,
  integrationId: number,
  productIds: readonly number[],
  external: readonly string[],
) =>
  ctx.db
    .selectFrom('listingProducts')
    .select(['id', 'productId', 'externalId', 'listedAt'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('externalId', '<>', '')
    .where('status', '<>', 'unlisted')
    .where((e) =>
      e.or([
        e('productId', 'in', productIds.length > 0 ? productIds : [0]),
        e('externalId', 'in', external.length > 0 ? external : ['']),
      ]),
    )
    .execute()

const inTab: Record<AdoptingTab, ReturnType<typeof sql<SqlBool>>> = {
  look: sql<SqlBool>`(f.listing_id is null and f.decision is null and f.match <> 'none')`,
  linked: sql<SqlBool>`(f.decision = 'link' and (f.listing_id is null or f.adopted_at is not null))`,
  differs: sql<SqlBool>`(f.decision = 'link' and f.differs and (f.listing_id is null or f.adopted_at is not null))`,
  new: sql<SqlBool>`(f.listing_id is null and f.decision is null and f.match = 'none')`,
  alone: sql<SqlBool>`(f.decision = 'alone')`,
}
export interface Group {
  tab: AdoptingTab
  doubt?: Doubt | undefined
}
export type Which = { ids: readonly number[] } | Group
const among = (which: Which) =>
  'ids' in which
    ? sql<SqlBool>`f.id = any(${which.ids}::bigint[])`
    : which.doubt
      ? sql<SqlBool>`(${inTab[which.tab]} and ${which.doubt}::text = any(f.doubts))`
      : inTab[which.tab]

export const ofIntegration = (ctx: Ctx, integrationId: number) =>
  sql<SqlBool>`f.organization_id = ${ctx.organizationId} and f.integration_id = ${integrationId}`

export async function page(ctx: Ctx, integrationId: number, q: Group & { offset: number; limit: number }) {
  const matching = ctx.db.selectFrom('foundListings as f').where(ofIntegration(ctx, integrationId)).where(among(q))
  const rows = await matching.select(columns).orderBy('f.id').offset(q.offset).limit(q.limit).execute()
  const { items } = await matching.select((e) => e.fn.countAll<number>().as('items')).executeTakeFirstOrThrow()
  return { rows, items }
}

/** Says of which listings an import makes products. Of two that are linked to nothing the later import has it. @param linked also those that are linked */
export async function markForImport(ctx: Ctx, integrationId: number, which: Which, importId: number, linked: boolean) {
  const { rows } = await sql<{ hasContent: boolean }>`
    update found_listings f set import_id = ${importId} where ${ofIntegration(ctx, integrationId)} and ${among(which)}
      ${linked ? sql`` : sql`and f.listing_id is null`}
    returning f.content is not null as has_content`.execute(ctx.db)
  return rows
}

/** @returns how many; what is linked already stays */
export async function decide(
  ctx: Ctx,
  integrationId: number,
  which: Which,
  o: { as: 'link' | 'alone' | 'open'; productId?: number | undefined; pairs?: Record<string, string> | undefined },
): Promise<number> {
  const { rows } = await sql`
    update found_listings f set decision = ${o.as === 'open' ? null : o.as}, problem = '', decided_at = now(), pairs = ${JSON.stringify(o.pairs ?? {})}::jsonb,
      product_id = ${o.as === 'link' ? sql`coalesce(${o.productId ?? null}::bigint, f.candidates[1])` : sql`null`}
    where ${ofIntegration(ctx, integrationId)} and ${among(which)} and f.listing_id is null
      ${o.as === 'link' && o.productId === undefined ? sql`and cardinality(f.candidates) > 0` : sql``}
    returning f.id`.execute(ctx.db)
  return rows.length
}

export async function settleQuantities(ctx: Ctx, integrationId: number, which: Which, as: 'ours' | 'theirs') {
  const { rows } = await sql`
    update found_listings f set quantity = ${as}, problem = '' where ${ofIntegration(ctx, integrationId)} and ${among(which)} and f.differs
    returning f.id`.execute(ctx.db)
  return rows.length
}

export const byIds = (ctx: Ctx, integrationId: number, ids: readonly number[]): Promise<FoundRow[]> =>
  ctx.db
    .selectFrom('foundListings')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('id', 'in', ids)
    .execute()

export const note = (
  ctx: Ctx,
  id: number,
  change: { listingId?: number; differs?: boolean; problem?: string; quantity?: null; adopted?: true },
) => {
  const { adopted, ...set } = change
  return ctx.db
    .updateTable('foundListings')
    .set({ ...set, ...(adopted ? { adoptedAt: sql<Date>`now()` } : {}) })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
}

export async function counts(ctx: Ctx, integrationId: number) {
  const { rows } = await sql<Record<'managed' | 'linked' | 'look' | 'new' | 'alone' | 'waiting' | 'differs', number>>`
    select count(*) filter (where f.listing_id is not null and f.adopted_at is null)::int as managed, count(*) filter (where ${inTab.linked})::int as linked,
      count(*) filter (where ${inTab.look})::int as look, count(*) filter (where ${inTab.new})::int as new, count(*) filter (where ${inTab.alone})::int as alone,
      count(*) filter (where f.decision = 'link' and f.listing_id is null and f.problem = '')::int as waiting,
      count(*) filter (where ${inTab.differs} and f.quantity is null)::int as differs
    from found_listings f where ${ofIntegration(ctx, integrationId)}`.execute(ctx.db)
  return rows[0] ?? { managed: 0, linked: 0, look: 0, new: 0, alone: 0, waiting: 0, differs: 0 }
}

/** SKUs of ours that listings sell which Motto does not manage. */
export async function unmanagedSkus(ctx: Ctx, integrationId: number): Promise<number> {
  const { rows } = await sql<{ skus: number }>`
    select count(distinct s.sku)::int as skus from found_listings f cross join lateral unnest(f.skus) k(sku)
    join stock_levels s on s.organization_id = f.organization_id and s.sku = k.sku
    where ${ofIntegration(ctx, integrationId)} and f.our_skus > 0 and f.listing_id is null and f.state in ('live', 'sold_out')`.execute(
    ctx.db,
  )
  return rows[0]?.skus ?? 0
}

export async function doubtsOf(ctx: Ctx, integrationId: number) {
  const { rows } = await sql<{ doubt: Doubt; listings: number }>`
    select d.doubt, count(*)::int as listings from found_listings f cross join lateral unnest(f.doubts) d(doubt)
    where ${ofIntegration(ctx, integrationId)} and ${inTab.look} group by d.doubt order by 2 desc, 1`.execute(ctx.db)
  return rows
}

/** What an account sells with a SKU of the product, and nobody manages. */
export async function foundOf(ctx: Ctx, productId: number, integrationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select f.id from stock_levels s join found_listings f on f.organization_id = s.organization_id and f.skus @> array[s.sku]
    where ${ofIntegration(ctx, integrationId)} and s.product_id = ${productId} and f.listing_id is null and f.state <> 'draft'
    order by f.id limit 1`.execute(ctx.db)
  return rows[0]?.id
}

/** How many of these listings are the organization's. */
export const countListings = async (ctx: Ctx, ids: readonly number[]): Promise<number> =>
  (
    await ctx.db
      .selectFrom('listingProducts')
      .select((e) => e.fn.countAll<number>().as('listings'))
      .where('organizationId', '=', ctx.organizationId)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
  ).listings

/** Listings of ours that their channel refused because their SKU is sold there already. */
export const refusedAsThere = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('listingProducts as l')
    .innerJoin('listingDebts as d', (j) =>
      j.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.listingId', '=', 'l.id'),
    )
    .select(['l.id', 'l.productId', 'l.integrationId', 'l.result'])
    .where('l.organizationId', '=', ctx.organizationId)
    .where('l.id', 'in', ids)
    .where('l.externalId', '=', '')
    .where('d.pending', 'is', null)
    .where(sql<SqlBool>`l.result -> 'there' is not null`)
    .orderBy('l.id')
    .execute()
type RefusedRow = Awaited<ReturnType<typeof refusedAsThere>>[number]

/** What stands there instead, as something that was found and is to be linked. */
export async function keepThere(ctx: Ctx, integrationId: number, rows: readonly RefusedRow[]): Promise<void> {
  for (const { productId, result } of rows) {
    if (!result?.there) continue
    const { externalId, url, parts, data = {} } = result.there
    const variants = Object.entries(parts).map(([sku, part]) => ({
      sku,
      part,
      options: {},
      price: 0,
      quantity: null,
      barcode: '',
      image: '',
    }))
    await sql`
      insert into found_listings as f (organization_id, integration_id, external_id, run, title, url, state, skus, variants, data, match, our_skus, decision, product_id, decided_at)
      select ${ctx.organizationId}, ${integrationId}, ${externalId}, 0, p.title, ${url}, 'live', ${Object.keys(parts)}::text[], ${JSON.stringify(variants)}::jsonb,
        ${JSON.stringify(data)}::jsonb, 'certain', 1, 'link', p.id, now()
      from products p where p.organization_id = ${ctx.organizationId} and p.id = ${productId}
      on conflict (organization_id, integration_id, external_id) do update set decision = 'link', product_id = excluded.product_id, decided_at = excluded.decided_at, problem = ''
      where f.listing_id is null`.execute(ctx.db)
  }
}
