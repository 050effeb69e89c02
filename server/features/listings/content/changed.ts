import { createHash } from 'node:crypto'
import type { ListingProduct } from '#contract/listings/listings.ts'
import type { Ctx } from '../../../context.ts'
import type { ListingRow } from '../../../db/tables/listings.ts'
import { waitsOf } from '../../integrations/connections/waits.ts'
import * as queries from '../queries.ts'
import { type PreparedListing, prepare } from './source.ts'
import { view } from './views.ts'

/**
 * The same for two listings that would be judged the same.
 * @param refused what was refused, by field; quantities count only where one was: otherwise a sale would look like a change
 */
export function fingerprint(
  { ready, locationId, settings, problems }: PreparedListing,
  refused: Readonly<Record<string, string>>,
): string {
  const { key: _key, external: _external, variants, ...content } = ready
  const sold = variants.map(({ quantity, ...variant }) => ('quantity' in refused ? { ...variant, quantity } : variant))
  return createHash('sha256')
    .update(JSON.stringify([content, sold, locationId, settings, problems]))
    .digest('base64url')
}

/** Those of these listings of which something else would be sent now than what was refused. */
export async function changedSince(ctx: Ctx, rows: readonly ListingRow[]): Promise<ReadonlySet<number>> {
  const refused = rows.filter((row) => row.result?.status === 'rejected' && row.result.of)
  const now = await prepare(ctx, refused)
  return new Set(
    now
      .filter(({ row, ...p }) => row.result?.of !== fingerprint({ row, ...p }, row.result?.fields ?? {}))
      .map((p) => p.row.id),
  )
}

/** The same, of listings by their numbers. */
export const changedOf = async (ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  ids.length > 0 ? changedSince(ctx, await queries.listingsByIds(ctx, ids)) : new Set()

/** The accounts to which any of these listings owes something. */
export const accountsThatOwe = (rows: readonly Pick<ListingRow, 'pending' | 'integrationId'>[]): number[] => [
  ...new Set(rows.flatMap(({ pending, integrationId }) => (pending ? [integrationId] : []))),
]

/** Listings as they are told. */
export async function viewAll(ctx: Ctx, rows: readonly ListingRow[]): Promise<ListingProduct[]> {
  if (rows.length === 0) return []
  const [changed, waits, templates] = await Promise.all([
    changedSince(ctx, rows),
    waitsOf(ctx, accountsThatOwe(rows)),
    queries.listingTemplateIds(ctx, [...new Set(rows.map((row) => row.templateId))]),
  ])
  const templateOf = (row: ListingRow) =>
    templates.find((t) => t.templateId === row.templateId && t.integrationId === row.integrationId)?.id ?? null
  return rows.map((row) => view(row, changed.has(row.id), waits.get(row.integrationId), templateOf(row)))
}
