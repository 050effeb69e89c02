import { type RawBuilder, sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { listProducts, productSorts } from '#contract/products.ts'
import type { Ctx } from '../../context.ts'

type Query = HandlerInput<typeof listProducts>['query']
type Page = HandlerReply<typeof listProducts>
type Row = Page['data'][number]

/** Filtered totals are counted this far. */
const COUNTED = 10_000

/** Each has an index that begins with the organization and ends with the id. */
const sortColumns: Record<(typeof productSorts)[number], RawBuilder<unknown>> = {
  sku: sql`p.sku`, title: sql`p.title`, price: sql`p.price`, cost: sql`p.cost`, createdAt: sql`p.created_at`, updatedAt: sql`p.updated_at`,
  quantity: sql`v.available`, sold: sql`v.sold`,
}

/** Each word quoted, so that it means itself, and matched by its beginning. */
const wordQuery = (words: readonly string[]) => words.map((w) => `'${w.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`).join(' & ')

/** The conditions of a query on the product with this id; null when it has none. */
function conditions(ctx: Ctx, { skus, search, templateId, minPrice, maxPrice }: Query): RawBuilder<unknown> | null {
  const words = (search ?? []).flatMap((s) => s.split(/\s+/)).filter(Boolean)
  const all = [
    ...(skus ? [sql`p.id in (select product_id from stock_levels where organization_id = ${ctx.organizationId} and sku = any(${skus}::text[]))`] : []),
    ...(words.length > 0 ? [sql`p.id in (select search_products(to_tsquery('simple', ${wordQuery(words)}), ${words.join(' ')}))`] : []),
    ...(templateId === undefined ? [] : [sql`p.template_id = ${templateId}`]),
    ...(minPrice === undefined ? [] : [sql`p.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.price <= ${maxPrice}`]),
  ]
  return all.length > 0 ? sql.join(all, sql` and `) : null
}

/** One page of products and how many there are: two statements, side by side. */
export async function list(ctx: Ctx, query: Query): Promise<Page> {
  const where = conditions(ctx, query)
  const [data, counted] = await Promise.all([page(ctx, query, where), where ? countMatching(ctx, where) : countAll(ctx)])
  return counted > COUNTED && where ? { data, items: COUNTED, itemsCapped: true } : { data, items: counted }
}

/** Picks the page's ids by an index first, and only then reads what their rows show. */
async function page(ctx: Ctx, { sortBy, orderBy, offset, limit }: Query, where: RawBuilder<unknown> | null): Promise<Row[]> {
  const { organizationId } = ctx
  const direction = orderBy === 'asc' ? sql`asc` : sql`desc`
  const byStock = sortBy === 'quantity' || sortBy === 'sold'
  const from = byStock
    ? sql`stock_levels v ${where ? sql`join products p on p.organization_id = v.organization_id and p.id = v.product_id` : sql``} where v.organization_id = ${organizationId} and v.variation_id is null`
    : sql`products p where p.organization_id = ${organizationId}`
  const id = byStock ? sql`v.product_id` : sql`p.id`
  const { rows } = await sql<Row>`
    with page as (
      select ${id} as id, ${sortColumns[sortBy]} as sorted from ${from} ${where ? sql`and ${where}` : sql``}
      order by ${sortColumns[sortBy]} ${direction}, ${id} ${direction} offset ${offset} limit ${limit}
    )
    select p.id, p.sku, p.title, p.template_id, t.name as template_name, coalesce(p.images -> 0 ->> 'url', '') as image, p.condition, p.tags, p.price, p.cost, p.msrp,
      coalesce(v.available, 0) as quantity, coalesce(v.reserved, 0) as reserved_quantity, coalesce(v.sold, 0) as sold,
      (select count(*) from variations x where x.organization_id = ${organizationId} and x.product_id = p.id) as variations, p.readiness,
      (select coalesce(json_agg(json_build_object('channel', l.channel, 'status', l.status) order by l.channel), '[]')
        from listing_products l where l.organization_id = ${organizationId} and l.product_id = p.id) as listings,
      p.created_at, p.updated_at
    from page
    join products p on p.organization_id = ${organizationId} and p.id = page.id
    join product_templates t on t.organization_id = ${organizationId} and t.id = p.template_id
    left join stock_levels v on v.organization_id = ${organizationId} and v.product_id = p.id and v.variation_id is null
    order by page.sorted ${direction}, page.id ${direction}`.execute(ctx.db)
  return rows
}

/** Kept by triggers, so that it is exact and read at once. */
async function countAll(ctx: Ctx): Promise<number> {
  const counts = await ctx.db.selectFrom('organizationCounts').select('products').where('organizationId', '=', ctx.organizationId).executeTakeFirst()
  return counts?.products ?? 0
}

async function countMatching(ctx: Ctx, where: RawBuilder<unknown>): Promise<number> {
  const { rows: [counted] } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from products p where p.organization_id = ${ctx.organizationId} and ${where} limit ${COUNTED + 1}) found`.execute(ctx.db)
  return counted?.n ?? 0
}
