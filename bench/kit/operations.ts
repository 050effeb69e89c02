import type { CallInput } from '#contract/endpoint.ts'
import { type listProducts } from '#contract/products/products.ts'
import { type ProductSort, productSorts } from '#contract/products/sorts.ts'

/** One look at the product list, and the SQL that somebody would write by hand for it alone. */
export interface Operation {
  name: string
  query: NonNullable<CallInput<typeof listProducts>['query']>
  /** Conditions on `p` (products) and `f` (product_facts), with `$3` and on for `values`. None: the total is a number that is kept. */
  where?: string
  values?: unknown[]
  /** Columns of the sort, all in the same direction; the id comes last. */
  order?: string
  offset?: number
  /** At most so many times the floor's p50. */
  goal: number
}

/** The page that STACK's comparison of databases calls deep. */
const DEEP = 15_000
const columns: Record<ProductSort, string> = {
  sku: 'p.sku',
  title: 'p.title',
  template: 'lower(t.name)',
  condition: 'p.condition',
  price: 'p.price',
  cost: 'p.cost',
  quantity: 'f.quantity',
  sold: 'f.sold',
  bin: 'p.bin',
  listings: 'f.listed',
  status: 'p.readiness',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
}
const live = `l.organization_id = $1 and l.channel = $3 and l.external_id <> '' and l.status <> 'unlisted'`
const term = (name: string, value: string) => `${name}\u001F${value}`
const attribute = (name: string, action: 'in' | 'not in', ...values: string[]) => ({ name, action, values })
const written = (...filters: object[]) => JSON.stringify(filters)
const word = (name: string, ...words: string[]): Operation => ({
  name: `keyword ${name}, with total`,
  query: { search: words },
  where: `p.words @@ to_tsquery('simple', $3)`,
  values: [words.map((w) => `${w}:*`).join(' & ')],
  goal: 1.5,
})

const ofSkus = (name: string, skus: readonly string[], goal: number): Operation => ({
  name,
  query: { skus: [...skus] },
  where: 'p.id in (select product_id from stock_levels where organization_id = $1 and sku = any($3))',
  values: [skus],
  goal,
})

/** What is measured. @param skus 500 that there are */
export const operations = (skus: readonly string[]): Operation[] => [
  { name: 'first page with total', query: {}, goal: 2 },
  { name: `deep page (offset ${DEEP.toLocaleString('en-US')})`, query: { offset: DEEP }, offset: DEEP, goal: 1.5 },
  ...productSorts
    .filter((sort) => sort !== 'updatedAt')
    .map(
      (sort): Operation => ({
        name: `sorted by ${sort}`,
        query: { sortBy: sort, orderBy: 'asc' },
        order: columns[sort],
        goal: 2,
      }),
    ),
  word('rare', 'larkspur'),
  word('common', 'mug'),
  word('two', 'larkspur', 'candle'),
  ofSkus('twenty SKUs', skus.slice(0, 20), 2),
  ofSkus('500 SKUs', skus, 3),
  {
    name: 'price range, sorted by price',
    query: { minPrice: 20, maxPrice: 25, sortBy: 'price', orderBy: 'asc' },
    where: 'p.price between $3 and $4',
    values: [2000, 2500],
    order: 'p.price',
    goal: 2,
  },
  {
    name: 'price range, newest first',
    query: { minPrice: 20, maxPrice: 25 },
    where: 'p.price between $3 and $4',
    values: [2000, 2500],
    goal: 2,
  },
  {
    name: 'quantity range',
    query: { minQuantity: 1, maxQuantity: 3 },
    where: 'f.quantity between $3 and $4',
    values: [1, 3],
    goal: 2,
  },
  {
    name: 'attribute in',
    query: { attributes: written(attribute('Color', 'in', 'Navy', 'Red')) },
    where: 'p.terms && $3',
    values: [[term('Color', 'Navy'), term('Color', 'Red')]],
    goal: 2,
  },
  {
    name: 'attribute in, a rare value',
    query: { attributes: written(attribute('Edition', 'in', 'No. 77')) },
    where: 'p.terms && $3',
    values: [[term('Edition', 'No. 77')]],
    goal: 2,
  },
  {
    name: 'attribute not in',
    query: { attributes: written(attribute('Color', 'not in', 'Navy')) },
    where: 'not p.terms && $3',
    values: [[term('Color', 'Navy')]],
    goal: 2,
  },
  {
    name: 'attributes in and not in, all',
    query: {
      attributes: written(attribute('Material', 'in', 'Stoneware'), attribute('Color', 'not in', 'Blue')),
      matchAllAttributes: true,
    },
    where: 'p.terms && $3 and not p.terms && $4',
    values: [[term('Material', 'Stoneware')], [term('Color', 'Blue')]],
    goal: 2,
  },
  {
    name: 'with tags',
    query: { hasTags: ['kitchen', 'sale'] },
    where: 'p.tags @> $3',
    values: [['kitchen', 'sale']],
    goal: 2,
  },
  { name: 'without a tag', query: { missingTags: ['sale'] }, where: 'not p.tags && $3', values: [['sale']], goal: 2 },
  {
    name: 'listed on a channel',
    query: { listedOn: ['ebay'] },
    where: `exists (select from listing_products l where l.product_id = p.id and ${live})`,
    values: ['ebay'],
    goal: 2,
  },
  {
    name: 'not listed on a channel',
    query: { notListedOn: ['ebay'] },
    where: `not exists (select from listing_products l where l.product_id = p.id and ${live})`,
    values: ['ebay'],
    goal: 2,
  },
]
