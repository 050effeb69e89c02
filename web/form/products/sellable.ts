import type { getProduct, listProducts } from '#contract/products/products.ts'
import type { CallReply } from '#contract/endpoint.ts'

/** A product as far as an order's line needs it; amounts as on the wire. */
export type Product = Pick<
  CallReply<typeof listProducts>['data'][number],
  'id' | 'templateId' | 'sku' | 'title' | 'price' | 'cost' | 'quantity' | 'variations'
> & { images?: readonly { url: string }[] | undefined }
/** What is asked for of it beside what every row of the list brings. */
export const productFields: 'images'[] = ['images']
type Variation = Pick<
  CallReply<typeof getProduct>['variations'][number],
  'sku' | 'name' | 'price' | 'cost' | 'quantity'
>

/** One buyable form: a product without variations, or one variation of a product. */
export interface Sellable {
  sku: string
  title: string
  price: number
  cost: number
  /** Pieces that can be sold. */
  available: number
}

/** What is sold when one of a product's variations is: what it leaves blank is the product's. */
export const sellableOf = (product: Product, variation?: Variation): Sellable => ({
  sku: variation?.sku ?? product.sku,
  title: variation ? `${product.title} – ${variation.name}` : product.title,
  price: variation?.price ?? product.price,
  cost: variation?.cost ?? product.cost,
  available: variation?.quantity ?? product.quantity,
})

const same = (text: string, other: string) => text.trim().toLowerCase() === other.trim().toLowerCase()

/** The one that is meant by what was typed: the one of that SKU, or the only one found. */
export const meant = <T extends { sku: string }>(typed: string, products: readonly T[]): T | undefined =>
  products.find(({ sku }) => same(sku, typed)) ?? (products.length === 1 ? products[0] : undefined)
