import { type RawBuilder, sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type listProducts, longFields } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/sorts.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import type { Ctx } from '../../../context.ts'
import { plannedOnce } from '../../../db/connection/prepared.ts'
import { productColumns } from '../../../db/rules/product-columns.ts'
import { databaseFilter, skusAlone } from './filter.ts'

type Query = HandlerInput<typeof listProducts>['query']
type Page = HandlerReply<typeof listProducts>
type Row = Page['data'][number]

/** Rows of the largest page. */
const MOST_ROWS = 1000
/** Filtered totals are counted this far. */
const COUNTED = 10_000

/** One page of products and how many there are, in one statement. */
export async function list(ctx: Ctx, query: Query): Promise<Page> {
  const filter = databaseFilter(query)
  const rows = await rowsOf(ctx, pageOf(ctx, filter, query), new Set(query.fields ?? longFields))
  const items = rows[0]?.matching ?? 0
  const data = rows.filter(isProduct).map(shown)
  return filter !== null && items > COUNTED ? { data, items: COUNTED, itemsCapped: true } : { data, items }
}

function pageOf(ctx: Ctx, filter: string | null, query: Query): RawBuilder<unknown> {
  if (filter === null) return firstPage(ctx, query)
  const skus = skusAlone(filter)
  return skus ? pageOfSkus(ctx, skus, query) : find(filter, query, COUNTED + 1)
}

const find = (filter: string, { sortBy, orderBy, offset, limit }: Query, cap: number) => sql`
  select id, place, matching from find_products(${filter}::jsonb, ${sortBy}, ${orderBy === 'desc'}, ${offset}, ${limit}, ${cap})`

/** A page beyond the end is one row that tells the total alone. */
const isProduct = (row: Stored): row is Stored & { id: number } => row.id !== null

/** Each has an index that begins with the organization and ends with the product's id; templates sort by their names. */
const sortColumns: Record<
  Exclude<ProductSort, 'template'>,
  readonly [table: 'products' | 'product_facts' | 'sorted_products', column: string]
> = {
  sku: ['products', 'sku'],
  title: ['products', 'title'],
  condition: ['products', 'condition'],
  price: ['sorted_products', 'price'],
  cost: ['products', 'cost'],
  bin: ['products', 'bin'],
  status: ['products', 'readiness'],
  createdAt: ['products', 'created_at'],
  updatedAt: ['sorted_products', 'updated_at'],
  quantity: ['product_facts', 'quantity'],
  sold: ['product_facts', 'sold'],
  listings: ['product_facts', 'listed'],
}

/** Kept by triggers, so that it is exact and read at once. */
const countAll = (ctx: Ctx) =>
  sql`(select coalesce(max(c.products), 0) as matching from organization_counts c where c.organization_id = ${ctx.organizationId}) counted`

/**
 * A page of all products. Places are given to the rows of the page alone, not to all that come before it. Whatever the page, it is read in the order of an
 * index; planning that took twice as long as doing it.
 */
function firstPage(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const { sortBy, orderBy, offset, limit } = query
  if (sortBy === 'template')
    return sql`select f.id, f.place, counted.matching from ${countAll(ctx)} cross join (${find('{}', query, 0)}) f`
  const [table, column] = sortColumns[sortBy]
  const id = table === 'products' ? sql`id` : sql`product_id`
  const way = orderBy === 'asc' ? sql`asc` : sql`desc`
  return sql`
    ${plannedOnce} select found.id, row_number() over (order by found.sorted ${way}, found.id ${way}) as place, counted.matching
    from ${countAll(ctx)} left join (
      select ${id} as id, ${sql.ref(column)} as sorted from ${sql.table(table)} where organization_id = ${ctx.organizationId}
      order by ${sql.ref(column)} ${way}, ${id} ${way} offset ${offset} limit ${limit}) found on true`
}

/**
 * A page of the products of these SKUs. Each SKU and each product is looked up by itself (`limit 1`), which is what there is to do, whatever
 * the database knows of how many there are: 500 may be pasted from a spreadsheet right after an import.
 */
