import type { Purchase, SimContext } from '../../kit/simulator.ts'
import people from '../data/buyers.json' with { type: 'json' }
import { tellOrder, tellStock } from '../webhooks/webhooks.ts'
import { allVariants, countAt, type Found, setCount } from '../stock/inventory.ts'
import { status } from '../orders/order-view.ts'
import { type Buyer, type Order, type Shop, shopsToSearch } from '../state.ts'

const shippingCents = 695

export function findSku(context: SimContext, sku: string, account?: string): (Found & { shop: Shop }) | undefined {
  const all = shopsToSearch(context, account).flatMap((shop) =>
    allVariants(shop).flatMap((found) => (found.variant.sku === sku ? [{ ...found, shop }] : [])),
  )
  return all.find(({ product }) => product.is_visible) ?? all[0]
}

/** The first open location that has so many; where it is not counted, the first. */
export function placeWith(shop: Shop, { product, variant }: Found, quantity: number): number | undefined {
  const open = shop.list('location').filter(({ enabled }) => enabled)
  if (product.inventory_tracking === 'none') return open[0]?.id
  return open.find(({ id }) => {
    const { onhand, safety } = countAt(shop, id, variant.id)
    return onhand - safety >= quantity
  })?.id
}

const mostIn = (shop: Shop, { variant }: Found) =>
  Math.max(0, ...shop.list('location').map(({ id }) => countAt(shop, id, variant.id).onhand))

/** @throws Error when something is not for sale or too few are left */
export function buy(context: SimContext, purchase: Purchase, account?: string): { externalOrderId: string } {
  if (purchase.test) throw new Error('Orders of a test payment are orders like others on BigCommerce.')
  const wanted = purchase.lines.map(({ sku, quantity }) => {
    const found = findSku(context, sku, account)
    if (!found?.product.is_visible || found.product.availability === 'disabled')
      throw new Error(`${sku} is not for sale on BigCommerce.`)
    const location = placeWith(found.shop, found, quantity)
    if (location === undefined) throw new Error(`Only ${mostIn(found.shop, found)} of ${sku} are left on BigCommerce.`)
    return { ...found, quantity, location }
  })
  const shop = wanted[0]?.shop
  if (!shop || wanted.some((one) => one.shop.merchant.hash !== shop.merchant.hash))
    throw new Error('An order is of one store.')
  const order = shop.together(() => place(shop, purchase, wanted))
  tellOrder(shop, order, 'created')
  for (const found of wanted) tellStock(shop, found, true)
  return { externalOrderId: String(order.id) }
}

const statusOf = {
  paid: [status.awaitingFulfillment, 'captured'],
  pending: [status.awaitingPayment, 'pending'],
  failed: [status.declined, 'declined'],
} as const

function place(
  shop: Shop,
  { payment, counter, buyer }: Purchase,
  wanted: (Found & { quantity: number; location: number })[],
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
    lines: wanted.map(({ product, variant, quantity, location }) => ({
      id: shop.newId('line'),
      product_id: product.id,
      variant_id: variant.id,
      sku: variant.sku,
      name: product.name,
      options: variant.values.flatMap(({ option_id, id }) => {
        const option = product.options.find((one) => one.id === option_id)
        const value = option?.values.find((one) => one.id === id)
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
    for (const { product, variant, quantity, location } of wanted)
      if (product.inventory_tracking !== 'none')
        setCount(shop, location, variant.id, countAt(shop, location, variant.id).onhand - quantity)
  shop.put('order', order.id, order)
  return order
}

/** The buyers come in turn, so that the same purchases make the same orders. */
function pickBuyer(shop: Shop, given: Purchase['buyer']): Buyer {
  const buyer = people.buyers[shop.context.store.nextNumber('whose turn') % people.buyers.length]
  if (!buyer) throw new Error('There are no buyers in the data.')
  const [first = '', ...rest] = given?.name?.split(' ') ?? []
  return {
    ...buyer,
    ...(given?.name && { first_name: first, last_name: rest.join(' ') }),
    ...(given?.email && { email: given.email }),
  }
}
