import { type RawBuilder, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type FieldsOf, type TextFieldName, fieldsOf, textKinds } from '#contract/products/fields.ts'
import type { ProductAttribute, Readiness } from '#contract/products/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { Constraint } from '#contract/templates.ts'
import type { Written } from '#domain/products/history/written.ts'
import type { Ctx } from '../../context.ts'

/** What a seller edits of a product, as kept. Money in minor units. */
export interface Fields extends Record<TextFieldName, string>, Record<FieldsOf<'money'>, number> {
  templateId: number
  sku: string
  tags: string[]
  attributes: ProductAttribute[]
  images: Image[]
  sizeAndWeight: SizeAndWeight
  configuration: { dynamicMappingEnabled: boolean }
  active: boolean
}
export interface VariationFields {
  id?: number | undefined
  name: string
  sku: string
  barcode: string
  price: number | null
  cost: number | null
  images: Image[]
  selectedImages: string[]
  attributes: ProductAttribute[]
  position: number
}

/** Everything that is kept of a product but what the database derives for searching. */
const columns = [
  'id',
  'templateId',
  'sku',
  ...fieldsOf(...textKinds, 'tags', 'money'),
  'attributes',
  'images',
  'sizeAndWeight',
  'configuration',
  'active',
  'readiness',
  'version',
  'createdAt',
  'updatedAt',
] as const

export const find = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('products')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

type Numbers = Record<'available' | 'reserved' | 'onHand' | 'sold', number>
interface Whole {
  templateName: string
  /** The template's attributes, in their order. */
  demands: { name: string; constraint: Constraint }[]
  variations: (VariationFields & { id: number })[]
  /** `ordered`: orders had pieces of it. */
  levels: (Numbers & { variationId: number | null; bundled: 'bundle' | 'component' | null; ordered: boolean })[]
  /** The channels on which it is live. */
  liveOn: ChannelId[]
}

/** A product with all that its page shows, in one statement: seven took two and a half times as long. */
export const findWhole = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('products as p')
    .innerJoin('productTemplates as t', (j) =>
      j.onRef('t.organizationId', '=', 'p.organizationId').onRef('t.id', '=', 'p.templateId'),
    )
    .select(columns.map((name) => `p.${name}` as const))
    .select([
      't.name as templateName',
      all<Whole['demands']>(
        sql`select a.name, a."constraint" from template_attributes a where a.organization_id = p.organization_id and a.template_id = p.template_id order by a.index, a.id`,
      ).as('demands'),
      all<Whole['variations']>(
        sql`select v.id, v.name, v.sku, v.barcode, v.price, v.cost, v.images, v.selected_images as "selectedImages", v.attributes, v.position
          from variations v where v.organization_id = p.organization_id and v.product_id = p.id order by v.position, v.id`,
      ).as('variations'),
      all<Whole['levels']>(
        sql`select s.variation_id as "variationId", s.available, s.reserved, s.on_hand as "onHand", s.sold, s.bundled,
            exists (select from stock_movements m where m.organization_id = s.organization_id and m.level_id = s.id and m.order_id is not null) as ordered
          from stock_levels s where s.organization_id = p.organization_id and s.product_id = p.id`,
      ).as('levels'),
      sql<
        ChannelId[]
      >`array(select l.channel from listing_products l where l.organization_id = p.organization_id and l.product_id = p.id
        and l.external_id <> '' and l.status <> 'unlisted' group by l.channel order by min(l.id))`.as('liveOn'),
    ])
    .where('p.organizationId', '=', ctx.organizationId)
    .where('p.id', '=', id)
    .executeTakeFirst()

/** The rows of a statement within another. */
const all = <T>(rows: RawBuilder<unknown>) => sql<T>`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

/** A change of a product as its history keeps it. */
export const writtenChange = (ctx: Ctx, id: number, changeId: number) =>
  ctx.db
    .selectFrom('auditEntries')
    .select(['action', 'old', 'new'])
    .where('organizationId', '=', ctx.organizationId)
    .where('entity', '=', 'product')
    .where('entityId', '=', id)
    .where('id', '=', changeId)
    .$narrowType<{ old: Written | null; new: Written | null }>()
    .executeTakeFirst()

export const findMany = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('products')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
/** In the order of ids. @param why to change them, while listings and variations may still be tied to them; or to delete them, when they may not */
export const lockMany = (ctx: Ctx, ids: readonly number[], why: 'change' | 'delete') => {
  const matching = ctx.db
    .selectFrom('products')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
  return (why === 'delete' ? matching.forUpdate() : matching.forNoKeyUpdate()).execute()
}

const typed = <N extends string>(names: readonly N[], type: string) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<N, string>
/** Each editable column with its type in the database. */
const types: Record<keyof Fields, string> = {
  templateId: 'bigint',
  sku: 'text',
  ...typed(fieldsOf(...textKinds), 'text'),
  tags: 'text[]',
  ...typed(fieldsOf('money'), 'bigint'),
  attributes: 'jsonb',
  images: 'jsonb',
  sizeAndWeight: 'jsonb',
  configuration: 'jsonb',
  active: 'boolean',
}
const names = Object.keys(types) as (keyof Fields)[]
const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
/** Rows sent as one JSON text. */
const rowsOf = (rows: readonly object[], fields: readonly (keyof Fields)[], more: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(${sql.raw([more, ...fields.map((name) => `"${name}" ${types[name]}`)].join(', '))})`

