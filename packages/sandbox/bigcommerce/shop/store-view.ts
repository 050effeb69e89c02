import { among, type Handler, ok, pageOf, v2, v3 } from '../api/call.ts'
import { notFound, refuse } from '../api/errors.ts'
import type { Category, Shop } from '../state.ts'

const deepest = 8
/** A store has one tree here, that of its storefront. */
const treeId = 1

const store: Handler = ({ shop, context }) => {
  const { hash, name } = shop.merchant
  const body = {
    id: hash,
    domain: new URL(context.baseUrl).host,
    secure_url: `${context.baseUrl}/${hash}`,
    control_panel_base_url: `${context.baseUrl}/${hash}`,
    status: 'live',
    name,
    country: 'United States',
    country_code: 'US',
    timezone: { name: 'America/Chicago', raw_offset: -21_600, dst_offset: -18_000, dst_correction: true },
    language: 'en',
    currency: 'USD',
    currency_symbol: '$',
    decimal_places: 2,
    weight_units: 'LBS',
    dimension_units: 'Inches',
    plan_name: 'Standard',
    plan_level: 'Standard',
    plan_is_trial: false,
    is_price_entered_with_tax: false,
    default_channel_id: 1,
  }
  return { status: 200, body }
}

const locations: Handler = (call) =>
  pageOf(call, call.shop.list('location'), ({ id, code, label, enabled }) => ({
    id,
    code,
    label,
    description: '',
    managed_by_external_source: false,
    type_id: 'PHYSICAL',
    enabled,
    time_zone: 'America/Chicago',
    storefront_visibility: true,
  }))

const trees: Handler = ({ shop }) =>
  ok([{ id: treeId, name: `${shop.merchant.name.slice(0, 200)} catalog`, channels: [1] }])

interface Node {
  id: number
  parent_id: number
  depth: number
  path: number[]
  name: string
  is_visible: boolean
  url: string
  children: Node[]
}
const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

function nodesOf(all: Category[], parent: number, path: number[], left: number): Node[] {
  if (left <= 0) return []
  return all
    .filter(({ parent_id }) => parent_id === parent)
    .map(({ id, parent_id, name }) => ({
      id,
      parent_id,
      depth: path.length,
      path: [...path, id],
      name,
      is_visible: true,
      url: `/${slugOf(name)}/`,
      children: nodesOf(all, id, [...path, id], left - 1),
    }))
}

const tree: Handler = ({ shop, params, query }) => {
  if (params[0] !== treeId) throw notFound('Category tree not found')
  const depth = Number(query.get('depth') ?? deepest)
  if (!Number.isInteger(depth) || depth < 1) throw refuse(404, 'The depth is not valid.')
  return ok(nodesOf(shop.list('category'), 0, [], Math.min(depth, deepest)))
}

const brands: Handler = (call) => {
  const ids = among(call.query, 'id:in')
  const matches = call.shop.list('brand').filter(({ id }) => !ids || ids.has(String(id)))
  return pageOf(call, matches, ({ id, name }) => ({
    id,
    name,
    page_title: '',
    meta_keywords: [],
    meta_description: '',
    search_keywords: '',
    image_url: '',
    custom_url: { url: `/brands/${slugOf(name)}.html`, is_customized: false },
  }))
}

export const storeRoutes = [
  v2('store_v2_information_read_only', 'GET', '/store', store),
  v3('store_locations_read_only', 'GET', '/inventory/locations', locations),
  v3('store_v2_products_read_only', 'GET', '/catalog/trees', trees),
  v3('store_v2_products_read_only', 'GET', '/catalog/trees/{}/categories', tree),
  v3('store_v2_products_read_only', 'GET', '/catalog/brands', brands),
]

/** The category of the product that was put on sale last is gone. @returns its id */
export function takeCategory(shop: Shop): string | undefined {
  const used = shop
    .list('product')
    .filter(({ is_visible }) => is_visible)
    .toReversed()
    .flatMap(({ categories }) => categories)
    .find((id) => shop.get('category', id))
  if (used === undefined) return undefined
  shop.delete('category', used)
  return String(used)
}
