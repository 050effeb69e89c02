import { byConnection, ShopRows } from '../kit/shop-rows.ts'
import type { SimContext } from '../kit/simulator.ts'
import seeds from './data/store.json' with { type: 'json' }
import { notFound } from './api/errors.ts'

export interface OptionValue {
  id: number
  label: string
}
export interface Option {
  id: number
  name: string
  values: OptionValue[]
}
export interface Variant {
  id: number
  sku: string
  /** Cents; null takes the product's. */
  price: number | null
  weight: number | null
  upc: string
  image_url: string
  values: { option_id: number; id: number }[]
}
export interface Picture {
  id: number
  /** Where it was fetched from; '' for one that was uploaded. */
  source: string
  description: string
  sort_order: number
  is_thumbnail: boolean
}
/** What a merchant writes about a product. */
export interface ProductText {
  name: string
  sku: string
  description: string
  type: 'physical' | 'digital'
  weight: number
  width: number
  height: number
  depth: number
  /** Cents. */
  price: number
  categories: number[]
  brand_id: number
  inventory_tracking: 'none' | 'product' | 'variant'
  is_visible: boolean
  availability: 'available' | 'disabled' | 'preorder'
  condition: 'New' | 'Used' | 'Refurbished'
  upc: string
  search_keywords: string
}
/** Times are milliseconds. */
export interface Product extends ProductText {
  id: number
  created: number
  modified: number
  options: Option[]
  /** One without options has exactly one, the base variant. */
  variants: Variant[]
  images: Picture[]
}
/** Pieces of one variant at one location. */
export interface Count {
  onhand: number
  safety: number
  /** What is still shown until `seenFrom`. */
  before: number
  seenFrom: number
}
export interface Line {
  id: number
  product_id: number
  variant_id: number
  sku: string
  name: string
  options: { name: string; value: string }[]
  quantity: number
  shipped: number
  refunded: number
  /** Cents for one. */
  price: number
  location_id: number
}
export interface Buyer {
  first_name: string
  last_name: string
  email: string
  phone: string
  street_1: string
  street_2: string
  city: string
  state: string
  zip: string
  country: string
  country_iso2: string
}
export interface Shipment {
  id: number
  created: number
  tracking_number: string
  tracking_carrier: string
  shipping_provider: string
  items: { order_product_id: number; product_id: number; quantity: number }[]
}
export interface Refund {
  id: number
  created: number
  reason: string
  amount: number
  tax: number
  isOverridden: boolean
  items: {
    item_type: 'PRODUCT' | 'SHIPPING' | 'ORDER'
    item_id: number
    quantity: number
    amount: number
    reason: string
  }[]
}
export interface Order {
  id: number
  created: number
  modified: number
  /** Not seen before. */
  visibleFrom: number
  status_id: number
  payment_status: string
  /** The address of the parcels; 0 where the buyer fetches it. */
  address_id: number
  /** Cents. */
  shipping: number
  buyer: Buyer
  customer_id: number
  lines: Line[]
  staff_notes: string
  shipments: Shipment[]
  refunds: Refund[]
}
export interface Category {
  id: number
  parent_id: number
  name: string
}
export interface Brand {
  id: number
  name: string
}
export interface Location {
  id: number
  code: string
  label: string
  enabled: boolean
}
interface Rows {
  product: Product
  count: Count
  order: Order
  category: Category
  brand: Brand
  location: Location
}
const kinds: (keyof Rows)[] = ['product', 'count', 'order', 'category', 'brand', 'location']

export interface Merchant {
  /** The store's hash: its id for ever. */
  hash: string
  name: string
  created: number
  /** Counts up over all installs. */
  connected: number
}

/** One merchant's store. */
export class Shop extends ShopRows<Rows> {
  readonly merchant: Merchant

  constructor(context: SimContext, merchant: Merchant) {
    super(context, merchant.hash, kinds)
    this.merchant = merchant
  }
  /** @throws BigCommerceError 404 */
  need<K extends keyof Rows>(kind: K, id: number | string): Rows[K] {
    const row = this.get(kind, id)
    if (row === undefined) throw notFound()
    return row
  }
  now(): number {
    return this.context.now().getTime()
  }
  /** Numbers are the store's own, and small. */
  newId(of: string): number {
    return (firstIds[of] ?? 1) + this.context.store.nextNumber(`${this.merchant.hash}/${of}`) - 1
  }
  keepProduct(product: Product): Product {
    const saved = { ...product, modified: this.now() }
    this.put('product', product.id, saved)
    return saved
  }
  keepOrder(order: Order): Order {
    const saved = { ...order, modified: this.now() }
    this.put('order', order.id, saved)
    return saved
  }
  /** The orders that are seen already. */
  orders(): Order[] {
    return this.list('order').filter(({ visibleFrom }) => visibleFrom <= this.now())
  }
  /** What a store that is open has. Location 1 is everyone's default. */
  override seed(): void {
    this.together(() => {
      for (const location of seeds.locations) this.put('location', location.id, location)
      for (const category of seeds.categories) this.put('category', category.id, category)
    })
  }
}

const firstIds: Record<string, number> = { product: 111, variant: 361, order: 1001, category: 101, image: 431 }

/** All stores, who installed last at the end. */
export const shops = (context: SimContext): Shop[] =>
  byConnection(context.store.list<Merchant>('merchant')).map((merchant) => new Shop(context, merchant))

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Ten letters and digits, the same for the same count. */
const hashOf = (n: number): string =>
  Array.from({ length: 10 }, (_, i) => letters[(n * 7919 + i * 104_729 + n * n * (i + 3)) % letters.length]).join('')

/** The store of that name; a new name gets a new, seeded one. */
export function openShop(context: SimContext, name: string): Shop {
  const known = context.store
    .list<Merchant>('merchant')
    .find((candidate) => candidate.name === name || candidate.hash === name)
  if (known) return new Shop(context, known)
  const merchant = {
    hash: hashOf(context.store.nextNumber('store')),
    name,
    created: context.now().getTime(),
    connected: 0,
  }
  context.store.put('merchant', merchant.hash, merchant)
  const shop = new Shop(context, merchant)
  shop.seed()
  return shop
}

/** Notes that a merchant installs the app. */
export function connectMerchant(context: SimContext, name: string): Shop {
  const { merchant } = openShop(context, name)
  const connected = { ...merchant, connected: context.store.nextNumber('connected') }
  context.store.put('merchant', merchant.hash, connected)
  return new Shop(context, connected)
}
