import type { Ctx } from '../../context.ts'
import { debtColumns } from '../tables/listings.ts'

/** The organization's listings `l`, each with what it owes, `d`. */
export const listingRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('listingProducts as l')
    .innerJoin('listingDebts as d', (j) =>
      j.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.listingId', '=', 'l.id'),
    )
    .selectAll('l')
    .select(debtColumns.map((column) => `d.${column}` as const))
    .where('l.organizationId', '=', ctx.organizationId)
