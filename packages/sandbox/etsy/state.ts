import { byConnection, ShopRows } from '../kit/shop-rows.ts'
import type { SimContext } from '../kit/simulator.ts'
import seeds from './data/shop.json' with { type: 'json' }
import { notFound } from './api/errors.ts'

export interface PropertyValue {
  property_id: number
  property_name: string | null
  scale_id: number | null
  scale_name: string | null
  value_ids: number[]
  values: string[]
}
export interface Offering {
  offering_id: number
  quantity: number
  is_enabled: boolean
  /** Cents. */
  price: number
  readiness_state_id: number | null
}
export interface Product {
  product_id: number
  sku: string
  property_values: PropertyValue[]
  offering: Offering
}
export interface OnProperty {
  price: number[]
  quantity: number[]
  sku: number[]
  readiness: number[]
}
export interface Picture {
  listing_image_id: number
  alt_text: string
  created: number
}
export type ListingState = 'active' | 'inactive' | 'sold_out' | 'draft' | 'expired'
/** What a seller writes about a listing. Numbers of a size are in its own units. */
export interface ListingText {
  title: string
  description: string
  taxonomy_id: number
  type: 'physical' | 'download' | 'both'
  who_made: string
  when_made: string
  is_supply: boolean
  tags: string[]
  materials: string[]
  shipping_profile_id: number | null
  return_policy_id: number | null
  readiness_state_id: number | null
  shop_section_id: number | null
  item_weight: number | null
  item_weight_unit: string | null
  item_length: number | null
  item_width: number | null
  item_height: number | null
  item_dimensions_unit: string | null
  should_auto_renew: boolean
  gpsr_manufacturer_type?: string
  gpsr_manufacturer_id?: number | null
  gpsr_responsible_person_type?: string
  gpsr_responsible_person_id?: number | null
  gpsr_serial_number?: string
  gpsr_safety_warnings?: string
}
/** Times are seconds, as on the wire. */
export interface Listing extends ListingText {
  listing_id: number
  state: ListingState
  created: number
  updated: number
  ending: number
  products: Product[]
  on: OnProperty
  images: Picture[]
  attributes: PropertyValue[]
  variationImages: { property_id: number; value_id: number; image_id: number }[]
}
export interface Line {
  transaction_id: number
  listing_id: number
  product_id: number
  sku: string
  title: string
  quantity: number
  /** Cents for one, and of the line's delivery. */
  price: number
  shipping: number
  shipping_profile_id: number | null
  properties: PropertyValue[]
}
export interface Buyer {
  name: string
  email: string
  first_line: string
  second_line: string | null
  city: string
  state: string | null
  zip: string
  country_iso: string
}
export interface Refund {
  created: number
  reason: string
  lines: { transaction_id: number; quantity: number }[]
}
export interface Receipt {
  receipt_id: number
  created: number
  updated: number
  /** Not seen before, in milliseconds. */
  visibleFrom: number
  payment: 'paid' | 'pending' | 'failed'
  /** Marked as shipped, with or without a number. */
  shippedAt: number | null
  canceledAt: number | null
  shipments: { receipt_shipping_id: number; at: number; carrier_name: string; tracking_code: string }[]
  /** How often the buyer was written to. */
  mails: number
  refunds: Refund[]
  buyer: Buyer
  buyer_user_id: number
  lines: Line[]
}
export interface ShippingProfile {
  id: number
  title: string
  primaryCost: number
  secondaryCost: number
  minDays: number
  maxDays: number
}
export interface ReturnPolicy {
  return_policy_id: number
  accepts_returns: boolean
  accepts_exchanges: boolean
  return_deadline: number | null
}
export interface ProcessingProfile {
  readiness_state_id: number
  readiness_state: string
  min: number
  max: number
  label: string
}
export interface Section {
  shop_section_id: number
  title: string
}
interface Rows {
  listing: Listing
  receipt: Receipt
  shippingProfile: ShippingProfile
  returnPolicy: ReturnPolicy
  processingProfile: ProcessingProfile
  section: Section
  /** Ids that Etsy gave values of a seller's own. */
  value: number
}
const kinds: (keyof Rows)[] = [
  'listing',
  'receipt',
  'shippingProfile',
  'returnPolicy',
  'processingProfile',
  'section',
  'value',
]

export interface Seller {
  name: string
  userId: number
  shopId: number
  since: number
  /** Counts up over all consents. */
  connected: number
}

const FOUR_MONTHS = 122 * 86_400

/** One seller's shop on Etsy. */
export class Shop extends ShopRows<Rows> {
  readonly seller: Seller

