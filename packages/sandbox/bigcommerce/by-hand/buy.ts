import { nextBuyer } from '../../kit/buyers.ts'
import type { Purchase } from '../../kit/simulator.ts'
import people from '../data/buyers.json' with { type: 'json' }
import { tellOrder, tellStock } from '../webhooks/webhooks.ts'
import { allVariants, countAt, type ProductVariant, setCount } from '../stock/inventory.ts'
import { status } from '../orders/order-view.ts'
import { type Buyer, type Order, type Shop } from '../state.ts'

const shippingCents = 695

/** The variant of a SKU, a visible one first. */
export function findSku(shop: Shop, sku: string): ProductVariant | undefined {
  const all = allVariants(shop).filter(({ variant }) => variant.sku === sku)
  return all.find(({ product }) => product.is_visible) ?? all[0]
}
const findForSale = (shop: Shop, sku: string): ProductVariant | undefined => {
  const known = findSku(shop, sku)
  return known?.product.is_visible && known.product.availability !== 'disabled' ? known : undefined
}
export const sells = (shop: Shop, sku: string): boolean => findForSale(shop, sku) !== undefined

/** The first open location that has so many; where it is not counted, the first. */
export function placeWith(shop: Shop, { product, variant }: ProductVariant, quantity: number): number | undefined {
  const open = shop.list('location').filter(({ enabled }) => enabled)
  if (product.inventory_tracking === 'none') return open[0]?.id
  return open.find(({ id }) => {
    const { onhand, safety } = countAt(shop, id, variant.id)
    return onhand - safety >= quantity
  })?.id
}

const mostIn = (shop: Shop, { variant }: ProductVariant) =>
  Math.max(0, ...shop.list('location').map(({ id }) => countAt(shop, id, variant.id).onhand))

/** @returns the order's number @throws Error when something is not for sale or too few are left */
export function buy(shop: Shop, purchase: Purchase): string {
  if (purchase.test) throw new Error('Orders of a test payment are orders like others on BigCommerce.')
  const cart = purchase.lines.map(({ sku, quantity }) => {
    const known = findForSale(shop, sku)
    if (!known) throw new Error(`${sku} is not for sale on BigCommerce.`)
    const location = placeWith(shop, known, quantity)
    if (location === undefined) throw new Error(`Only ${mostIn(shop, known)} of ${sku} are left on BigCommerce.`)
    return { ...known, quantity, location }
  })
  const order = place(shop, purchase, cart)
  tellOrder(shop, order, 'created')
  for (const bought of cart) tellStock(shop, bought, true)
  return String(order.id)
}

const statusOf = {
  paid: [status.awaitingFulfillment, 'captured'],
  pending: [status.awaitingPayment, 'pending'],
  failed: [status.declined, 'declined'],
} as const

function place(
  shop: Shop,
  { payment, counter, buyer }: Purchase,
  cart: (ProductVariant & { quantity: number; location: number })[],
): Order {
  const now = shop.now()
  const [usual, payment_status] = statusOf[payment]
  const isFetched = counter === true
  const order: Order = {
    id: shop.newId('order'),
    created: now,
    modified: now,
    visibleFrom: now + shop.context.lag().orders * 1000,
    // Paid at the counter of the shop it is fetched from.
    status_id: isFetched && payment === 'paid' ? status.completed : usual,
    payment_status,
    address_id: isFetched ? 0 : shop.newId('address'),
    shipping: isFetched ? 0 : shippingCents,
    buyer: pickBuyer(shop, buyer),
    customer_id: shop.newId('customer'),
    lines: cart.map(({ product, variant, quantity, location }) => ({
      id: shop.newId('line'),
      product_id: product.id,
      variant_id: variant.id,
      sku: variant.sku,
      name: product.name,
      options: variant.values.flatMap(({ option_id, id }) => {
        const option = product.options.find((candidate) => candidate.id === option_id)
        const value = option?.values.find((candidate) => candidate.id === id)
        return option && value ? [{ name: option.name, value: value.label }] : []
      }),
      quantity,
      shipped: isFetched && payment === 'paid' ? quantity : 0,
      refunded: 0,
      price: variant.price ?? product.price,
      location_id: location,
    })),
    staff_notes: '',
    shipments: [],
    refunds: [],
  }
  // Nothing leaves the shelf for a payment that was declined.
  if (payment !== 'failed')
    for (const { product, variant, quantity, location } of cart)
      if (product.inventory_tracking !== 'none')
        setCount(shop, location, variant.id, countAt(shop, location, variant.id).onhand - quantity)
  shop.put('order', order.id, order)
  return order
}

function pickBuyer(shop: Shop, person: Purchase['buyer']): Buyer {
  const [first = '', ...rest] = person?.name?.split(' ') ?? []
  return {
    ...nextBuyer(shop.context.store, people.buyers),
    ...(person?.name && { first_name: first, last_name: rest.join(' ') }),
    ...(person?.email && { email: person.email }),
  }
}
