import { sql } from 'kysely'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { Constraint, TemplateAttribute } from '#contract/templates.ts'
import type { Ctx } from '../../context.ts'

/** @param limit none: all that follow the offset */
export const rows = async (ctx: Ctx, { offset, limit }: { offset: number; limit?: number | undefined }) => {
  const { organizationId } = ctx
  const { rows } = await sql<{
    id: number
    name: string
    details: string
    products: number
    attributes: number
    channels: string[]
    updatedAt: Date
  }>`
    select t.id, t.name, t.details, t.updated_at, coalesce(p.n, 0) as products, coalesce(a.n, 0) as attributes, coalesce(l.channels, '{}') as channels
    from product_templates t
    left join (select template_id, count(*) as n from products where organization_id = ${organizationId} group by 1) p on p.template_id = t.id
    left join (select template_id, count(*) as n from template_attributes where organization_id = ${organizationId} group by 1) a on a.template_id = t.id
    left join (select template_id, array_agg(channel order by channel) as channels from listing_templates where organization_id = ${organizationId} group by 1) l on l.template_id = t.id
    where t.organization_id = ${organizationId} order by lower(t.name), t.id
    offset ${offset} limit ${limit ?? null}`.execute(ctx.db)
  return rows
}

export const find = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('productTemplates')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** @param strength `update` for a change of the template, `key share` to keep it from being deleted while a product is made from it */
export const lock = (ctx: Ctx, id: number, strength: 'update' | 'key share') => {
  const matching = ctx.db
    .selectFrom('productTemplates')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
  return (strength === 'update' ? matching.forUpdate() : matching.forKeyShare()).executeTakeFirst()
}

/** Templates by their ids, and those of products. */
export interface WhichTemplates {
  ids: readonly number[]
  productIds: readonly number[]
}
const idsOf = (ctx: Ctx, { ids, productIds }: WhichTemplates) =>
  productIds.length === 0
    ? sql<number>`any(${ids}::bigint[])`
    : sql<number>`any(${ids}::bigint[] || array(select p.template_id from products p where p.organization_id = ${ctx.organizationId} and p.id = any(${productIds}::bigint[])))`

export const lockMany = (ctx: Ctx, which: WhichTemplates) =>
  ctx.db
    .selectFrom('productTemplates')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', idsOf(ctx, which))
    .orderBy('id')
    .forKeyShare()
    .execute()

