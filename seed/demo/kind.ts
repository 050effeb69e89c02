import type { Color } from './colors.ts'
import type { Random } from './random.ts'

export interface KindAttribute {
  name: string
  constraint: 'required' | 'recommended' | 'optional'
  options?: readonly string[]
  defaultValue?: string
}

/** What a kind of goods says of its `at`-th product. Money in cents. */
export interface Item {
  title: string
  description: string
  color: Color
  price: number
  attributes: Record<string, string>
  tags: string[]
  vendor: string
  condition?: string
}

/** One template of the shop and the products that come of it. */
export interface Kind {
  id: 'lens' | 'tee' | 'jacket' | 'mug' | 'candle' | 'lamp' | 'poster' | 'chair'
  name: string
  details: string
  /** Between `NL-` and the number of a SKU. */
  prefix: string
  /** Of 300 products. */
  share: number
  /** How much more often than others it is bought. */
  demand: number
  /** A leaf of eBay's category tree. */
  categoryId: string
  /** A leaf of Etsy's. */
  taxonomyId: string
  productType: string
  attributes: readonly KindAttribute[]
  sizes?: readonly string[]
  /** Pounds. */
  weight: number
  item(at: number, random: Random): Item
}

export const colorNames = [
  'Beige',
  'Black',
  'Blue',
  'Brown',
  'Gray',
  'Green',
  'Ivory',
  'Multicolor',
  'Navy',
  'Orange',
  'Pink',
  'Red',
  'White',
  'Yellow',
]
export const required = (name: string, options: readonly string[] = []): KindAttribute => ({
  name,
  constraint: 'required',
  options,
})
export const recommended = (name: string, options: readonly string[] = []): KindAttribute => ({
  name,
  constraint: 'recommended',
  options,
})
export const optional = (name: string, options: readonly string[] = []): KindAttribute => ({
  name,
  constraint: 'optional',
  options,
})

/** The `at`-th pair of two lists: each pair once before any comes again, neighbours unlike each other. */
export function pairOf<const A, const B>(first: readonly A[], second: readonly B[], at: number): [A, B] {
  const turn = Math.floor(at / first.length)
  return [first[at % first.length] as A, second[((at % first.length) + turn) % second.length] as B] // neither list is empty
}

export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
/** A price that ends as prices do. @param from cents @param to cents */
export const priced = (random: Random, from: number, to: number) => random.between(from / 100, to / 100) * 100 - 5
