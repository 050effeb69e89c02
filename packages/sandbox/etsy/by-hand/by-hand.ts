import type { Cancellation, Edit, OrderPart, SandboxItem, SandboxListing, SandboxOrder } from '../../kit/simulator.ts'
import { selectUnits } from '../../kit/order-units.ts'
import { textOf } from '../../kit/json.ts'
import { nodeOf } from '../listings/catalog.ts'
import { totalOf, urlOf } from '../listings/listing-view.ts'
import { leftOf, statusOf } from '../orders/receipt-view.ts'
import { fourMonthsFrom, type Listing, newId, type Product, type Receipt, type Shop } from '../state.ts'
import { tell } from '../webhooks/webhooks.ts'

export const listings = (shop: Shop): SandboxListing[] =>
  shop.listings().flatMap((listing) =>
    listing.products.map(({ sku, offering }) => ({
      externalId: String(listing.listing_id),
      sku,
      title: listing.title,
      price: offering.price / 100,
      quantity: offering.is_enabled ? offering.quantity : 0,
      status: listing.state,
      url: urlOf(shop, listing),
    })),
  )

export const orders = (shop: Shop): SandboxOrder[] =>
  shop
    .list('receipt')
    .toSorted((a, b) => a.created - b.created)
    .map((receipt) => ({
      externalOrderId: String(receipt.receipt_id),
      skus: receipt.lines.map(({ sku }) => sku),
      quantity: receipt.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      status: statusOf(receipt),
      payment: receipt.payment,
      shipped: receipt.shippedAt !== null,
      tracking: receipt.shipments.map(({ tracking_code }) => tracking_code),
    }))

/** Listed by hand or by another tool. */
export function addItem(shop: Shop, item: SandboxItem): void {
  const { context } = shop
  const now = shop.now()
  const readiness_state_id = shop.list('processingProfile')[0]?.readiness_state_id ?? null
  const taxonomy = Number(item['taxonomyId'])
  const listing: Listing = {
    listing_id: newId(context, 'listing'),
    state: item.quantity > 0 ? 'active' : 'sold_out',
    title: item.title.slice(0, 140),
    description: textOf(item['description']) || item.title,
    taxonomy_id: nodeOf(context, taxonomy) ? taxonomy : 1062,
    type: 'physical',
    who_made: 'i_did',
    when_made: 'made_to_order',
    is_supply: false,
    tags: Array.isArray(item['tags']) ? item['tags'].map(String) : [],
    materials: Array.isArray(item['materials']) ? item['materials'].map(String) : [],
    shipping_profile_id: shop.list('shippingProfile')[0]?.id ?? null,
    return_policy_id: shop.list('returnPolicy')[0]?.return_policy_id ?? null,
    readiness_state_id,
    shop_section_id: null,
    item_weight: null,
    item_weight_unit: null,
    item_length: null,
    item_width: null,
    item_height: null,
    item_dimensions_unit: null,
    should_auto_renew: true,
    created: now,
    updated: now,
    ending: fourMonthsFrom(now),
    on: { price: [], quantity: [], sku: [], readiness: [] },
    images: [{ listing_image_id: newId(context, 'image'), alt_text: '', created: now }],
    attributes: [],
    variationImages: [],
    products: [
      {
        product_id: newId(context, 'product'),
        sku: item.sku,
        property_values: [],
        offering: {
          offering_id: newId(context, 'offering'),
          quantity: Math.min(999, item.quantity),
          is_enabled: true,
          price: Math.round(item.price * 100),
          readiness_state_id,
        },
      },
    ],
  }
  shop.keepListing(listing)
}

export interface Listed {
  listing: Listing
  product: Product
}
/** The listing that a SKU is in, the one that is on sale first. */
export function findSku(shop: Shop, sku: string): Listed | undefined {
  const all = shop.listings().flatMap((listing): Listed[] => {
    const product = listing.products.find((candidate) => candidate.sku === sku)
    return product && listing.state !== 'draft' ? [{ listing, product }] : []
  })
  return all.find(({ listing }) => listing.state === 'active') ?? all[0]
}

/** One product as it stands now; where nothing is left of any, the listing is sold out. */
export function withProduct(listing: Listing, product: Product): Listing {
  const products = listing.products.map((candidate) =>
    candidate.product_id === product.product_id ? product : candidate,
  )
  const next = { ...listing, products }
  if (totalOf(next) > 0) return next.state === 'sold_out' ? { ...next, state: 'active' } : next
  return next.state === 'active' ? { ...next, state: 'sold_out' } : next
}
export const withQuantity = (listing: Listing, product: Product, quantity: number): Listing =>
  withProduct(listing, { ...product, offering: { ...product.offering, quantity } })

