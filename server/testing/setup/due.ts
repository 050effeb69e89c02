import type { Ctx } from '../../context.ts'

/**
 * What waits for a later try, or for a channel that asked to be left alone, is tried now.
 * Rows that a worker holds are left to it: to wait for several of them, in another order than the worker's, is a deadlock.
 */
export async function tryNow(ctx: Ctx) {
  await ctx.db
    .updateTable('listingDebts')
    .set({ nextTryAt: new Date(0) })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', (free) =>
      free
        .selectFrom('listingDebts')
        .select('listingId')
        .where('organizationId', '=', ctx.organizationId)
        .where('pending', 'is not', null)
        .where('claimedBy', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
  await ctx.db
    .updateTable('integrations')
    .set({ holdUntil: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('holdUntil', 'is not', null)
    .execute()
}
