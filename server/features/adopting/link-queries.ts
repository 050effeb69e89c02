import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'
import { columns, ofIntegration } from './queries.ts'

/** The next that are to be linked; one that failed waits for another decision. */
export const toLink = (ctx: Ctx, integrationId: number, limit: number): Promise<FoundRow[]> =>
  ctx.db
    .selectFrom('foundListings')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('decision', '=', 'link')
    .where('listingId', 'is', null)
    .where('productId', 'is not', null)
    .where('problem', '=', '')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Linked ones whose quantity differs and for which somebody said whose counts. */
export const toSettle = (ctx: Ctx, integrationId: number, limit: number) =>
  ctx.db
    .selectFrom('foundListings')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('adoptedAt', 'is not', null)
    .where('listingId', 'is not', null)
    .where('differs', '=', true)
    .where('quantity', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Those that were linked from here. */
export const adopted = (ctx: Ctx, integrationId: number, ids: readonly number[]) =>
  ctx.db
    .selectFrom('foundListings')
    .select(['id', 'listingId', 'title', 'quantity', 'differs'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('id', 'in', ids)
    .where('adoptedAt', 'is not', null)
    .where('listingId', 'is not', null)
    .forUpdate()
    .execute()

/** The next of those that were linked from here until a moment. */
export const adoptedUntil = async (ctx: Ctx, integrationId: number, until: Date, limit: number): Promise<number[]> =>
  (
    await ctx.db
      .selectFrom('foundListings')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('integrationId', '=', integrationId)
      .where('adoptedAt', '<=', until)
      .where('listingId', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** How many were linked from here, and of them those whose number was counted here when it was settled as theirs. */
export async function countAdopted(ctx: Ctx, integrationId: number) {
  const { rows } = await sql<{ unlinked: number; counted: number }>`
    select count(*)::int as unlinked, count(*) filter (where f.quantity = 'theirs' and not f.differs)::int as counted
    from found_listings f where ${ofIntegration(ctx, integrationId)} and f.adopted_at is not null and f.listing_id is not null`.execute(
    ctx.db,
  )
  return rows[0] ?? { unlinked: 0, counted: 0 }
}

/** The database opens them again. */
export const unlink = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .updateTable('foundListings')
    .set({ listingId: null, decidedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()
