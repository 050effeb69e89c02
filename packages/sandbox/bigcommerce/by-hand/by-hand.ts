import type { Cancellation, Edit, OrderPart, SandboxItem, SandboxListing, SandboxOrder } from '../../kit/simulator.ts'
import { selectUnits } from '../../kit/order-units.ts'
import { textOf } from '../../kit/json.ts'
import { tellOrder, tellProduct, tellRefund, tellStock } from '../webhooks/webhooks.ts'
import { allVariants, countAt, type ProductVariant, setCount } from '../stock/inventory.ts'
import { cancelUnits, giveBack, payBack } from '../orders/order-changes.ts'
import { leftOf, refundedOf, status, statusNames, totalOf } from '../orders/order-view.ts'
import { shipItems } from '../orders/orders.ts'
import { urlOf } from '../listings/product-view.ts'
import { baseOf } from '../listings/products.ts'
import type { Order, Product, Shop } from '../state.ts'

const unitsOnHand = (shop: Shop, variant: number) =>
  shop.list('location').reduce((sum, { id }) => sum + countAt(shop, id, variant).onhand, 0)

function stateOf({ is_visible, availability }: Product): string {
  if (!is_visible) return 'hidden'
  return availability === 'disabled' ? 'disabled' : 'live'
}

export const listings = (shop: Shop): SandboxListing[] =>
  allVariants(shop).map(({ product, variant }) => ({
    externalId: String(product.id),
    sku: variant.sku,
    title: product.name,
    price: (variant.price ?? product.price) / 100,
    quantity: unitsOnHand(shop, variant.id),
    status: stateOf(product),
    url: urlOf(shop, product),
  }))

export const orders = (shop: Shop): SandboxOrder[] =>
  shop
    .list('order')
    .toSorted((a, b) => a.created - b.created || a.id - b.id)
    .map(({ id, lines, status_id, payment_status, shipments }) => ({
      externalOrderId: String(id),
      skus: lines.map(({ sku }) => sku),
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      status: statusNames[status_id] ?? '',
      payment: payment_status,
      shipped: lines.every((line) => line.shipped > 0 && leftOf(line) === 0),
      tracking: shipments.map(({ tracking_number }) => tracking_number).filter((number) => number !== ''),
    }))

/** Put there by hand or by another tool: its pages take a name that is there already, its API does not. */
export function addItem(shop: Shop, item: SandboxItem): void {
  const now = shop.now()
  const category = shop.list('category').find(({ name }) => name === item['category'])
  const text = { sku: item.sku, upc: textOf(item['barcode']) }
  const product: Product = {
    ...text,
    id: shop.newId('product'),
    name: item.title.slice(0, 250),
    description: textOf(item['description']) || `<p>${item.title}</p>`,
    type: 'physical',
    weight: 1,
    width: 0,
    height: 0,
    depth: 0,
    price: Math.round(item.price * 100),
    categories: category ? [category.id] : [],
    brand_id: 0,
    inventory_tracking: 'product',
    is_visible: true,
    availability: 'available',
    condition: 'New',
    search_keywords: Array.isArray(item['tags']) ? item['tags'].map(String).join(', ') : '',
    created: now,
    modified: now,
    options: [],
    variants: [baseOf(shop, text)],
    images: [{ id: shop.newId('image'), source: '', description: item.title, sort_order: 0, is_thumbnail: true }],
  }
  shop.put('product', product.id, product)
  for (const { id } of product.variants) setCount(shop, 1, id, item.quantity)
}

