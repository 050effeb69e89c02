import { z } from 'zod'
import { ChannelError } from '../../channel.ts'
import { chunks } from '../../kit/batch.ts'
import { ask, type BigCommerceConnection, send } from '../calls.ts'
import { findProduct, goneError, optionsOf } from './catalog.ts'
import {
  type BigCommerceListing,
  isFamily,
  keyOfReady,
  keyOfThere,
  optionNames,
  optionsIn,
  textOf,
  variantOf,
} from './map.ts'
import { pictureHashes } from './pictures.ts'
import { dataOf, Option, type Product, type Store, type Variant } from '../wire.ts'
import type { Standing } from './standing.ts'

const variantsPerCall = 50

interface Change {
  there: Product
  store: Store
  /** Puts it on sale; else it stays hidden where somebody hid it. */
  live: boolean
}

/** Changes a product that stands there, its variants and options, but not its pictures and numbers. */
export async function change(c: BigCommerceConnection, listing: BigCommerceListing, o: Change): Promise<Standing> {
  const plan = planOf(listing, o.there)
  // What is made anew has no number yet.
  const before = new Set(plan.anew ? [] : o.there.variants.map(({ sku }) => sku || o.there.sku))
  if (plan.anew) await dropOptions(c, o.there.id)
  else for (const { id } of plan.removed) await remove(c, `v3/catalog/products/${o.there.id}/variants/${id}`)
  const json = {
    ...textOf(listing, o.store),
    ...(o.live && { is_visible: !listing.hidden, availability: 'available' }),
  }
  await send(c, { method: 'PUT', path: `v3/catalog/products/${o.there.id}`, json })
  if (isFamily(listing)) await putVariants(c, listing, o.there, plan)
  const product = await findProduct(c, String(o.there.id))
  if (!product) throw goneError()
  return { product, before, pictures: pictureHashes(listing, product) }
}

const remove = (c: BigCommerceConnection, path: string) => send(c, { method: 'DELETE', path })

/** Without its options a product is one piece again: its variants go with them. */
async function dropOptions(c: BigCommerceConnection, productId: number): Promise<void> {
  for (const { id } of await optionsOf(c, productId))
    if (id) await remove(c, `v3/catalog/products/${productId}/options/${id}`)
}

interface Plan {
  /** Other options than before, or none of the variants stays: then all are made anew. */
  anew: boolean
  /** Ours → what stands there. */
  reused: Map<string, Variant>
  /** Ours that are no longer listed. What was never ours stays. */
  removed: Variant[]
}

/** @returns which variant becomes which: by its id, else by its SKU, else by its options, which nothing changes once it is made */
export function planOf(listing: BigCommerceListing, there: Product): Plan {
  const { variants, external } = listing
  const all = there.variants
  const names = (of: string[]) => of.toSorted().join('\n')
  const sameOptions =
    names(optionNames(variants)) === names([...new Set(all.flatMap((variant) => Object.keys(optionsIn(variant))))])
  const reused = new Map<string, Variant>()
  const free = new Set(all)
  for (const variant of variants) {
    const id = external?.parts[variant.sku]?.variantId
    const matches = [...free].filter((candidate) => keyOfThere(candidate) === keyOfReady(variant))
    const match =
      matches.find((candidate) => String(candidate.id) === id) ??
      matches.find((candidate) => candidate.sku === variant.sku) ??
      matches[0]
    if (!match) continue
    reused.set(variant.sku, match)
    free.delete(match)
  }
  const anew = !sameOptions || reused.size === 0
  const ours = new Set([...variants.map(({ sku }) => sku), ...Object.keys(external?.parts ?? {})])
  return { anew, reused: anew ? new Map() : reused, removed: anew ? [] : [...free].filter(({ sku }) => ours.has(sku)) }
}

/** Changes the variants that stay, and makes those that are new, with the options and values that they need. */
async function putVariants(c: BigCommerceConnection, listing: BigCommerceListing, { id }: Product, plan: Plan) {
  const { variants, currency } = listing
  const fresh = variants.filter(({ sku }) => !plan.reused.has(sku))
  const options = fresh.length > 0 ? await valuesFor(c, listing, id) : new Map<string, Option>()
  const rows = variants.map((variant) => {
    const there = plan.reused.get(variant.sku)
    if (there) return { id: there.id, ...variantOf(variant, currency) }
    const option_values = Object.entries(variant.options).map(([name, label]) => ({
      option_id: options.get(name)?.id ?? 0,
      id: options.get(name)?.option_values.find((value) => value.label === label)?.id ?? 0,
    }))
    return { product_id: id, ...variantOf(variant, currency), option_values }
  })
  for (const json of chunks(rows, variantsPerCall)) await send(c, { method: 'PUT', path: 'v3/catalog/variants', json })
}

/** Every option with every value that the listing needs, by its name. */
async function valuesFor(
  c: BigCommerceConnection,
  { variants }: BigCommerceListing,
  productId: number,
): Promise<Map<string, Option>> {
  const path = `v3/catalog/products/${productId}/options`
  const there = await optionsOf(c, productId)
  const optionsByName = new Map<string, Option>()
  for (const [n, name] of optionNames(variants).entries()) {
    const labels = [...new Set(variants.flatMap(({ options }) => options[name] ?? []))]
    const known = there.find((option) => option.display_name === name)
    optionsByName.set(
      name,
      known ? await withLabels(c, path, known, labels) : await makeOption(c, path, { name, labels, n }),
    )
  }
  return optionsByName
}

async function withLabels(c: BigCommerceConnection, path: string, option: Option, labels: string[]): Promise<Option> {
  const values = [...option.option_values]
  for (const label of labels.filter((candidate) => !values.some((value) => value.label === candidate))) {
    const json = { label, sort_order: values.length }
    const Value = z.object({ id: z.number(), label: z.string() })
    values.push((await ask(c, dataOf(Value), { method: 'POST', path: `${path}/${option.id}/values`, json })).data)
  }
  return { ...option, option_values: values }
}

async function makeOption(
  c: BigCommerceConnection,
  path: string,
  { name, labels, n }: { name: string; labels: string[]; n: number },
): Promise<Option> {
  const option_values = labels.map((label, sort_order) => ({ label, sort_order }))
  const json = { display_name: name, type: 'dropdown', sort_order: n, option_values }
  const { data } = await ask(c, dataOf(Option), { method: 'POST', path, json })
  if (!data.id) throw new ChannelError('unavailable', 'BigCommerce didn’t confirm the option.', { maybeDone: true })
  return data
}
