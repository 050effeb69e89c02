import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'

/** Rows that a channel's page shows. */
const SHOWN = 100

export interface Drifted {
  listingId: number
  sku: string
  /** What we would show. */
  ours: number
  theirs: number
}
export interface DriftRow extends Drifted {
  id: number
}

/** One that is open already tells the newer numbers. */
export async function insert(ctx: Ctx, integrationId: number, drifts: readonly Drifted[]): Promise<DriftRow[]> {
  const { rows } = await sql<DriftRow>`
    insert into stock_drift (organization_id, integration_id, listing_id, sku, ours, theirs)
    select ${ctx.organizationId}, ${integrationId}, r.* from unnest(${drifts.map((r) => r.listingId)}::bigint[], ${drifts.map((r) => r.sku)}::text[],
      ${drifts.map((r) => r.ours)}::int[], ${drifts.map((r) => r.theirs)}::int[]) as r(listing_id, sku, ours, theirs)
    on conflict (organization_id, listing_id, sku) where state = 'open' do update set ours = excluded.ours, theirs = excluded.theirs, found_at = excluded.found_at
    returning id, listing_id, sku, ours, theirs`.execute(ctx.db)
  return rows
}

export const lockOpen = (ctx: Ctx, ids: readonly number[]): Promise<DriftRow[]> =>
  ctx.db
    .selectFrom('stockDrift')
    .select(['id', 'listingId', 'sku', 'ours', 'theirs'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()

export const skusOf = async (ctx: Ctx, ids: readonly number[]): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('stockDrift')
      .select('sku')
      .where('organizationId', '=', ctx.organizationId)
      .where('id', 'in', ids.length > 0 ? ids : [0])
      .execute()
  ).map(({ sku }) => sku)

export const settle = (ctx: Ctx, ids: readonly number[], state: 'ours' | 'theirs') =>
  ctx.db
    .updateTable('stockDrift')
    .set({ state, settledAt: sql<Date>`now()`, settledBy: ctx.userId })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()

export const newest = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('stockDrift as d')
    .innerJoin('listingProducts as l', (j) =>
      j.onRef('l.organizationId', '=', 'd.organizationId').onRef('l.id', '=', 'd.listingId'),
    )
    .innerJoin('products as p', (j) =>
      j.onRef('p.organizationId', '=', 'l.organizationId').onRef('p.id', '=', 'l.productId'),
    )
    .select([
      'd.id',
      'p.id as productId',
      'd.sku',
      'p.title',
      'd.ours',
      'd.theirs',
      'd.state',
      'd.foundAt',
      'd.settledAt',
    ])
    .where('d.organizationId', '=', ctx.organizationId)
    .where('d.integrationId', '=', integrationId)
    .orderBy((e) => e('d.state', '=', 'open'), 'desc')
    .orderBy('d.foundAt', 'desc')
    .orderBy('d.id', 'desc')
    .limit(SHOWN)
    .execute()

export const countOpen = async (ctx: Ctx, integrationId: number): Promise<number> =>
  (
    await ctx.db
      .selectFrom('stockDrift')
      .select((e) => e.fn.countAll<number>().as('open'))
      .where('organizationId', '=', ctx.organizationId)
      .where('integrationId', '=', integrationId)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
  ).open
