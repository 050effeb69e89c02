import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import { unseenPieces } from '../../db/rules/listing-rules.ts'
import type { ListingRow, StoredSchema } from '../../db/tables/listings.ts'
import { AppError } from '../../errors.ts'

const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((r) => [r.id, r]))

export const listing = (ctx: Ctx, productId: number, integrationId: number) =>
  listingRows(ctx).where('l.productId', '=', productId).where('l.integrationId', '=', integrationId).executeTakeFirst()
/** The same, held against others who save it. */
export const lockListing = (ctx: Ctx, productId: number, integrationId: number) =>
  listingRows(ctx)
    .where('l.productId', '=', productId)
    .where('l.integrationId', '=', integrationId)
    .forNoKeyUpdate('l')
    .executeTakeFirst()
export const listingById = (ctx: Ctx, id: number) => listingRows(ctx).where('l.id', '=', id).executeTakeFirst()
export const listingsByIds = (ctx: Ctx, ids: readonly number[]) => listingRows(ctx).where('l.id', 'in', ids).execute()
export const listingsOf = (ctx: Ctx, productId: number) =>
  listingRows(ctx).where('l.productId', '=', productId).orderBy('l.channel').orderBy('l.integrationId').execute()

export const product = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('products')
    .select(['id', 'templateId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
export const products = async (ctx: Ctx, ids: number[]) =>
  byId(
    await ctx.db
      .selectFrom('products')
      .select([
        'id',
        'templateId',
        'configuration',
        'sku',
        'title',
        'description',
        'condition',
        'price',
        'vendor',
        'location',
        'warehouse',
        'bin',
        'barcode',
        'tags',
        'images',
        'attributes',
        'sizeAndWeight',
      ])
      .where('organizationId', '=', ctx.organizationId)
      .where('id', 'in', ids)
      .execute(),
  )
export async function variations(ctx: Ctx, productIds: number[]) {
  const rows = await ctx.db
    .selectFrom('variations')
    .select(['id', 'productId', 'name', 'sku', 'barcode', 'price', 'images', 'selectedImages', 'attributes'])
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', 'in', productIds)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (r) => r.productId)
}
export const levels = (ctx: Ctx, productIds: number[]) =>
  ctx.db
    .selectFrom('stockLevels as s')
    .select([
      's.sku',
      's.productId',
      's.variationId',
      sql<number>`greatest(0, s.available - ${unseenPieces(ctx.organizationId)})`.as('available'),
    ])
    .where('s.organizationId', '=', ctx.organizationId)
    .where('s.productId', 'in', productIds)
    .execute()
export const templates = async (ctx: Ctx, ids: number[]) =>
  byId(
    await ctx.db
      .selectFrom('productTemplates')
      .select(['id', 'variations'])
      .select(
        sql<{ name: string; value: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('name', a.name, 'value', a.default_value)) from template_attributes a
          where a.organization_id = product_templates.organization_id and a.template_id = product_templates.id and a.default_value <> ''), '[]')`.as(
          'defaults',
        ),
      )
      .where('organizationId', '=', ctx.organizationId)
      .where('id', 'in', ids)
      .execute(),
  )
export const templateExists = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('productTemplates')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
/** Each with its schemas, in their order. */
export const listingTemplates = (ctx: Ctx, templateIds: readonly number[]) =>
  ctx.db
    .selectFrom('listingTemplates as t')
    .selectAll('t')
    .select(
      sql<StoredSchema[]>`coalesce((
        select jsonb_agg(s.fields || jsonb_build_object('id', s.id, 'name', s.name, 'details', s.details) order by s.position) from listing_schemas s
        where s.organization_id = t.organization_id and s.template_id = t.template_id and s.integration_id = t.integration_id), '[]')`.as(
        'schemas',
      ),
    )
    .where('t.organizationId', '=', ctx.organizationId)
    .where('t.templateId', 'in', templateIds)
    .execute()
export type ListingTemplateRow = Awaited<ReturnType<typeof listingTemplates>>[number]
export const listingTemplatesOf = (ctx: Ctx, templateId: number) => listingTemplates(ctx, [templateId])
/** Holds it against others who save it, and tells when it was saved last. */
export const lockListingTemplate = (ctx: Ctx, t: { templateId: number; integrationId: number }) =>
  ctx.db
    .selectFrom('listingTemplates')
    .select('updatedAt')
    .where('organizationId', '=', ctx.organizationId)
    .where('templateId', '=', t.templateId)
    .where('integrationId', '=', t.integrationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
/** Their numbers alone, without the schemas. */
export const listingTemplateIds = (ctx: Ctx, templateIds: readonly number[]) =>
  ctx.db
    .selectFrom('listingTemplates')
    .select(['id', 'templateId', 'integrationId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('templateId', 'in', templateIds)
    .execute()
export const integrations = async (ctx: Ctx, ids: number[]) =>
  byId(
    await ctx.db
      .selectFrom('integrations')
      .innerJoin('organizations as o', 'o.id', 'integrations.organizationId')
      .select([
        'integrations.id',
        'channel',
        'integrations.currency',
        'settings',
        'status',
        'priceRule',
        'o.currency as ownCurrency',
      ])
      .where('integrations.organizationId', '=', ctx.organizationId)
      .where('integrations.id', 'in', ids)
      .execute(),
  )
/**
 * SKUs of a linked listing, as it was read last, of which neither our product nor what we remember of the listing knows; '' where it has
 * none. Those of a read before it was first told whole are settled.
 */
export async function partsOnlyThere(ctx: Ctx, row: ListingRow, ours: readonly string[]): Promise<string[]> {
  const { parts = {}, skus = {} } = row.external ?? {}
  const known = [...ours, ...Object.keys(parts), ...Object.values(skus)]
  const { rows } = await sql<{ sku: string }>`
    select v.sku from found_listings f
      join listing_products l on l.organization_id = f.organization_id and l.id = f.listing_id
      left join catalogue_reads r on r.organization_id = f.organization_id and r.integration_id = f.integration_id
      cross join lateral jsonb_to_recordset(f.variants) v(sku text)
    where f.organization_id = ${ctx.organizationId} and f.integration_id = ${row.integrationId} and f.external_id = ${row.externalId}
      and f.listing_id = ${row.id} and f.adopted_at is not null and (l.listed_at is null or l.listed_at < r.started_at)
      and not v.sku = any(${known}::text[])
    order by v.sku`.execute(ctx.db)
  return rows.map(({ sku }) => sku)
}

/** Of each account a listing that stands there with a SKU of the product and is not managed, unless the product is on sale there. */
export async function soldThere(ctx: Ctx, productId: number) {
  const { rows } = await sql<{ integrationId: number; title: string; url: string }>`
    select distinct on (f.integration_id) f.integration_id, f.title, f.url
    from stock_levels s join found_listings f on f.organization_id = s.organization_id and f.skus @> array[s.sku]
    where s.organization_id = ${ctx.organizationId} and s.product_id = ${productId} and f.listing_id is null and f.state <> 'draft'
      and not exists (select from listing_products l where l.organization_id = f.organization_id and l.integration_id = f.integration_id
        and l.product_id = s.product_id and l.external_id <> '' and l.status <> 'unlisted')
    order by f.integration_id, f.id`.execute(ctx.db)
  return rows
}
export const allIntegrations = (ctx: Ctx) =>
  ctx.db
    .selectFrom('integrations')
    .select(['id', 'channel', 'status', 'shop', 'accountName', 'settings'])
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('id')
    .execute()

/**
 * Saves a listing template whole. Listings whose schema went take the first one.
 * @param schemas at least one, in their order @param isFirst that there must be none yet @returns undefined where there is one all the same
 */
export async function saveListingTemplate(
  ctx: Ctx,
  t: { integrationId: number; templateId: number; channel: ChannelId },
  schemas: readonly StoredSchema[],
  { isFirst }: { isFirst: boolean },
): Promise<ListingTemplateRow | undefined> {
  const row = await ctx.db
    .insertInto('listingTemplates')
    .values({ ...t, organizationId: ctx.organizationId })
    .onConflict((c) => {
      const key = c.columns(['organizationId', 'templateId', 'integrationId'])
      return isFirst ? key.doNothing() : key.doUpdateSet((e) => ({ updatedAt: e.ref('excluded.updatedAt') }))
    })
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const rows = schemas.map(({ id, name, details, ...fields }, position) => ({ id, position, name, details, fields }))
  await sql`
    insert into listing_schemas (organization_id, template_id, integration_id, id, position, name, details, fields)
    select ${ctx.organizationId}, ${t.templateId}, ${t.integrationId}, s.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id text, position int, name text, details text, fields jsonb)
    on conflict (organization_id, template_id, integration_id, id)
      do update set position = excluded.position, name = excluded.name, details = excluded.details, fields = excluded.fields`.execute(
    ctx.db,
  )
  const ids = schemas.map(({ id }) => id)
  await sql`
    update listing_products set selected_schema_id = ${ids[0]}, updated_at = now()
    where organization_id = ${ctx.organizationId} and integration_id = ${t.integrationId} and template_id = ${t.templateId}
      and not selected_schema_id = any(${ids}::text[])`.execute(ctx.db)
  await sql`
    delete from listing_schemas where organization_id = ${ctx.organizationId} and integration_id = ${t.integrationId}
      and template_id = ${t.templateId} and not id = any(${ids}::text[])`.execute(ctx.db)
  return { ...row, schemas: [...schemas] }
}

export interface ListingChange {
  productId: number
  templateId: number
  channel: ChannelId
  integrationId: number
  selectedSchemaId: string | null
  schemaOverrides: string
  list: boolean
  sync: boolean
  syncQuantity: boolean
}
/** @param isFirst that there must be none yet @returns undefined where there is one all the same */
export async function saveListing(
  ctx: Ctx,
  change: ListingChange,
  { isFirst }: { isFirst: boolean },
): Promise<ListingRow | undefined> {
  const { productId: _p, integrationId: _i, ...set } = change
  const saved = await ctx.db
    .insertInto('listingProducts')
    .values({ ...change, organizationId: ctx.organizationId })
    .onConflict((c) => {
      const key = c.columns(['organizationId', 'productId', 'integrationId'])
      return isFirst ? key.doNothing() : key.doUpdateSet((e) => ({ ...set, updatedAt: e.ref('excluded.updatedAt') }))
    })
    .returning('id')
    .executeTakeFirst()
  return saved && listingRows(ctx).where('l.id', '=', saved.id).executeTakeFirstOrThrow()
}

/** Notes that a person wants this now. A live listing that is listed again is revised. @returns the version of the debt */
export async function request(ctx: Ctx, id: number, what: 'publish' | 'quantity' | 'end'): Promise<number> {
  const kind = what === 'publish' ? sql`case when l.external_id <> '' then 'revise' else 'publish' end` : sql`${what}`
  const { rows } = await sql<{ pendingVersion: number }>`
    update listing_debts d set integration_id = l.integration_id, pending = ${kind}, pending_version = d.pending_version + 1,
      pending_since = now(), next_try_at = now(), attempts = 0
    from (select * from listing_products where organization_id = ${ctx.organizationId} and id = ${id} for no key update) l
    where d.organization_id = ${ctx.organizationId} and d.listing_id = l.id returning d.pending_version`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row.pendingVersion
}

/** Switched off before it was sent: nobody wants it any more. */
export const dropPublish = (ctx: Ctx, id: number) =>
  ctx.db
    .updateTable('listingDebts as d')
    .from('listingProducts as l')
    .set({ pending: null, pendingSince: null })
    .where('d.organizationId', '=', ctx.organizationId)
    .where('d.listingId', '=', id)
    .where('l.organizationId', '=', ctx.organizationId)
    .whereRef('l.id', '=', 'd.listingId')
    .where('d.pending', '=', 'publish')
    .where('l.externalId', '=', '')
    .where((e) => e.or([e('d.claimedUntil', 'is', null), e('d.claimedUntil', '<', sql<Date>`now()`)]))
    .execute()

/** The next live listings of a channel that follow changes, by their numbers. */
export const liveOn = (ctx: Ctx, channel: ChannelId, after: number, limit: number) =>
  listingRows(ctx)
    .where('l.channel', '=', channel)
    .where('l.sync', '=', true)
    .where('l.externalId', '<>', '')
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute()

/** The next products of a template as an account lists them, by their numbers: each with its listing, or as it would begin. */
export async function listables(
  ctx: Ctx,
  of: { templateId: number; integrationId: number; channel: ChannelId; after: number; limit: number },
) {
  const rows = await ctx.db
    .selectFrom('products as p')
    .leftJoin('listingProducts as l', (j) =>
      j
        .onRef('l.organizationId', '=', 'p.organizationId')
        .onRef('l.productId', '=', 'p.id')
        .on('l.integrationId', '=', of.integrationId),
    )
    .select(['p.id as productId', 'l.id', 'l.selectedSchemaId', 'l.schemaOverrides', 'l.externalId'])
    .where('p.organizationId', '=', ctx.organizationId)
    .where('p.templateId', '=', of.templateId)
    .where('p.id', '>', of.after)
    .orderBy('p.id')
    .limit(of.limit)
    .execute()
  return rows.map(({ schemaOverrides, externalId, ...row }) => ({
    ...row,
    templateId: of.templateId,
    integrationId: of.integrationId,
    channel: of.channel,
    schemaOverrides: schemaOverrides ?? {},
    externalId: externalId ?? '',
  }))
}
