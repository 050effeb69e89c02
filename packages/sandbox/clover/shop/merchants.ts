import { type Env, rows, save } from '../../kit/merchants.ts'
import { textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid } from '../api/errors.ts'
import { bodyOf, expandsOf, filtersOf, holdFor, pageOf } from '../api/input.ts'
import { shownCategory } from '../listings/items.ts'
import { type CategoryRow, merchantRow, newId, time } from '../state.ts'

const expandable = ['address', 'properties', 'owner', 'tenders', 'opening_hours']

/** Invented. */
const address = { address1: '48 Harbor Street', city: 'Portland', state: 'OR', zip: '97209', country: 'US' }

const shownProperties = (env: Env) => ({
  merchantRef: { id: env.merchant },
  defaultCurrency: merchantRow(env).currency,
  timezone: 'America/Los_Angeles',
  locale: 'en-US',
  vat: false,
  trackStock: merchantRow(env).trackStock,
  updateStock: merchantRow(env).trackStock,
  groupLineItems: true,
})

/** A merchant is one shop at one place. */
export function readMerchant(env: Env, request: SimRequest): SimAnswer {
  const expands = expandsOf(request, expandable)
  const { id, name, currency, createdTime } = merchantRow(env)
  return {
    status: 200,
    body: {
      id,
      name,
      defaultCurrency: currency,
      createdTime,
      ...(expands.has('address') && { address }),
      ...(expands.has('properties') && { properties: shownProperties(env) }),
    },
  }
}
export const readProperties = (env: Env): SimAnswer => ({ status: 200, body: shownProperties(env) })

const categoryFilters = ['modifiedTime', 'deleted', 'sortOrder', 'name', 'id']
export function listCategories(env: Env, request: SimRequest): SimAnswer {
  const filters = filtersOf(request, categoryFilters)
  const categories = rows<CategoryRow>(env, 'category').filter((category) =>
    holdFor(filters, (field) => (field === 'deleted' ? 'false' : category[field as keyof CategoryRow])),
  )
  const href = `${env.context.baseUrl}${request.path}`
  return pageOf(request, categories, { href, filters: categoryFilters, show: shownCategory })
}
export function createCategory(env: Env, request: SimRequest): SimAnswer {
  const name = textOf(bodyOf(request)['name'])
  if (!name.trim() || name.length > 127) throw invalid('name must have 1 to 127 characters')
  const sortOrder = rows<CategoryRow>(env, 'category').length + 1
  const category: CategoryRow = { id: newId(), merchant: env.merchant, name, sortOrder, modifiedTime: time(env) }
  save(env, 'category', category)
  return { status: 200, body: shownCategory(category) }
}
