import { sql } from 'kysely'
import { textKinds } from '#contract/products/fields.ts'
import type { CsvProduct, CsvVariation } from '#domain/products/files/csv.ts'
import type { CsvTemplate } from '#domain/templates/csv.ts'
import type { Ctx } from '../../context.ts'
import { productColumns } from '../../db/rules/product-columns.ts'

/** Products as a file tells them, in the order of their ids. Pieces are those of the product's own SKU. */
export async function products(ctx: Ctx, ids: readonly number[]): Promise<CsvProduct[]> {
  const { organizationId } = ctx
  const { rows } = await sql<CsvProduct & { variations: CsvVariation[] }>`
    select p.template_id, t.name as template_name, p.sku, ${productColumns('p', ...textKinds, 'tags', 'money', 'flag')}, p.size_and_weight, p.images,
      p.attributes, coalesce(s.available, 0) as quantity, coalesce(s.sold, 0) as sold,
      coalesce((
        select json_agg(json_build_object('name', x.name, 'sku', x.sku, 'barcode', x.barcode, 'price', x.price, 'cost', x.cost, 'quantity', coalesce(v.available, 0), 'sold', coalesce(v.sold, 0), 'images', x.images, 'selectedImages', x.selected_images,
          'attributes', x.attributes) order by x.position, x.id)
        from variations x left join stock_levels v on v.organization_id = x.organization_id and v.product_id = x.product_id and coalesce(v.variation_id, 0) = x.id
        where x.organization_id = p.organization_id and x.product_id = p.id), '[]') as variations
    from products p
    join product_templates t on t.organization_id = p.organization_id and t.id = p.template_id
    left join stock_levels s on s.organization_id = p.organization_id and s.product_id = p.id and coalesce(s.variation_id, 0) = 0
    where p.organization_id = ${organizationId} and p.id = any(${ids}::bigint[]) order by p.id`.execute(ctx.db)
  return rows
}

/** Templates of products, and the names of the attributes that have a value in them or their variations. */
export async function namesIn(
  ctx: Ctx,
  ids: readonly number[],
): Promise<{ templateId: number; name: string | null }[]> {
  const { organizationId } = ctx
  const filled = (owner: string) =>
    sql`lateral jsonb_array_elements(${sql.raw(owner)}.attributes) a where ${sql.raw(owner)}.organization_id = ${organizationId} and a ->> 'value' <> ''`
  const { rows } = await sql<{ templateId: number; name: string | null }>`
    with chosen as materialized (select id, organization_id, template_id, attributes from products where organization_id = ${organizationId} and id = any(${ids}::bigint[]))
    select distinct template_id, null::text as name from chosen
    union select p.template_id, a ->> 'name' from chosen p, ${filled('p')}
    union select p.template_id, a ->> 'name' from chosen p join variations x on x.organization_id = p.organization_id and x.product_id = p.id, ${filled('x')}`.execute(
    ctx.db,
  )
  return rows
}

type Template = CsvTemplate & { id: number; variations: string[] }

/** Templates with their attributes in order, by name. @param ids absent for all */
export async function templates(ctx: Ctx, ids?: readonly number[]): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select t.id, t.name, t.details, t.notes, t.tags, t.is_stock, t.title, t.description, t.configuration, t.variations,
      coalesce((
        select json_agg(json_build_object('name', a.name, 'defaultValue', a.default_value, 'options', a.options) order by a.index, a.id)
        from template_attributes a where a.organization_id = t.organization_id and a.template_id = t.id), '[]') as attributes
    from product_templates t where t.organization_id = ${ctx.organizationId} ${ids ? sql`and t.id = any(${ids}::bigint[])` : sql``} order by lower(t.name), t.id`.execute(
    ctx.db,
  )
  return rows
}
