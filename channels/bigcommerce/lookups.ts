import type { BigCommerceCategory, BigCommerceLocation } from '#contract/channels/shapes/bigcommerce.ts'
import { z } from 'zod'
import { wholeOf } from '../kit/asked.ts'
import { aloneLane, ask, askAll, type BigCommerceConnection, mostPerPage } from './calls.ts'
import { type Category, Category as CategoryShape, dataOf, Location, pageOf, Product, Tree } from './wire.ts'

/** The tree answers no deeper. */
const deepest = '8'

async function locations(c: BigCommerceConnection): Promise<BigCommerceLocation[]> {
  const all = await askAll(c, Location, 'v3/inventory/locations')
  return all.map(({ id, label, enabled }) => ({ id: String(id), label, isActive: enabled }))
}

/** What listings begin with: the first location that is open. */
export const defaults = async (c: BigCommerceConnection): Promise<Record<string, string>> => ({
  locationId: (await locations(c)).find(({ isActive }) => isActive)?.id ?? '',
})

/** @param tree named where a store has several, one for each of its storefronts */
export const toCategory = ({ id, name, children }: Category, tree: string): BigCommerceCategory => ({
  category_id: String(id),
  name: tree ? `${name} (${tree})` : name,
  label: tree ? `${tree}: ${name}` : name,
  children: children.map((child) => toCategory(child, '')),
})

async function categories(c: BigCommerceConnection): Promise<BigCommerceCategory[]> {
  const { data: trees } = await ask(c, pageOf(Tree), { method: 'GET', path: 'v3/catalog/trees' })
  const collected: BigCommerceCategory[] = []
  for (const { id, name } of trees) {
    const path = `v3/catalog/trees/${id}/categories`
    const what = { method: 'GET', path, query: { depth: deepest }, lane: aloneLane } as const
    const { data } = await ask(c, dataOf(z.array(CategoryShape)), what)
    collected.push(...data.map((category) => toCategory(category, trees.length > 1 ? name : '')))
  }
  return collected
}

/** IMP-191. */
async function products(c: BigCommerceConnection, search: Record<string, string>) {
  const limit = wholeOf(search, 'limit', { least: 1, most: mostPerPage, standard: 50 })
  const page = wholeOf(search, 'page', { least: 1, most: 100_000, standard: 1 })
  const query = { limit: String(limit), page: String(page), sort: 'id', direction: 'asc' }
  const { data, meta } = await ask(c, pageOf(Product), { method: 'GET', path: 'v3/catalog/products', query })
  return {
    products: data.map(({ id, name, sku, price }) => ({ id: String(id), name, sku, price })),
    count: meta?.pagination?.total ?? data.length,
  }
}

export const bigcommerceLookups = { categories, locations, products }
