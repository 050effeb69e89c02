import { ChannelError } from '../../channel.ts'
import { ask, askAll, type BigCommerceConnection, orNull } from '../calls.ts'
import { dataOf, Option, Product, Standing, Variant } from '../wire.ts'

const perLook = 100
const whole = 'variants,images'

/** A product whole, with all of its variants and pictures; null where it is not there any more. */
export async function findProduct(c: BigCommerceConnection, id: string): Promise<Product | null> {
  const path = `v3/catalog/products/${encodeURIComponent(id)}`
  const reply = await orNull(ask(c, dataOf(Product), { method: 'GET', path, query: { include: whole } }))
  return reply?.data ?? null
}

export const optionsOf = (c: BigCommerceConnection, productId: number): Promise<Option[]> =>
  askAll(c, Option, `v3/catalog/products/${productId}/options`)

/** The first product that sells one of these SKUs, as its own or as one of its variants'. BigCommerce keeps them unique, and finds each in another place. */
export async function withSku(c: BigCommerceConnection, skus: string[]): Promise<Product | null> {
  // A comma would part it in two.
  const listed = skus.filter((sku) => !sku.includes(','))
  if (listed.length > 0) {
    const [own] = await askAll(c, Product, 'v3/catalog/products', { 'sku:in': listed.join(','), include: whole })
    if (own) return own
  }
  for (const sku of skus) {
    const [variant] = await askAll(c, Variant, 'v3/catalog/variants', { sku })
    const product = variant && (await findProduct(c, String(variant.product_id)))
    if (product) return product
  }
  return null
}

/** Whether products can be bought, and who counts them, by their ids. What is not there is missing. */
export async function standingOf(c: BigCommerceConnection, ids: string[]): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>()
  const all = [...new Set(ids)]
  for (let from = 0; from < all.length; from += perLook) {
    const query = {
      'id:in': all.slice(from, from + perLook).join(','),
      include_fields: 'is_visible,availability,inventory_tracking',
    }
    for (const product of await askAll(c, Standing, 'v3/catalog/products', query))
      standings.set(String(product.id), product)
  }
  return standings
}

export const goneError = (): ChannelError => new ChannelError('not_found', 'This product was deleted on BigCommerce.')
export const isOnSale = ({ is_visible, availability }: Pick<Product, 'is_visible' | 'availability'>): boolean =>
  is_visible && availability !== 'disabled'
