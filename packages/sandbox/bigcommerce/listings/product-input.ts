import type { Json } from '../../kit/json.ts'
import { allVariants } from '../stock/inventory.ts'
import { conflict, invalid } from '../api/errors.ts'
import { defined, number, objects, oneOf, text, whole, yes } from '../api/input.ts'
import type { Option, Product, ProductText, Shop, Variant } from '../state.ts'

export const mostVariants = 600
const skuChars = 255

const cents = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 100))

/** The fields of a product that are there, each checked. @throws BigCommerceError 409, 422 */
export function readText(shop: Shop, from: Json, id: number | null): Partial<ProductText> {
  const { brand_id, ...read } = {
    name: text(from, 'name', { least: 1, most: 250 }),
    sku: text(from, 'sku', { most: skuChars }),
    description: text(from, 'description'),
    type: oneOf(from, 'type', ['physical', 'digital']),
    weight: number(from, 'weight'),
    width: number(from, 'width'),
    height: number(from, 'height'),
    depth: number(from, 'depth'),
    price: cents(number(from, 'price')),
    categories: categoriesIn(shop, from),
    brand_id: brandIn(shop, from),
    inventory_tracking: oneOf(from, 'inventory_tracking', ['none', 'product', 'variant']),
    is_visible: yes(from, 'is_visible'),
    availability: oneOf(from, 'availability', ['available', 'disabled', 'preorder']),
    condition: oneOf(from, 'condition', ['New', 'Used', 'Refurbished']),
    upc: text(from, 'upc', { most: 14 }),
    search_keywords: text(from, 'search_keywords', { most: 65_535 }),
  }
  if (read.name !== undefined) mustBeFree(shop, read.name, id)
  if (read.sku) skuMustBeFree(shop, read.sku, (product) => product.id === id)
  return defined({ ...read, brand_id })
}

/** Names are unique in a store. What was put there by hand may share one all the same. @throws BigCommerceError 409 */
function mustBeFree(shop: Shop, name: string, id: number | null): void {
  const same = shop.list('product').some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const own = id === null ? undefined : shop.get('product', id)
  if (same && own?.name !== name) throw conflict('name', 'The product name is a duplicate')
}
/** SKUs are unique in a store, those of variants included. @throws BigCommerceError 409 */
export function skuMustBeFree(shop: Shop, sku: string, isOwn: (product: Product, variant: Variant) => boolean): void {
  const there = allVariants(shop).find(({ product, variant }) => variant.sku === sku && !isOwn(product, variant))
  if (there) throw conflict('sku', 'The SKU is a duplicate')
}

function categoriesIn(shop: Shop, from: Json): number[] | undefined {
  const ids = from['categories']
  if (ids === undefined) return undefined
  if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id)))
    throw invalid('categories', 'categories must be an array of integers')
  const missing = ids.find((id) => !shop.get('category', Number(id)))
  if (missing !== undefined) throw conflict('categories', `The category ${missing} does not exist`)
  if (ids.length > 1000) throw invalid('categories', 'A product may be in 1,000 categories')
  return ids.map(Number)
}

/** By id, or by a name that makes the brand where there is none of it. */
function brandIn(shop: Shop, from: Json): number | undefined {
  const name = text(from, 'brand_name', { most: 255 })
  if (name) {
    const there = shop.list('brand').find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    if (there) return there.id
    const id = shop.newId('brand')
    shop.put('brand', id, { id, name })
    return id
  }
  const id = whole(from, 'brand_id', { most: 1_000_000_000 })
  if (id && !shop.get('brand', id)) throw conflict('brand_id', `The brand ${id} does not exist`)
  return id
}

/** What a variant says of itself, apart from its options. @throws BigCommerceError 422 */
export function readVariant(from: Json): Partial<Omit<Variant, 'id' | 'values'>> {
  const price = from['price'] === null ? null : cents(number(from, 'price'))
  const upc = from['upc'] === null ? '' : text(from, 'upc', { most: 14 })
  return defined({
    sku: text(from, 'sku', { most: skuChars }),
    price,
    weight: from['weight'] === null ? null : number(from, 'weight'),
    upc,
    image_url: text(from, 'image_url'),
  })
}

/** The options of a product as its variants name them, made on the fly; each with the values that are there and those that come. */
export function withValues(shop: Shop, options: Option[], variants: Json[]): Option[] {
  const all = options.map((option) => ({ ...option, values: [...option.values] }))
  for (const chosen of variants.flatMap((variant) => objects(variant, 'option_values') ?? [])) {
    const name = text(chosen, 'option_display_name', { least: 1, most: 255 })
    const label = text(chosen, 'label', { least: 1, most: 255 })
    if (name === undefined || label === undefined) continue
    let option = all.find((candidate) => candidate.name === name)
    if (!option) {
      option = { id: shop.newId('option'), name, values: [] }
      all.push(option)
    }
    if (!option.values.some((value) => value.label === label)) option.values.push({ id: shop.newId('value'), label })
  }
  return all
}

/** One value for each option, by ids or by names. @throws BigCommerceError 409, 422 */
export function valuesOf(product: Pick<Product, 'options' | 'variants'>, from: Json, self?: number): Variant['values'] {
  const values = (objects(from, 'option_values') ?? []).map((chosen) => {
    const option = product.options.find(
      ({ id, name }) => id === chosen['option_id'] || name === chosen['option_display_name'],
    )
    const value = option?.values.find(({ id, label }) => id === chosen['id'] || label === chosen['label'])
    if (!option || !value) throw invalid('option_values', 'The option value does not exist')
    return { option_id: option.id, id: value.id }
  })
  if (product.options.some(({ id }) => !values.some((value) => value.option_id === id)) || values.length === 0)
    throw invalid('option_values', 'A variant needs a value for each option')
  const key = keyOf(values)
  if (product.variants.some((other) => other.id !== self && keyOf(other.values) === key))
    throw conflict('option_values', 'A variant with these option values exists already')
  return values
}
const keyOf = (values: Variant['values']): string =>
  values
    .map(({ option_id, id }) => `${option_id}:${id}`)
    .toSorted()
    .join()