/** Somebody changes a product in the control panel. */
export function edit(
  shop: Shop,
  { product, variant }: ProductVariant,
  { quantity, price, title, status: newStatus }: Edit,
): void {
  if (newStatus === 'ended') {
    shop.delete('product', product.id)
    return tellProduct(shop, product, 'deleted')
  }
  const cents = price === undefined ? undefined : Math.round(price * 100)
  const isOne = product.options.length === 0
  const saved = shop.keepProduct({
    ...product,
    ...(title !== undefined && { name: title }),
    ...(cents !== undefined && isOne && { price: cents }),
    ...(newStatus && { is_visible: newStatus === 'live' }),
    variants: product.variants.map((candidate) =>
      candidate.id === variant.id && cents !== undefined && !isOne ? { ...candidate, price: cents } : candidate,
    ),
  })
  tellProduct(shop, saved, 'updated')
  if (quantity === undefined) return
  for (const { id } of shop.list('location')) setCount(shop, id, variant.id, id === 1 ? quantity : 0)
  tellStock(shop, { product: saved, variant })
}

const unitsOf = (
  order: Order,
  lines: OrderPart['lines'],
  what: string,
  left: (line: Order['lines'][number]) => number,
) => selectUnits(order.lines, { order: String(order.id), lines, what, skuOf: ({ sku }) => sku, left })

/** @throws Error when it is not paid or nothing is left of it */
export function ship(shop: Shop, order: Order, { externalOrderId, lines }: OrderPart): void {
  if (order.status_id === status.cancelled) throw new Error(`Order ${externalOrderId} is cancelled.`)
  const items = unitsOf(order, lines, 'shipped', leftOf).map(({ line, quantity }) => ({
    order_product_id: line.id,
    product_id: line.product_id,
    quantity,
  }))
  const tracking_number = `9400100000000${String(shop.context.store.nextNumber('parcel')).padStart(9, '0')}`
  shipItems(shop, order, items, { tracking_number, tracking_carrier: '', shipping_provider: 'usps' })
}

/** Money back for some pieces or all; with `restock` they are for sale again. @throws Error when so many are not left */
export function refund(
  shop: Shop,
  order: Order,
  { externalOrderId, lines, restock }: OrderPart & { restock: boolean },
): void {
  if (order.payment_status !== 'captured' && order.payment_status !== 'partially refunded')
    throw new Error(`Order ${externalOrderId} is not paid, nothing can go back.`)
  const units = unitsOf(order, lines, 'refunded', ({ quantity, refunded }) => quantity - refunded)
  if (restock) for (const { line, quantity } of units) giveBack(shop, line, quantity)
  const saved = paidBack(shop, order, units)
  tellRefund(shop, saved, saved.refunds.at(-1)?.id ?? 0)
  tellOrder(shop, saved, 'updated', order.status_id, saved.status_id)
}

function paidBack(shop: Shop, order: Order, units: { line: Order['lines'][number]; quantity: number }[]): Order {
  const isWhole = order.lines.every(
    ({ id, quantity, refunded }) => refunded + (units.find(({ line }) => line.id === id)?.quantity ?? 0) >= quantity,
  )
  const reason = 'Seller and buyer agreed'
  const items = units.map(({ line, quantity }) => ({
    item_type: 'PRODUCT' as const,
    item_id: line.id,
    quantity,
    amount: line.price * quantity,
    reason,
  }))
  const amount = isWhole ? totalOf(order) - refundedOf(order) : items.reduce((sum, item) => sum + item.amount, 0)
  return payBack(shop, order, { reason, amount, tax: 0, isOverridden: true, items })
}

/** Whole orders only. @throws Error when it cannot be cancelled */
export function cancel(shop: Shop, order: Order, cancellation: Cancellation): void {
  if (cancellation.lines) throw new Error('BigCommerce cancels whole orders only.')
  if (order.status_id === status.cancelled)
    throw new Error(`Order ${cancellation.externalOrderId} is cancelled already.`)
  if (order.status_id === status.shipped)
    throw new Error(`Order ${cancellation.externalOrderId} is shipped, it cannot be cancelled any more.`)
  // A wish to cancel is a message to the merchant; the order does not show it.
  if (cancellation.requested) return
  cancelUnits(shop, order, cancellation.restock)
  const saved = shop.keepOrder({ ...order, status_id: status.cancelled })
  tellOrder(shop, saved, 'updated', order.status_id, status.cancelled)
}