  constructor(context: SimContext, seller: Seller) {
    super(context, seller.shopId, kinds)
    this.seller = seller
  }
  /** @throws EtsyError 404 */
  need<K extends keyof Rows>(kind: K, id: number | string): Rows[K] {
    const row = this.get(kind, id)
    if (row === undefined) throw notFound()
    return row
  }
  /** Seconds, as Etsy counts time. */
  now(): number {
    return Math.floor(this.context.now().getTime() / 1000)
  }
  /** What four months do to a listing has been done. */
  listings(): Listing[] {
    return this.list('listing').map((listing) => this.#settled(listing))
  }
  /** @throws EtsyError 404 */
  listing(id: number | string): Listing {
    return this.#settled(this.need('listing', id))
  }
  keepListing(listing: Listing): Listing {
    const saved = { ...listing, updated: this.now() }
    this.put('listing', listing.listing_id, saved)
    return saved
  }
  keepReceipt(receipt: Receipt): Receipt {
    const saved = { ...receipt, updated: this.now() }
    this.put('receipt', receipt.receipt_id, saved)
    return saved
  }
  /** What a shop that is open has, always under the same ids: who chose one of them goes on with it after a reset. */
  override seed(): void {
    const idOf = (of: keyof typeof ids, index: number) => ids[of](this.seller.shopId + index)
    this.together(() => {
      for (const [index, profile] of seeds.shippingProfiles.entries()) {
        const id = idOf('profile', index)
        this.put('shippingProfile', id, { id, ...profile })
      }
      for (const [index, policy] of seeds.returnPolicies.entries()) {
        const return_policy_id = idOf('policy', index)
        this.put('returnPolicy', return_policy_id, { return_policy_id, ...policy })
      }
      for (const [index, profile] of seeds.processingProfiles.entries()) {
        const readiness_state_id = idOf('readiness', index)
        this.put('processingProfile', readiness_state_id, { readiness_state_id, ...profile })
      }
      for (const [index, title] of seeds.sections.entries()) {
        const shop_section_id = idOf('section', index)
        this.put('section', shop_section_id, { shop_section_id, title })
      }
    })
  }
  /** After four months a listing is renewed for a fee, or over. */
  #settled(listing: Listing): Listing {
    if (listing.state !== 'active' || listing.ending > this.now()) return listing
    const next: Listing = listing.should_auto_renew
      ? { ...listing, ending: listing.ending + FOUR_MONTHS }
      : { ...listing, state: 'expired' }
    this.put('listing', listing.listing_id, next)
    return this.#settled(next)
  }
}

export const fourMonthsFrom = (seconds: number) => seconds + FOUR_MONTHS

const ids = {
  user: (n: number) => 700_000_000 + n * 7919,
  shop: (n: number) => 40_000_000 + n * 7919,
  listing: (n: number) => 1_600_000_000 + ((n * 7919) % 300_000_000),
  product: (n: number) => 20_000_000_000 + n * 13,
  offering: (n: number) => 23_000_000_000 + n * 13,
  image: (n: number) => 5_000_000_000 + n * 17,
  receipt: (n: number) => 3_300_000_000 + n * 1031,
  transaction: (n: number) => 4_100_000_000 + n * 1009,
  profile: (n: number) => 210_000_000_000 + n,
  policy: (n: number) => 1_310_000_000 + n,
  readiness: (n: number) => 1_400_000_000_000 + n,
  section: (n: number) => 45_000_000 + n,
  shipment: (n: number) => 1_200_000_000 + n,
  value: (n: number) => 54_000_000_000 + n * 3,
  buyer: (n: number) => 810_000_000 + n * 11,
}
/** Numbers unlike each other, never given twice. */
export const newId = (context: SimContext, of: keyof typeof ids): number => ids[of](context.store.nextNumber(of))

/** All shops, who connected last at the end. */
export const shops = (context: SimContext): Shop[] =>
  byConnection(context.store.list<Seller>('seller')).map((seller) => new Shop(context, seller))

/** The shop of that name; a new name gets a new, seeded one. */
export function openShop(context: SimContext, name: string): Shop {
  const known = context.store.get<Seller>('seller', name)
  if (known) return new Shop(context, known)
  const since = Math.floor(context.now().getTime() / 1000)
  const seller = { name, userId: newId(context, 'user'), shopId: newId(context, 'shop'), since, connected: 0 }
  context.store.put('seller', name, seller)
  const shop = new Shop(context, seller)
  shop.seed()
  return shop
}

/** Notes that a seller lets the app in. */
export function connectSeller(context: SimContext, name: string): Shop {
  const { seller } = openShop(context, name)
  const connected = { ...seller, connected: context.store.nextNumber('connected') }
  context.store.put('seller', name, connected)
  return new Shop(context, connected)
}
