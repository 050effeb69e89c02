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

const wordsOf = ({ search }: Query) => (search ?? []).flatMap((s) => s.split(/\s+/)).filter(Boolean)

/** One page of products and how many there are, in at most two statements. */
export async function list(ctx: Ctx, query: Query): Promise<Page> {
  const words = wordsOf(query)
  if (words.length > 0) return searched(ctx, query, words)
  const where = conditions(ctx, query)
  const [data, counted] = await Promise.all([rowsOf(ctx, pageIds(ctx, query, where), query.orderBy), where ? countMatching(ctx, where) : countAll(ctx)])
  return where ? capped(data, counted) : { data, items: counted }
}

const capped = (data: Row[], counted: number): Page => (counted > COUNTED ? { data, items: COUNTED, itemsCapped: true } : { data, items: counted })

async function searched(ctx: Ctx, { skus, templateId, minPrice, maxPrice, sortBy, orderBy, offset, limit }: Query, words: string[]): Promise<Page> {
  const found = await rowsOf(ctx, sql`
    select id, place as sorted, matching from search_products(
      to_tsquery('simple', ${wordQuery(words)}), ${words.join(' ')}, ${skus ?? null}::text[], ${templateId ?? null}::bigint, ${minPrice ?? null}::bigint, ${maxPrice ?? null}::bigint,
      ${sortBy}, ${orderBy === 'desc'}, ${offset}, ${limit}, ${COUNTED + 1})`, 'asc')
  const [first] = found
  return capped(found.filter((row) => row.id !== null), first?.matching ?? 0)
}

/** The conditions of a query without words; null when it has none. */
function conditions(ctx: Ctx, { skus, templateId, minPrice, maxPrice }: Query): RawBuilder<unknown> | null {
  const all = [
    ...(skus ? [sql`p.id in (select product_id from stock_levels where organization_id = ${ctx.organizationId} and sku = any(${skus}::text[]))`] : []),
    ...(templateId === undefined ? [] : [sql`p.template_id = ${templateId}`]),
    ...(minPrice === undefined ? [] : [sql`p.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.price <= ${maxPrice}`]),
  ]
  return all.length > 0 ? sql.join(all, sql` and `) : null
}

/** The page's ids, in order, by the index of their sort. */
function pageIds({ organizationId }: Ctx, { sortBy, orderBy, offset, limit }: Query, where: RawBuilder<unknown> | null): RawBuilder<unknown> {
  const byStock = sortBy === 'quantity' || sortBy === 'sold'
  const filtered = where ? sql`join products p on p.organization_id = v.organization_id and p.id = v.product_id` : sql``
  const from = byStock
    ? sql`stock_levels v ${filtered} where v.organization_id = ${organizationId} and v.variation_id is null`
    : sql`products p where p.organization_id = ${organizationId}`
  const id = byStock ? sql`v.product_id` : sql`p.id`
  return sql`
    select ${id} as id, ${sortColumns[sortBy]} as sorted, null::bigint as matching from ${from} ${where ? sql`and ${where}` : sql``}
    order by ${sortColumns[sortBy]} ${direction(orderBy)}, ${id} ${direction(orderBy)} offset ${offset} limit ${limit}`
}

const direction = (orderBy: Query['orderBy']) => (orderBy === 'asc' ? sql`asc` : sql`desc`)

/** What the rows of a page show, read for its ids alone. A product with variations shows what they have together: its own SKU is not for sale. */
async function rowsOf(ctx: Ctx, page: RawBuilder<unknown>, orderBy: Query['orderBy']) {
  const { organizationId } = ctx
  const { rows } = await sql<Row & { matching: number | null }>`
    with page as (${page})
    select p.id, p.sku, p.title, p.template_id, t.name as template_name, coalesce(p.images -> 0 ->> 'url', '') as image, p.condition, p.tags, p.price, p.cost, p.msrp,
      coalesce(v.available, 0) as quantity, coalesce(v.reserved, 0) as reserved_quantity, coalesce(v.sold, 0) as sold,
      (select count(*) from variations x where x.organization_id = ${organizationId} and x.product_id = p.id) as variations, p.readiness,
      (select coalesce(json_agg(json_build_object('channel', l.channel, 'status', l.status) order by l.channel), '[]')
        from listing_products l where l.organization_id = ${organizationId} and l.product_id = p.id) as listings,
      p.created_at, p.updated_at, page.matching
    from page
    left join products p on p.organization_id = ${organizationId} and p.id = page.id
    left join product_templates t on t.organization_id = ${organizationId} and t.id = p.template_id
    left join lateral (
      select coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available))::int as available,
        coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved))::int as reserved,
        coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold))::int as sold
      from stock_levels s where s.organization_id = ${organizationId} and s.product_id = p.id
    ) v on true
    order by page.sorted ${direction(orderBy)}, page.id ${direction(orderBy)}`.execute(ctx.db)
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