const states = { live: 'active', hidden: 'inactive' } as const

/** Somebody changes a listing on Etsy's own pages. */
export function edit(shop: Shop, { listing, product }: Listed, { quantity, price, title, status }: Edit): void {
  if (status === 'ended') return shop.delete('listing', listing.listing_id)
  const offering = {
    ...product.offering,
    quantity: quantity ?? product.offering.quantity,
    price: price === undefined ? product.offering.price : Math.round(price * 100),
  }
  const next = withProduct(listing, { ...product, offering })
  shop.keepListing({ ...next, ...(title !== undefined && { title }), ...(status && { state: states[status] }) })
}

/** The seller marks the order as sent on Etsy, which knows whole orders only. @throws Error when it cannot be */
export function ship(shop: Shop, receipt: Receipt, { externalOrderId, lines }: OrderPart): void {
  const { context } = shop
  if (receipt.canceledAt !== null) throw new Error(`Order ${externalOrderId} is canceled.`)
  if (receipt.shippedAt !== null) throw new Error(`Order ${externalOrderId} is shipped already.`)
  if (
    lines &&
    !receipt.lines.every(({ sku, quantity }) =>
      lines.some((selected) => selected.sku === sku && selected.quantity === quantity),
    )
  )
    throw new Error('Etsy ships whole orders only.')
  const at = shop.now()
  const tracking_code = `9400100000000${String(context.store.nextNumber('parcel')).padStart(9, '0')}`
  const shipment = { receipt_shipping_id: newId(context, 'shipment'), at, carrier_name: 'usps', tracking_code }
  const shipped = { ...receipt, shippedAt: at, mails: receipt.mails + 1, shipments: [...receipt.shipments, shipment] }
  tell(shop, shop.keepReceipt(shipped), 'order.shipped')
}

function giveBack(shop: Shop, receipt: Receipt, lines: { transaction_id: number; quantity: number }[]): void {
  for (const { transaction_id, quantity } of lines) {
    const line = receipt.lines.find((candidate) => candidate.transaction_id === transaction_id)
    const listed = line && findSku(shop, line.sku)
    if (listed)
      shop.keepListing(
        withQuantity(listed.listing, listed.product, Math.min(999, listed.product.offering.quantity + quantity)),
      )
  }
}

/** Money back for some pieces or all; with `restock` the seller puts them on sale again. @throws Error when so many are not left */
export function refund(
  shop: Shop,
  receipt: Receipt,
  { externalOrderId, lines, restock }: OrderPart & { restock: boolean },
): void {
  if (receipt.payment !== 'paid') throw new Error(`Order ${externalOrderId} is not paid, nothing can go back.`)
  const units = selectUnits(receipt.lines, {
    order: externalOrderId,
    lines,
    what: 'refunded',
    skuOf: ({ sku }) => sku,
    left: (line) => leftOf(receipt, line),
  }).map(({ line, quantity }) => ({ transaction_id: line.transaction_id, quantity }))
  const made = { created: shop.now(), reason: 'Seller and buyer agreed', lines: units }
  shop.keepReceipt({ ...receipt, refunds: [...receipt.refunds, made] })
  if (restock) giveBack(shop, receipt, units)
}

/** Whole orders only, and none that was sent. @throws Error when it cannot be canceled */
export function cancel(shop: Shop, receipt: Receipt, cancellation: Cancellation): void {
  if (cancellation.lines) throw new Error('Etsy cancels whole orders only.')
  if (receipt.canceledAt !== null) throw new Error(`Order ${cancellation.externalOrderId} is canceled already.`)
  if (receipt.shippedAt !== null)
    throw new Error(`Order ${cancellation.externalOrderId} is shipped, it cannot be canceled any more.`)
  // A wish to cancel is a message to the seller; the order does not show it.
  if (cancellation.requested) return void shop.keepReceipt(receipt)
  const left = receipt.lines.map((line) => ({ transaction_id: line.transaction_id, quantity: leftOf(receipt, line) }))
  const refunds =
    receipt.payment === 'paid'
      ? [...receipt.refunds, { created: shop.now(), reason: cancellation.reason ?? 'Canceled', lines: left }]
      : receipt.refunds
  if (cancellation.restock) giveBack(shop, receipt, left)
  tell(shop, shop.keepReceipt({ ...receipt, canceledAt: shop.now(), refunds }), 'order.canceled')
}
