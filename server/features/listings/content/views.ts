import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ListingProduct, ListingResult, ListingTemplate, Waits } from '#contract/listings/listings.ts'
import type { ListingRow, StoredResult } from '../../../db/tables/listings.ts'
import type * as queries from '../queries.ts'

/** @param changed whether something else would be sent now than what was refused */
export const viewResult = (
  { status, reason, code, fields, warnings, flaws = [], at, saidBy = 'channel', there }: StoredResult,
  changed = false,
): ListingResult => ({
  status,
  reason,
  code,
  fields,
  warnings: [...warnings, ...flaws],
  at: new Date(at),
  saidBy,
  changed,
  ...(there ? { there: { externalId: there.externalId, url: there.url } } : {}),
})

/** What something that is owed waits for. */
export const viewWaits = (
  { pending, pendingSince }: Pick<ListingRow, 'pending' | 'pendingSince'>,
  waits: Waits | undefined,
): ListingProduct['waits'] => (pending && pendingSince && waits ? { ...waits, since: pendingSince } : null)

/** @param waits what its account waits for @param listingTemplateId of its template on its account, null where it has none there */
export const view = (
  r: ListingRow,
  changed: boolean,
  waits: Waits | undefined,
  listingTemplateId: number | null,
): ListingProduct => ({
  id: r.id,
  channel: r.channel,
  integrationId: r.integrationId,
  templateId: r.templateId,
  productId: r.productId,
  listingTemplateId,
  selectedSchemaId: r.selectedSchemaId ?? '',
  schemaOverrides: r.schemaOverrides,
  listSettings: { list: r.list, sync: r.sync, syncQuantity: r.syncQuantity },
  externalId: r.externalId,
  status: r.status,
  url: r.url,
  result: r.result && viewResult(r.result, changed),
  pending: r.pending,
  nextTryAt: r.pending && r.attempts > 0 ? r.nextTryAt : null,
  waits: viewWaits(r, waits),
  pushedQuantity: r.pushedQuantity,
  pushedAt: r.pushedAt,
  listedAt: r.listedAt,
  version: versionOf(r),
})

/** The same for what a person would find unchanged in an editor, however often it was sent meanwhile. */
export const versionOf = ({ selectedSchemaId, schemaOverrides }: ListingRow): string =>
  createHash('sha256')
    .update(JSON.stringify([selectedSchemaId ?? '', schemaOverrides]))
    .digest('base64url')

export const viewTemplate = (t: queries.ListingTemplateRow): z.output<typeof ListingTemplate> => ({
  id: t.id,
  integrationId: t.integrationId,
  clientId: t.organizationId,
  templateId: t.templateId,
  channel: t.channel,
  schemas: t.schemas,
  updatedAt: t.updatedAt,
})
