import { sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { allAttributeValues, searchProducts } from '#contract/products/products.ts'
import type { Ctx } from '../../../context.ts'
import { searchFilter } from './filter.ts'

type Suggestion = HandlerReply<typeof searchProducts>[number]

/** SKUs of products and variations that start with a text; if none does, those that contain or resemble it. */
export async function suggestSkus(ctx: Ctx, search: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    sku: string
  }>`select sku from suggest_skus(${search.trim()}, ${limit}::int) sku`.execute(ctx.db)
  return rows.map((r) => r.sku)
}

/** Products for suggestions: those whose SKU, or one of whose variations' SKUs, begins with the text, then those that a search finds. */
export async function suggestProducts(
  ctx: Ctx,
  { search, limit }: HandlerInput<typeof searchProducts>['query'],
): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    select p.id, p.sku, p.title, coalesce(p.images -> 0 ->> 'url', '') as image
    from suggest_products(${searchFilter(search)}::jsonb, ${limit}::int) s
    join products p on p.organization_id = ${ctx.organizationId} and p.id = s.id order by s.place`.execute(ctx.db)
  return rows
}

/** Tags in use, the most frequent first. */
export async function listTags(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from (
      select value, n from value_counts where organization_id = ${ctx.organizationId} and kind = 'tag' and name = ''
      union all select value, n from value_changes where organization_id = ${ctx.organizationId} and kind = 'tag') v
    group by value having sum(n) > 0 order by sum(n) desc, value`.execute(ctx.db)
  return rows.map((r) => r.value)
}

/** Attributes with their values in use, the most frequent first. */
export async function listAttributeValues(
  ctx: Ctx,
  { name, search, limit }: HandlerInput<typeof allAttributeValues>['query'],
): Promise<HandlerReply<typeof allAttributeValues>> {
  const { rows } = await sql<{ name: string; value: string; n: number }>`
    select name, value, n from attribute_values(${name ?? null}, ${search?.trim() ?? ''}, ${limit}::int)`.execute(
    ctx.db,
  )
  const attributes = new Map<string, { name: string; values: string[]; counts: number[] }>()
  for (const row of rows) {
    const attribute = attributes.get(row.name) ?? { name: row.name, values: [], counts: [] }
    attribute.values.push(row.value)
    attribute.counts.push(row.n)
    attributes.set(row.name, attribute)
  }
  return [...attributes.values()]
}
