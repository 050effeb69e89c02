import { type RawBuilder, sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { listProducts } from '#contract/products.ts'
import type { ProductSort } from '#contract/product-filter.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import type { Ctx } from '../../../context.ts'
import { databaseFilter } from './filter.ts'

type Query = HandlerInput<typeof listProducts>['query']
type Page = HandlerReply<typeof listProducts>
type Row = Page['data'][number]

/** Filtered totals are counted this far. */
const COUNTED = 10_000

/** One page of products and how many there are, in at most two statements. */
export async function list(ctx: Ctx, query: Query): Promise<Page> {
  const filter = databaseFilter(query)
  if (filter !== null) return found(ctx, filter, query)
  const [rows, items] = await Promise.all([rowsOf(ctx, firstPage(ctx, query)), countAll(ctx)])
  return { data: rows.filter(isProduct).map(shown), items }
}

async function found(ctx: Ctx, filter: string, query: Query): Promise<Page> {
  const rows = await rowsOf(ctx, find(filter, query, COUNTED + 1))
  const items = rows[0]?.matching ?? 0
  const data = rows.filter(isProduct).map(shown)
  return items > COUNTED ? { data, items: COUNTED, itemsCapped: true } : { data, items }
}

const find = (filter: string, { sortBy, orderBy, offset, limit }: Query, cap: number) => sql`
  select id, place, matching from find_products(${filter}::jsonb, ${sortBy}, ${orderBy === 'desc'}, ${offset}, ${limit}, ${cap})`

/** A page beyond the end is one row that tells the total alone. */
const isProduct = (row: Stored): row is Stored & { id: number } => row.id !== null

/** Each has an index that begins with the organization and ends with the product's id; templates sort by their names. */
const sortColumns: Record<
  Exclude<ProductSort, 'template'>,
  readonly [table: 'products' | 'product_facts', column: string]
> = {
  sku: ['products', 'sku'],
  title: ['products', 'title'],
  condition: ['products', 'condition'],
  price: ['products', 'price'],
  cost: ['products', 'cost'],
  bin: ['products', 'bin'],
  status: ['products', 'readiness'],
  createdAt: ['products', 'created_at'],
  updatedAt: ['products', 'updated_at'],
  quantity: ['product_facts', 'quantity'],
  sold: ['product_facts', 'sold'],
  listings: ['product_facts', 'listed'],
}

/** A page of all products. */
function firstPage(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const { sortBy, orderBy, offset, limit } = query
  if (sortBy === 'template') return find('{}', query, 0)
  const [table, column] = sortColumns[sortBy]
  const id = table === 'products' ? sql`id` : sql`product_id`
  const way = orderBy === 'asc' ? sql`asc` : sql`desc`
  return sql`
    select ${id} as id, row_number() over (order by ${sql.ref(column)} ${way}, ${id} ${way}) as place, null::bigint as matching
    from ${sql.table(table)} where organization_id = ${ctx.organizationId} order by ${sql.ref(column)} ${way}, ${id} ${way} offset ${offset} limit ${limit}`
}

type Stored = Omit<Row, 'id' | 'listedOn' | 'listings'> & {
  id: number | null
  matching: number | null
  listings: (Row['listings'][number] & { on: string | null })[]
}

/** What the rows of a page show, read for its ids alone. */
async function rowsOf(ctx: Ctx, page: RawBuilder<unknown>) {
  const { organizationId } = ctx
  const { rows } = await sql<Stored>`
    with page as materialized (${page})
    select p.id, p.sku, p.title, p.template_id, t.name as template_name, p.description, p.condition, p.notes, p.vendor, p.warehouse, p.location, p.bin, p.tags,
      p.price, p.cost, p.msrp, f.quantity, f.reserved as reserved_quantity, f.sold, f.variations, p.images, p.attributes, p.size_and_weight,
      p.readiness, p.readiness as status, p.active, p.version, p.created_at, p.updated_at, page.matching,
      (select coalesce(json_agg(json_build_object('channel', l.channel, 'status', l.status,
          'on', case when l.external_id <> '' and l.status <> 'unlisted' then l.channel || '_' || l.integration_id end) order by l.channel), '[]')
        from listing_products l where l.organization_id = ${organizationId} and l.product_id = p.id) as listings
    from page
    left join products p on p.organization_id = ${organizationId} and p.id = page.id
    left join product_facts f on f.organization_id = ${organizationId} and f.product_id = page.id
    left join product_templates t on t.organization_id = ${organizationId} and t.id = p.template_id
    order by page.place`.execute(ctx.db)
  return rows
}

const shown = (row: Stored & { id: number }): Row => ({
  ...row,
  sizeAndWeight: SizeAndWeight.parse(row.sizeAndWeight),
  listedOn: row.listings.flatMap((l) => l.on ?? []),
  listings: row.listings.map(({ channel, status }) => ({ channel, status })),
})

/** Kept by triggers, so that it is exact and read at once. */
async function countAll(ctx: Ctx): Promise<number> {
  const counts = await ctx.db
    .selectFrom('organizationCounts')
    .select('products')
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirst()
  return counts?.products ?? 0
}
