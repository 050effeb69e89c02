import type { BuiltId } from '#contract/channels/names.ts'
import type { Color } from './colors.ts'
import { homeKinds } from './kinds-home.ts'
import { wearKinds } from './kinds-wear.ts'
import type { Kind } from './kind.ts'
import { type Random, seeded } from './random.ts'

export interface Size {
  products: number
  /** Products listed on one channel or both. */
  listed: number
  /** Orders of the past year. */
  orders: number
  /** Sales made in the sandbox while the demo is filled. */
  sales: number
}
export const sizes = {
  full: { products: 300, listed: 240, orders: 600, sales: 14 },
  small: { products: 16, listed: 10, orders: 24, sales: 6 },
} satisfies Record<string, Size>

export interface Piece {
  sku: string
  name: string
  quantity: number
}
export interface PlannedProduct {
  kind: Kind
  sku: string
  title: string
  description: string
  color: Color
  /** Cents. */
  price: number
  attributes: Record<string, string>
  tags: string[]
  vendor: string
  condition: string
  quantity: number
  /** Forms by size, each with its own SKU; none for a single product. */
  variations: Piece[]
  channels: BuiltId[]
  bin: string
}

export const kinds: readonly Kind[] = [...wearKinds, ...homeKinds]

/** The whole shop, always the same. */
export function planProducts(size: Size): PlannedProduct[] {
  const random = seeded(20_261)
  const share = kinds.reduce((sum, kind) => sum + kind.share, 0)
  const products = kinds.flatMap((kind) =>
    Array.from({ length: Math.max(2, Math.round((kind.share * size.products) / share)) }, (_, at) =>
      planProduct(kind, at, random),
    ),
  )
  const mixed = products
    .map((product) => ({ product, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ product }) => product)
    .slice(0, size.products)
  mixed.forEach((product, at) => {
    if (at < size.listed) product.channels = chooseChannels(product, at)
  })
  spoil(mixed, size.listed)
  return mixed
}

function planProduct(kind: Kind, at: number, random: Random): PlannedProduct {
  const { condition = 'New', ...item } = kind.item(at, random)
  const sku = `NL-${kind.prefix}-${String(at + 1).padStart(3, '0')}`
  const bySize = kind.sizes !== undefined && at % 2 === 0
  const oneSize = kind.sizes && !bySize ? 'L' : ''
  return {
    ...item,
    kind,
    sku,
    condition,
    channels: [],
    bin: `${random.pick(['A', 'B', 'C', 'D'])}-${random.between(1, 24)}`,
    attributes: { ...item.attributes, ...(oneSize && { Size: oneSize }) },
    title: oneSize ? `${item.title}, Size ${oneSize}` : item.title,
    quantity: bySize ? 0 : stockOf(kind, random),
    variations: bySize
      ? (kind.sizes ?? []).map((name) => ({ sku: `${sku}-${name}`, name, quantity: random.between(2, 18) }))
      : [],
  }
}

/** One in seven runs low. Used lenses are single pieces. */
function stockOf(kind: Kind, random: Random): number {
  if (kind.id === 'lens') return random.between(1, 2)
  return random.next() < 0.14 ? random.between(1, 3) : random.between(6, 60)
}

/** Channels are sent to at the pace they allow. A family costs eBay several calls for each size, and Shopify one for all. */
function chooseChannels(product: PlannedProduct, at: number): PlannedProduct['channels'] {
  const online = chooseOnline(product, at)
  // Some of it stands in the shop in town, or at the stall in the harbour, too.
  const shop = at % 5 === 3 ? 'square' : at % 11 === 5 ? 'clover' : undefined
  const sold: PlannedProduct['channels'] = shop ? [...online, shop] : online
  // And a list of it for the friend who keeps the books.
  return at % 4 === 1 ? [...sold, 'csv'] : sold
}

function chooseOnline(product: PlannedProduct, at: number): PlannedProduct['channels'] {
  if (product.variations.length > 0) {
    if (at % 16 === 4) return ['bigcommerce']
    return at % 16 === 0 ? ['ebay', 'shopify'] : ['shopify']
  }
  if (at % 6 === 0) return ['ebay', 'shopify']
  if (at % 10 === 7) return ['etsy']
  if (at % 10 === 1) return ['bigcommerce']
  return at % 8 === 3 ? ['shopify'] : ['ebay']
}

/** What a real shop has, too: products that are not finished, and listings that a channel refuses. */
function spoil(products: PlannedProduct[], listed: number): void {
  const unlisted = products.slice(listed)
  for (const product of unlisted.slice(0, 3)) product.description = ''
  for (const product of unlisted.slice(3, 10))
    for (const { name, constraint } of product.kind.attributes.slice(0, 3))
      if (constraint === 'recommended') product.attributes[name] = ''
  for (const product of unlisted.slice(10, 13))
    for (const { name, constraint } of product.kind.attributes)
      if (constraint === 'required') product.attributes[name] = ''
  const refusable = products
    .slice(0, listed)
    .filter(({ variations, channels }) => variations.length === 0 && channels[0] === 'ebay')
  const [long, lens] = [refusable[1], refusable.find(({ kind }) => kind.id === 'lens')]
  if (long) long.title = `${long.title}, the last of a run that our potters and printers will not make again`
  if (lens) lens.attributes['Mount'] = ''
}