export interface NewRow extends Fields {
  readiness: Readiness
  createdAt?: Date | undefined
}
/** What comes back keeps its id. */
export interface OldRow extends NewRow {
  id: number
  version: number
}

/** @returns ids by SKU, which is unique among the given */
export async function insertMany(
  ctx: Ctx,
  products: readonly NewRow[] | readonly OldRow[],
): Promise<Map<string, number>> {
  if (products.length === 0) return new Map()
  const now = ctx.services.clock.now()
  const known = products.some((p) => 'id' in p)
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into products (organization_id, ${sql.raw(`${known ? 'id, version, ' : ''}readiness, created_at, updated_at, ${names.map(columnOf).join(', ')}`)})
    select ${ctx.organizationId}::bigint, ${sql.raw(known ? 'n.id, n.version, ' : '')} n.readiness, coalesce(n."createdAt", ${now}::timestamptz), ${now}::timestamptz, ${sql.raw(names.map((name) => `n."${name}"`).join(', '))}
    from ${rowsOf(products, names, `readiness text, "createdAt" timestamptz${known ? ', id bigint, version int' : ''}`)}
    returning id, sku`.execute(ctx.db)
  return new Map(rows.map((r) => [r.sku, r.id]))
}

export interface Update {
  id: number
  changed: readonly string[]
  fields: Fields
  readiness: Readiness
}
/** Writes the columns that changed in any of the products, and makes a new version of each. */
export async function updateMany(ctx: Ctx, updates: readonly Update[]): Promise<void> {
  const changed = new Set(updates.flatMap((u) => u.changed))
  const fields = names.filter((name) => changed.has(name))
  const rows = updates.map(({ id, readiness, fields: f }) => ({
    id,
    readiness,
    ...Object.fromEntries(fields.map((name) => [name, f[name]])),
  }))
  await sql`
    update products p set ${sql.raw(fields.map((name) => `${columnOf(name)} = n."${name}", `).join(''))} readiness = n.readiness, version = p.version + 1, updated_at = ${ctx.services.clock.now()}
    from ${rowsOf(rows, fields, 'id bigint, readiness text')}
    where p.organization_id = ${ctx.organizationId} and p.id = n.id`.execute(ctx.db)
}

export const removeMany = (ctx: Ctx, ids: readonly number[]) =>
  sql`delete from products where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(ctx.db)

const variations = (ctx: Ctx) =>
  ctx.db.selectFrom('variations').selectAll().where('organizationId', '=', ctx.organizationId)
export const variationsOf = (ctx: Ctx, productId: number) =>
  variations(ctx).where('productId', '=', productId).orderBy('position').orderBy('id').execute()
export const variationsOfMany = (ctx: Ctx, productIds: readonly number[]) =>
  variations(ctx)
    .where('productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .orderBy('productId')
    .orderBy('position')
    .orderBy('id')
    .execute()

const sent = (variations: readonly VariationFields[]) => sql`
  jsonb_to_recordset(${JSON.stringify(variations)}::jsonb)
    as v(id bigint, "productId" bigint, name text, sku text, barcode text, price bigint, cost bigint, images jsonb, "selectedImages" jsonb, attributes jsonb, position int)`

export async function insertVariations(
  ctx: Ctx,
  variations: readonly (VariationFields & { productId: number })[],
): Promise<{ id: number; sku: string }[]> {
  if (variations.length === 0) return []
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into variations (organization_id, product_id, name, sku, barcode, price, cost, images, selected_images, attributes, position)
    select ${ctx.organizationId}::bigint, v."productId", v.name, v.sku, v.barcode, v.price, v.cost, v.images, v."selectedImages", v.attributes, v.position from ${sent(variations)}
    returning id, sku`.execute(ctx.db)
  return rows
}

export const updateVariations = (ctx: Ctx, variations: readonly VariationFields[]) =>
  sql`
  update variations x set name = v.name, sku = v.sku, barcode = v.barcode, price = v.price, cost = v.cost, images = v.images, selected_images = v."selectedImages",
    attributes = v.attributes, position = v.position
  from ${sent(variations)} where x.organization_id = ${ctx.organizationId} and x.id = v.id`.execute(ctx.db)

export const deleteVariations = (ctx: Ctx, ids: readonly number[]) =>
  sql`delete from variations where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )

/** The products' listings, locked, so that none becomes live meanwhile. */
export const lockListings = (ctx: Ctx, productIds: readonly number[]) =>
  ctx.db
    .selectFrom('listingProducts as l')
    .innerJoin('listingDebts as d', (j) =>
      j.onRef('d.organizationId', '=', 'l.organizationId').onRef('d.listingId', '=', 'l.id'),
    )
    .select(['l.productId', 'l.channel', 'l.externalId', 'l.status', 'l.listedAt', 'd.claimedUntil'])
    .where('l.organizationId', '=', ctx.organizationId)
    .where('l.productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .orderBy('l.id')
    .forUpdate()
    .execute()

/** Listings that are not live start over under another template. */
export const moveListings = (ctx: Ctx, moves: readonly { productId: number; templateId: number }[]) =>
  sql`
  update listing_products l set template_id = m.template_id, selected_schema_id = null
  from unnest(${moves.map((m) => m.productId)}::bigint[], ${moves.map((m) => m.templateId)}::bigint[]) as m(product_id, template_id)
  where l.organization_id = ${ctx.organizationId} and l.product_id = m.product_id`.execute(ctx.db)

/** Whole rows, to be brought back one day. */
export async function listingRows(ctx: Ctx, productIds: readonly number[]) {
  const { rows } = await sql<{ productId: number; row: object }>`
    select product_id, to_jsonb(l) as row from listing_products l where organization_id = ${ctx.organizationId} and product_id = any(${productIds}::bigint[]) order by id`.execute(
    ctx.db,
  )
  return rows
}

const keptColumns =
  'product_id, template_id, channel, integration_id, schema_overrides, list, sync, sync_quantity, status, external, external_id, url, location_id, result'
/** Restores listings whose integration still exists, with no pending update and the schema they had where that is still there. */
export async function restoreListings(ctx: Ctx, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into listing_products (organization_id, ${sql.raw(keptColumns)}, selected_schema_id)
    select l.organization_id, ${sql.raw(keptColumns.replaceAll(/\b(?=\w)/g, 'l.'))}, s.id
    from jsonb_populate_recordset(null::listing_products, ${JSON.stringify(rows)}::jsonb) l
    join integrations i on i.organization_id = l.organization_id and i.id = l.integration_id
    left join listing_schemas s on s.organization_id = l.organization_id and s.template_id = l.template_id and s.integration_id = l.integration_id and s.id = l.selected_schema_id
    where l.organization_id = ${ctx.organizationId}`.execute(ctx.db)
}

/** What the history says of the last versions of products. */
export async function changesSince(ctx: Ctx, stale: readonly { id: number; versions: number }[]) {
  const { rows } = await sql<{ id: number; userName: string; names: string[] }>`
    select s.id, coalesce(u.name, '') as user_name, e.names
    from unnest(${stale.map((s) => s.id)}::bigint[], ${stale.map((s) => Math.max(1, s.versions))}::int[]) as s(id, versions)
    cross join lateral (
      select user_id, array(select jsonb_object_keys(coalesce(a.new, '{}'))) as names from audit_entries a
      where a.organization_id = ${ctx.organizationId} and a.entity = 'product' and a.entity_id = s.id and a.action = 'update' order by a.id desc limit s.versions
    ) e
    left join users u on u.id = e.user_id`.execute(ctx.db)
  return rows
}

/** SKUs of the newest products and variations, of one template or of all. */
export async function newestSkus(ctx: Ctx, templateId: number | undefined, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('stockLevels as v')
    .select('v.sku')
    .where('v.organizationId', '=', ctx.organizationId)
    .$if(templateId !== undefined, (q) =>
      q.innerJoin('products as p', (j) =>
        j
          .onRef('p.organizationId', '=', 'v.organizationId')
          .onRef('p.id', '=', 'v.productId')
          .on('p.templateId', '=', templateId ?? 0),
      ),
    )
    .orderBy('v.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((r) => r.sku)
}
