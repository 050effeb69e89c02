import { sql } from 'kysely'
import type { ExternalListing } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import type { ListingRow } from '../../db/tables/listings.ts'

export interface Adopted {
  productId: number
  templateId: number
  channel: ChannelId
  integrationId: number
  external: ExternalListing
}

/**
 * Makes listings of what stands on a channel already. Nothing keeps them in step yet, so nothing is told to the channel.
 * @returns those that could be made: not of products that are linked to something else there
 */
export async function adopt(ctx: Ctx, all: readonly Adopted[]): Promise<ListingRow[]> {
  if (all.length === 0) return []
  const made = await ctx.db
    .insertInto('listingProducts')
    .values(
      all.map(({ external, ...listing }) => ({
        ...listing,
        organizationId: ctx.organizationId,
        schemaOverrides: '{}',
        ...standing(external),
        list: true,
      })),
    )
    .onConflict((c) =>
      c
        .columns(['organizationId', 'productId', 'integrationId'])
        .doUpdateSet((e) => ({
          external: e.ref('excluded.external'),
          externalId: e.ref('excluded.externalId'),
          url: e.ref('excluded.url'),
          status: 'listed' as const,
          list: true,
          sync: false,
          syncQuantity: false,
          result: null,
          updatedAt: e.ref('excluded.updatedAt'),
        }))
        .where((e) =>
          e.or([
            e('listingProducts.externalId', '=', ''),
            e('listingProducts.status', '=', 'unlisted'),
            e('listingProducts.externalId', '=', e.ref('excluded.externalId')),
          ]),
        ),
    )
    .returning('id')
    .execute()
  const ids = made.map(({ id }) => id)
  await owesNothing(ctx, ids)
  return ids.length > 0 ? listingRows(ctx).where('l.id', 'in', ids).execute() : []
}

/**
 * The products of these whose listing is on its way to the channel just now: what comes of that is not known yet, and may be the very listing
 * that was found. Nobody takes the others until the transaction ends.
 */
export async function beingListed(
  ctx: Ctx,
  integrationId: number,
  productIds: readonly number[],
): Promise<Set<number>> {
  const rows = await listingRows(ctx)
    .where('l.integrationId', '=', integrationId)
    .where('l.productId', 'in', productIds.length > 0 ? productIds : [0])
    .select(sql<boolean>`coalesce(d.pending = 'publish' and d.claimed_until > now(), false)`.as('isOnItsWay'))
    .orderBy('l.id')
    .forUpdate()
    .execute()
  return new Set(rows.flatMap(({ productId, isOnItsWay }) => (isOnItsWay ? [productId] : [])))
}

/** What was on its way is not wanted any more, and whoever sends it just now has nothing to say. */
const owesNothing = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .updateTable('listingDebts')
    .set({
      pending: null,
      pendingSince: null,
      urgent: false,
      claimedBy: null,
      claimedUntil: null,
      pushedQuantity: null,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', ids.length > 0 ? ids : [0])
    .execute()

const standing = (external: ExternalListing) => ({
  status: 'listed' as const,
  external: JSON.stringify(external),
  externalId: external.externalId,
  url: external.url,
})

/** What a listing that was adopted shows. @param inStep whether its quantity is kept in step from now on */
export async function keep(
  ctx: Ctx,
  id: number,
  { inStep, pushedQuantity, locationId }: { inStep: boolean; pushedQuantity: number; locationId: string },
): Promise<void> {
  await ctx.db
    .updateTable('listingProducts')
    .set({ syncQuantity: inStep, locationId, updatedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
  await ctx.db
    .updateTable('listingDebts')
    .set({ pushedQuantity, pushedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', id)
    .execute()
}

/** Forgets what listings stand for on their channel; there they stay as they are. @returns their products */
export async function letGo(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .updateTable('listingProducts')
    .set({
      external: null,
      externalId: '',
      url: '',
      status: 'draft',
      list: false,
      sync: false,
      syncQuantity: false,
      result: null,
      updatedAt: sql<Date>`now()`,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .returning('productId')
    .execute()
  await owesNothing(ctx, ids)
  return rows.map(({ productId }) => productId)
}