function pageOfSkus(ctx: Ctx, skus: readonly string[], { sortBy, orderBy, offset, limit }: Query) {
  const { organizationId } = ctx
  const [table, column] = sortBy === 'template' ? (['products', 'id'] as const) : sortColumns[sortBy]
  const id = table === 'products' ? sql`id` : sql`product_id`
  const name = sql`(select lower(t.name) from product_templates t where t.organization_id = ${organizationId} and t.id = s.template_id)`
  const way = orderBy === 'asc' ? sql`asc` : sql`desc`
  return sql`
    with asked as materialized (
      select distinct l.product_id as id from unnest(${skus}::text[]) k(sku) cross join lateral (
        select s.product_id from stock_levels s where s.organization_id = ${organizationId} and s.sku = k.sku limit 1) l)
    select found.id, row_number() over (order by found.sorted ${way}, found.id ${way}) as place, counted.matching
    from (select count(*) as matching from asked) counted left join (
      select asked.id, p.sorted from asked cross join lateral (
        select ${sortBy === 'template' ? name : sql.ref(`s.${column}`)} as sorted from ${sql.table(table)} s where s.organization_id = ${organizationId} and s.${id} = asked.id limit 1) p
      order by p.sorted ${way}, asked.id ${way} offset ${offset} limit ${limit}) found on true`
}

type Listing = NonNullable<Row['listings']>[number]
type Stored = Omit<Row, 'id' | 'listedOn' | 'listings'> & {
  id: number | null
  matching: number | null
  listings?: (Listing & { on: string | null })[]
}

/** The fields that are short, which all rows bring. */
const shortColumns = productColumns('p', 'line', 'text', 'barcode', 'tags', 'money', 'flag')

/** Each listing of a product, and as what it is live. */
const listingsOf = (ctx: Ctx) => sql`
  (select coalesce(json_agg(json_build_object('channel', l.channel, 'status', l.status,
      'on', case when l.external_id <> '' and l.status <> 'unlisted' then l.channel || '_' || l.integration_id end) order by l.channel), '[]')
    from listing_products l where l.organization_id = ${ctx.organizationId} and l.product_id = p.id) as listings,`

/**
 * What the rows of a page show, read for its ids alone; the long parts only where they are wanted. Each is looked up by itself (`limit 1`), and a page is told to be
 * small: a plan that is made once for all limits would else read whole tables.
 */
async function rowsOf(ctx: Ctx, page: RawBuilder<unknown>, columns: ReadonlySet<keyof Row>) {
  const { organizationId } = ctx
  const long = sql.raw(
    (['description', 'images', 'attributes'] as const)
      .filter((f) => columns.has(f))
      .map((f) => `p.${f}, `)
      .join(''),
  )
  const listings = columns.has('listings') || columns.has('listedOn') ? listingsOf(ctx) : sql``
  const { rows } = await sql<Stored>`
    with page as materialized (select * from (${page}) small limit ${sql.lit(MOST_ROWS)})
    select p.id, p.sku, p.template_id, t.name as template_name, ${shortColumns},
      f.quantity, f.reserved as reserved_quantity, f.sold, f.variations, v.bundled, p.size_and_weight,
      ${long} ${listings}
      p.readiness, p.version, p.created_at, p.updated_at, page.matching
    from page
    left join lateral (select * from products p where p.organization_id = ${organizationId} and p.id = page.id limit 1) p on true
    left join lateral (select * from product_facts f where f.organization_id = ${organizationId} and f.product_id = page.id limit 1) f on true
    left join lateral (select * from product_templates t where t.organization_id = ${organizationId} and t.id = p.template_id limit 1) t on true
    left join lateral (select * from stock_levels v
      where v.organization_id = ${organizationId} and v.product_id = page.id and coalesce(v.variation_id, 0) = 0 limit 1) v on true
    order by page.place`.execute(ctx.db)
  return rows
}

/** Most are kept with all their parts; reading those again would cost more than all else that is done with a row. */
const parts = Object.keys(SizeAndWeight.shape)
const isWhole = (row: object) => parts.every((part) => part in row)

const shown = ({ listings, ...row }: Stored & { id: number }): Row => ({
  ...row,
  status: row.readiness,
  sizeAndWeight: isWhole(row.sizeAndWeight) ? row.sizeAndWeight : SizeAndWeight.parse(row.sizeAndWeight),
  ...(listings && {
    listedOn: listings.flatMap((l) => l.on ?? []),
    listings: listings.map(({ channel, status }) => ({ channel, status })),
  }),
})
