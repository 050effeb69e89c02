import type { BigCommerceCategory, BigCommerceLocation } from '#contract/channels/bigcommerce-shapes.ts'
import { z } from 'zod'
import { aloneLane, ask, askAll, type BigCommerceConnection } from './calls.ts'
import { type Category, Category as CategoryShape, dataOf, Location, pageOf, Tree } from './wire.ts'

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
  children: children.map((one) => toCategory(one, '')),
})

async function categories(c: BigCommerceConnection): Promise<BigCommerceCategory[]> {
  const { data: trees } = await ask(c, pageOf(Tree), { method: 'GET', path: 'v3/catalog/trees' })
  const found: BigCommerceCategory[] = []
  for (const { id, name } of trees) {
    const path = `v3/catalog/trees/${id}/categories`
    const what = { method: 'GET', path, query: { depth: deepest }, lane: aloneLane } as const
    const { data } = await ask(c, dataOf(z.array(CategoryShape)), what)
    found.push(...data.map((one) => toCategory(one, trees.length > 1 ? name : '')))
  }
  return found
}

export const bigcommerceLookups = { categories, locations }
