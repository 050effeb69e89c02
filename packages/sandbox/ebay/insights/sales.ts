import { type Call, type Handler, ok, pageHref, route } from '../api/call.ts'
import { ancestry, findCategory, isLeaf } from '../listings/catalog.ts'
import { type EbayErrorBody, insightsError, refuse } from '../api/errors.ts'
import { type Sale, salesIn } from './market.ts'

const path = '/buy/marketplace_insights/v1_beta/item_sales/search'
const mostCategories = 4
const mostSales = 10_000
const marketplaces = ['EBAY_US', 'EBAY_GB', 'EBAY_CA', 'EBAY_AU', 'EBAY_DE', 'EBAY_FR', 'EBAY_IT', 'EBAY_ES']
const no = (status: 400 | 409, errorId: number, message: string) => {
  const body: EbayErrorBody = insightsError(errorId, message)
  return refuse(status, status === 409 ? { ...body, category: 'BUSINESS' } : body)
}

/** What all sellers sold within 90 days, by keywords, categories and aspects; best match first. */
const search: Handler = (call) => {
  const marketplace = call.request.headers['x-ebay-c-marketplace-id']
  if (!marketplace || !marketplaces.includes(marketplace))
    throw no(
      400,
      100020,
      `The header 'X-EBAY-C-MARKETPLACE-ID' is required. The valid Marketplaces are: ${marketplaces.join(', ')}.`,
    )
  const q = (call.query.get('q') ?? '').trim()
  const categories = categoriesOf(call, q)
  const aspects = aspectFilters(call, categories)
  const { offset, limit } = window(call)
  const keywordGroups = keywords(q)
  const matches = categories
    .flatMap((id) => salesIn(id, call.context.now()))
    .filter((sale) => aspects.every(({ name, values }) => sold(sale, name, values)))
    .map((sale) => ({ sale, hits: hitsOf(sale, keywordGroups) }))
    .filter(({ hits }) => hits > 0)
  const sorted = inOrder(call, matches).slice(0, mostSales)
  const { length: total } = sorted
  return ok({
    href: pageHref(call, { offset, limit }),
    total,
    limit,
    offset,
    ...(offset + limit < total ? { next: pageHref(call, { offset: offset + limit, limit }) } : {}),
    ...(offset > 0 ? { prev: pageHref(call, { offset: Math.max(0, offset - limit), limit }) } : {}),
    itemSales: sorted.slice(offset, offset + limit).map(({ sale }) => viewOf(call, sale)),
  })
}

function inOrder(call: Call, matches: { sale: Sale; hits: number }[]) {
  const sort = call.query.get('sort')
  if (sort !== null && sort !== 'price' && sort !== '-price')
    throw no(400, 100006, "The 'sort' value is invalid. For the valid values, refer to the API call documentation.")
  const sign = sort === '-price' ? -1 : 1
  return matches.toSorted((a, b) => (sort === null ? b.hits - a.hits : sign * (a.sale.cents - b.sale.cents)))
}

function categoriesOf(call: Call, q: string): string[] {
  const ids = (call.query.get('category_ids') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0 && !q)
    throw no(400, 100001, "The call must have a valid 'q', 'category_ids', 'epid' or 'gtin' query parameter.")
  if (ids.length === 0) throw no(400, 100018, 'This query requires at least one category.')
  if (ids.length > mostCategories)
    throw no(
      400,
      100019,
      `You have exceeded the maximum number of categories. The maximum number is ${mostCategories}.`,
    )
  for (const id of ids) {
    const category = findCategory(id)
    if (!category) throw no(400, 100011, 'The category_ids value is invalid.')
    if (!q && !isLeaf(id) && ancestry(id).length === 1)
      throw no(
        409,
        100004,
        'The category specified is a top-level category. To use this category, you must include a keyword or epid or gtin.',
      )
  }
  return ids
}

interface AspectFilter {
  name: string
  values: string[]
}
/** `categoryId:15724,Color:{Red|Blue}` */
function aspectFilters(call: Call, categories: readonly string[]): AspectFilter[] {
  const text = call.query.get('aspect_filter')
  if (!text) return []
  const parts = text.match(/[^,{]+:(?:\{[^}]*\}|[^,{]*)/g) ?? []
  const [first = '', ...rest] = parts
  const id = /^categoryId:(.+)$/.exec(first)?.[1]
  if (!id)
    throw no(
      400,
      100013,
      "The 'aspect_filter' query parameter must include a categoryId. For more information, see the API call reference documentation.",
    )
  const filters = rest.map((part) => /^(.+?):\{(.+)\}$/.exec(part.trim()))
  if (!categories.includes(id) || parts.join(',').length !== text.length || filters.some((filter) => !filter))
    throw no(
      400,
      100014,
      `The ${text} aspect_filter value is invalid. For more information, see the API call reference documentation.`,
    )
  return filters.map((filter) => ({ name: filter?.[1] ?? '', values: (filter?.[2] ?? '').split('|') }))
}
const sold = (sale: Sale, name: string, values: readonly string[]) =>
  values.some((value) => sale.aspects[name]?.toLowerCase() === value.toLowerCase())

function window(call: Call) {
  const offset = call.query.get('offset') ?? '0'
  const limit = call.query.get('limit') ?? '50'
  if (!/^\d+$/.test(offset))
    throw no(400, 100002, "The 'offset' value is invalid. Offset cannot be negative and must be an integer.")
  if (Number(offset) >= mostSales)
    throw no(
      400,
      100021,
      'The maximum number of listings that can be retrieved is 10,000, so your offset value must be less than 10,000. If 10,000 or more listings are matching your search criteria, consider narrowing the scope of your search.',
    )
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 200)
    throw no(400, 100003, "The 'limit' value should be between 1 and 200 (inclusive).")
  return { offset: Number(offset), limit: Number(limit) }
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Keywords apart by a comma are all wanted, apart by a blank any of them: a list of alternatives each. */
const keywords = (q: string) =>
  q
    .split(',')
    .map(wordsIn)
    .filter((words) => words.length > 0)

/** @returns 0 where it is not meant, else the more the more words fit */
function hitsOf(sale: Sale, keywordGroups: readonly (readonly string[])[]): number {
  const words = new Set(wordsIn(sale.title))
  const hits = keywordGroups.map((any) => any.filter((word) => words.has(word) || words.has(`${word}s`)).length)
  return hits.includes(0) ? 0 : 1 + hits.reduce((sum, n) => sum + n, 0)
}

const viewOf = ({ context }: Call, sale: Sale) => ({
  itemId: `v1|${sale.id}|0`,
  title: sale.title,
  categories: [{ categoryId: sale.categoryId }],
  condition: 'New',
  conditionId: '1000',
  buyingOptions: ['FIXED_PRICE'],
  lastSoldDate: sale.at.toISOString(),
  lastSoldPrice: { value: (sale.cents / 100).toFixed(2), currency: 'USD' },
  totalSoldQuantity: sale.quantity,
  itemWebUrl: `${context.baseUrl}/itm/${sale.id}`,
  itemLocation: { country: 'US' },
})

export const salesRoutes = [route('buy.marketplace.insights', 'GET', path, search, { ofApp: true })]
