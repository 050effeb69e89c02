import { sql } from 'kysely'
import type { ProductAttribute, Readiness } from '#contract/products.ts'
import type { Image, SizeAndWeight } from '#contract/shapes.ts'
import type { Ctx } from '../../context.ts'

/** What a seller edits of a product, as kept. Money in minor units. */
export interface Fields {
  templateId: number; sku: string; title: string; description: string; condition: string; notes: string; vendor: string; warehouse: string; location: string; bin: string
  tags: string[]; cost: number; price: number; msrp: number; attributes: ProductAttribute[]; images: Image[]; sizeAndWeight: SizeAndWeight; configuration: { dynamicMappingEnabled: boolean }
}
export interface VariationFields {
  id?: number | undefined; name: string; sku: string; price: number | null; cost: number | null
  images: Image[]; selectedImages: string[]; attributes: ProductAttribute[]; position: number
}

const asText = ({ attributes, images, sizeAndWeight, configuration, ...rest }: Fields) => ({
  ...rest, attributes: JSON.stringify(attributes), images: JSON.stringify(images), sizeAndWeight: JSON.stringify(sizeAndWeight), configuration: JSON.stringify(configuration),
})

export async function insert(ctx: Ctx, fields: Fields, readiness: Readiness): Promise<number> {
  const now = ctx.services.clock.now()
  const { id } = await ctx.db.insertInto('products').values({ organizationId: ctx.organizationId, ...asText(fields), readiness, createdAt: now, updatedAt: now })
    .returning('id').executeTakeFirstOrThrow()
  return id
}

export const find = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('products').selectAll().where('organizationId', '=', ctx.organizationId).where('id', '=', id).executeTakeFirst()
/** @param why to change it, while listings and variations may still be tied to it; or to delete it, when they may not */
export const lock = (ctx: Ctx, id: number, why: 'change' | 'delete') => {
  const found = ctx.db.selectFrom('products').selectAll().where('organizationId', '=', ctx.organizationId).where('id', '=', id)
  return (why === 'delete' ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst()
}

export const update = (ctx: Ctx, id: number, fields: Fields, readiness: Readiness) =>
  ctx.db.updateTable('products').set((e) => ({ ...asText(fields), readiness, version: e('version', '+', 1), updatedAt: ctx.services.clock.now() }))
    .where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('products').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

export const variationsOf = (ctx: Ctx, productId: number) =>
  ctx.db.selectFrom('variations').selectAll().where('organizationId', '=', ctx.organizationId).where('productId', '=', productId).orderBy('position').orderBy('id').execute()

const sent = (variations: readonly VariationFields[]) => sql`
  jsonb_to_recordset(${JSON.stringify(variations)}::jsonb)
    as v(id bigint, name text, sku text, price bigint, cost bigint, images jsonb, "selectedImages" jsonb, attributes jsonb, position int)`

export async function insertVariations(ctx: Ctx, productId: number, variations: readonly VariationFields[]): Promise<{ id: number; sku: string }[]> {
  if (variations.length === 0) return []
  const { rows } = await sql<{ id: number; sku: string }>`
    insert into variations (organization_id, product_id, name, sku, price, cost, images, selected_images, attributes, position)
    select ${ctx.organizationId}::bigint, ${productId}::bigint, v.name, v.sku, v.price, v.cost, v.images, v."selectedImages", v.attributes, v.position from ${sent(variations)}
    returning id, sku`.execute(ctx.db)
  return rows
}

export const updateVariations = (ctx: Ctx, variations: readonly VariationFields[]) => sql`
  update variations x set name = v.name, sku = v.sku, price = v.price, cost = v.cost, images = v.images, selected_images = v."selectedImages",
    attributes = v.attributes, position = v.position
  from ${sent(variations)} where x.organization_id = ${ctx.organizationId} and x.id = v.id`.execute(ctx.db)

export const deleteVariations = (ctx: Ctx, ids: readonly number[]) =>
  sql`delete from variations where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(ctx.db)

/** The product's listings that a channel shows, or is being told of just now; held, so that none becomes live meanwhile. */
export const lockListings = (ctx: Ctx, productId: number) =>
  ctx.db.selectFrom('listingProducts').select(['channel', 'externalId', 'status', 'claimedUntil']).where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', productId).orderBy('id').forUpdate().execute()

/** Listings that are not live start anew under another template. */
export const moveListings = (ctx: Ctx, productId: number, templateId: number) =>
  ctx.db.updateTable('listingProducts').set({ templateId, listingTemplateId: null, selectedSchemaId: '' })
    .where('organizationId', '=', ctx.organizationId).where('productId', '=', productId).execute()

export async function tags(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from products where organization_id = ${ctx.organizationId} order by 1`.execute(ctx.db)
  return rows.map((r) => r.tag)
}

/** SKUs of the newest products and variations, of one template or of all. */
export async function newestSkus(ctx: Ctx, templateId: number | undefined, limit: number): Promise<string[]> {
  const found = await ctx.db.selectFrom('stockLevels as v').select('v.sku').where('v.organizationId', '=', ctx.organizationId)
    .$if(templateId !== undefined, (q) => q.innerJoin('products as p', (j) => j.onRef('p.organizationId', '=', 'v.organizationId').onRef('p.id', '=', 'v.productId')
      .on('p.templateId', '=', templateId ?? 0)))
    .orderBy('v.id', 'desc').limit(limit).execute()
  return found.map((r) => r.sku)
}