export async function countProducts(ctx: Ctx, id: number): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('products')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .where('templateId', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

export async function attributesOf(ctx: Ctx, templateId: number): Promise<TemplateAttribute[]> {
  const attributes = await ctx.db
    .selectFrom('templateAttributes')
    .select(['id', 'name', 'type', 'defaultValue', 'index', 'constraint', 'options'])
    .where('organizationId', '=', ctx.organizationId)
    .where('templateId', '=', templateId)
    .orderBy('index')
    .orderBy('id')
    .execute()
  return attributes.map((a) => ({
    ...a,
    type: a.type as TemplateAttribute['type'],
    constraint: a.constraint as Constraint,
  }))
}

export async function attributesOfMany(
  ctx: Ctx,
  which: WhichTemplates,
): Promise<(TemplateAttribute & { templateId: number })[]> {
  const attributes = await ctx.db
    .selectFrom('templateAttributes')
    .select(['templateId', 'id', 'name', 'type', 'defaultValue', 'index', 'constraint', 'options'])
    .where('organizationId', '=', ctx.organizationId)
    .where('templateId', '=', idsOf(ctx, which))
    .orderBy('index')
    .orderBy('id')
    .execute()
  return attributes.map((a) => ({
    ...a,
    type: a.type as TemplateAttribute['type'],
    constraint: a.constraint as Constraint,
  }))
}

export async function insert(ctx: Ctx, template: { name: string; details: string; notes: string }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('productTemplates')
    .values({ organizationId: ctx.organizationId, ...template, sizeAndWeight: '{}', configuration: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function idOfName(ctx: Ctx, name: string): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('productTemplates')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where((e) => e(e.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  return row?.id
}

/** A copy of a template and its attributes. */
export async function copy(ctx: Ctx, id: number, name: string): Promise<number> {
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into product_templates (organization_id, name, details, notes, tags, title, description, size_and_weight, configuration, price_search, variations)
    select organization_id, ${name}, details, notes, tags, title, description, size_and_weight, configuration, price_search, variations
    from product_templates where organization_id = ${ctx.organizationId} and id = ${id} returning id`.execute(ctx.db)
  if (!made) throw new Error(`template ${id} is gone although it is locked`)
  await sql`
    insert into template_attributes (organization_id, template_id, name, type, default_value, index, "constraint", options)
    select organization_id, ${made.id}, name, type, default_value, index, "constraint", options
    from template_attributes where organization_id = ${ctx.organizationId} and template_id = ${id} returning id`.execute(
    ctx.db,
  )
  return made.id
}

export interface TemplateFields {
  name?: string
  details?: string
  notes?: string
  tags?: string[]
  title?: string
  description?: string
  variations?: string[]
  sizeAndWeight?: SizeAndWeight
  configuration?: { dynamicMappingEnabled: boolean }
  isStock?: boolean
  priceSearch?: PriceSearch
}
/** What of a template's products is looked for where prices are suggested. */
export interface PriceSearch {
  /** May hold references; '' for the product's own title. */
  title: string
  attributes: string[]
}
export const update = (
  ctx: Ctx,
  id: number,
  { sizeAndWeight, configuration, priceSearch, ...fields }: TemplateFields,
) =>
  ctx.db
    .updateTable('productTemplates')
    .set({
      ...fields,
      ...(sizeAndWeight ? { sizeAndWeight: JSON.stringify(sizeAndWeight) } : {}),
      ...(configuration ? { configuration: JSON.stringify(configuration) } : {}),
      ...(priceSearch ? { priceSearch: JSON.stringify(priceSearch) } : {}),
      updatedAt: ctx.services.clock.now(),
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

export async function remove(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('productTemplates')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The columns of a list of attributes, sent as one JSON text. */
const sent = (attributes: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(attributes)}::jsonb) as a(id bigint, name text, type text, "defaultValue" text, index int, "constraint" text, options jsonb)`
const options = sql`array(select jsonb_array_elements_text(a.options))`

export const insertAttributes = (ctx: Ctx, templateId: number, attributes: readonly Omit<TemplateAttribute, 'id'>[]) =>
  sql`
  insert into template_attributes (organization_id, template_id, name, type, default_value, index, "constraint", options)
  select ${ctx.organizationId}::bigint, ${templateId}::bigint, a.name, a.type, a."defaultValue", a.index, a."constraint", ${options} from ${sent(attributes)} returning id`.execute(
    ctx.db,
  )

export const deleteAttributes = (ctx: Ctx, ids: readonly number[]) =>
  sql`delete from template_attributes where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )

/** Frees the names of attributes about to be renamed, so that two may swap theirs. */
export const parkNames = (ctx: Ctx, ids: readonly number[]) =>
  sql`update template_attributes set name = 'renaming:' || id where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )

export const updateAttributes = (ctx: Ctx, attributes: readonly TemplateAttribute[]) =>
  sql`
  update template_attributes t
  set name = a.name, type = a.type, default_value = a."defaultValue", index = a.index, "constraint" = a."constraint", options = ${options}
  from ${sent(attributes)} where t.organization_id = ${ctx.organizationId} and t.id = a.id`.execute(ctx.db)

export async function attributeNames(ctx: Ctx) {
  const { rows } = await sql<{ name: string; templates: number; numeric: boolean }>`
    select min(name) as name, count(*) as templates, bool_and(type = 'number' and options = '{}') as numeric from template_attributes where organization_id = ${ctx.organizationId} group by lower(name) order by lower(name)`.execute(
    ctx.db,
  )
  return rows
}

/** How many of a template's products have which value of each attribute; the fields of built-in ones count as theirs. @param most values of each attribute */
export async function valueCounts(ctx: Ctx, templateId: number, most: number) {
  const { rows } = await sql<{ key: string; products: number; different: number; value: string; count: number }>`
    with given as (
      select p.id, lower(trim(v.name)) as key, v.value from products p cross join lateral (
        select distinct on (lower(trim(n.name))) n.name, n.value from (
          values ('vendor', p.vendor, 0), ('location', p.location, 0), ('warehouse', p.warehouse, 0), ('bin', p.bin, 0)
          union all
          select a.value ->> 'name', a.value ->> 'value', 1 from jsonb_array_elements(p.attributes) a
        ) n(name, value, place) where trim(n.value) <> '' order by lower(trim(n.name)), n.place
      ) v where p.organization_id = ${ctx.organizationId} and p.template_id = ${templateId}
    ), counted as (
      select key, value, count(*)::int as count from given group by key, value
    ), ranked as (
      select *, row_number() over (partition by key order by count desc, value) as rank,
        sum(count) over (partition by key)::int as products, count(*) over (partition by key)::int as different
      from counted
    )
    select key, products, different, value, count from ranked where rank <= ${most} order by key, rank`.execute(ctx.db)
  return rows
}
