import type { Json } from '../kit/json.ts'

/** What the simulator keeps. The fields are eBay's own, so that an answer is mostly what was kept. */
export interface Amount {
  value: string
  currency: string
}

export interface Item {
  sku: string
  locale: string
  availability: { shipToLocationAvailability: { quantity: number; [more: string]: unknown }; [more: string]: unknown }
  condition?: string
  product: Product
  [more: string]: unknown
}
export interface Product {
  title: string
  description: string
  aspects: Record<string, string[]>
  imageUrls: string[]
  [more: string]: unknown
}

export interface Group {
  inventoryItemGroupKey: string
  title: string
  description: string
  aspects: Record<string, string[]>
  imageUrls: string[]
  variantSKUs: string[]
  variesBy: { aspectsImageVariesBy: string[]; specifications: { name: string; values: string[] }[] }
  [more: string]: unknown
}

/** What a seller writes about an offer. */
export interface OfferText {
  availableQuantity: number
  categoryId: string
  listingDescription: string
  listingDuration: string
  listingPolicies: {
    fulfillmentPolicyId?: string
    paymentPolicyId?: string
    returnPolicyId?: string
    [more: string]: unknown
  }
  merchantLocationKey: string
  pricingSummary: { price?: Amount; auctionStartPrice?: Amount; [more: string]: unknown }
  [more: string]: unknown
}
export interface Offer extends OfferText {
  offerId: string
  sku: string
  marketplaceId: string
  format: string
  status: 'PUBLISHED' | 'UNPUBLISHED'
  /** Only while published. */
  listingId: string | null
  soldQuantity: number
  /** When a published auction is over. */
  auctionEnds?: string | undefined
  /** What somebody did to the listing outside of the API. */
  byHand?: 'ended' | 'hidden'
  [more: string]: unknown
}

export interface Location {
  merchantLocationKey: string
  merchantLocationStatus: 'ENABLED' | 'DISABLED'
  name: string
  phone: string
  locationTypes: string[]
  location: { locationId: string; address: Json }
  [more: string]: unknown
}

export type PolicyKind = 'fulfillment' | 'payment' | 'return'
export interface Policy {
  id: string
  kind: PolicyKind
  marketplaceId: string
  name: string
  body: Json
}

export interface Shipment {
  fulfillmentId: string
  lineItems: { lineItemId: string; quantity: number }[]
  shippedDate: string
  shippingCarrierCode?: string
  shipmentTrackingNumber?: string
}
export interface OrderLine {
  lineItemId: string
  sku: string
  title: string
  quantity: number
  price: Amount
  legacyItemId: string
  legacyVariationId?: string
  variationAspects: { name: string; value: string }[]
  /** Of the whole line. */
  deliveryCost: number
}
export interface Buyer {
  username: string
  fullName: string
  email: string
  phone: string
  address: Json
}
export interface Refund {
  refundId: string
  refundDate: string
  /** Pieces that somebody gave money back for by hand. */
  lines: { lineItemId: string; quantity: number }[]
  /** What the API gave back: amounts alone, of lines or of the order as a whole. */
  amounts?: { lineItemId: string | null; value: number }[]
}
export interface CancelRequest {
  reason: string
  requestedDate: string
}
export interface Order {
  orderId: string
  marketplaceId: string
  creationDate: string
  lastModifiedDate: string
  /** The API knows nothing of it before. */
  visibleFrom: string
  paymentStatus: 'PAID' | 'PENDING' | 'FAILED'
  cancelRequest: CancelRequest | null
  cancelledDate: string | null
  refunds: Refund[]
  buyer: Buyer
  shippingServiceCode: string
  shippingCarrierCode: string
  lines: OrderLine[]
  shipments: Shipment[]
}

/** eBay's money is a text with two decimals. */
/** A file for buyers that eBay fetched from its address. */
export interface DocumentRow {
  documentId: string
  documentType: string
  languages: string[]
  /** Or the name of an uploaded file; '' until it is there. */
  url: string
  /** Until then it is being checked. */
  checkedFrom: string
}

export const amount = (value: number, currency = 'USD'): Amount => ({ value: value.toFixed(2), currency })
