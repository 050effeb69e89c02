import { changeLevel, level } from './inventory.ts'
import { tellOrder } from './order-hooks.ts'
import type { LineRow, OrderRow } from './order-rows.ts'
import { buyerOf } from './seed-data.ts'
import {
  isForSale,
  item,
  moment,
  newId,
  ofShop,
  products,
  save,
  shopRow,
  type Env,
  type ItemRow,
  type LocationRow,
  type ProductRow,
  type VariantRow,
} from './state.ts'

/** Invented: one flat rate, and tax as a part of the goods. */
const shippingPrice = 4.9
const taxRate = 0.08
const round = (amount: number): number => Math.round(amount * 100) / 100

interface Offer {
  product: ProductRow
  variant: VariantRow
  row: ItemRow
  locationId: string
}

/** Where pieces of a SKU can be bought. @throws Error with a clear sentence when they cannot */
function findOffer(env: Env, sku: string, quantity: number): Offer {
  const all = products(env).flatMap((product) =>
    product.variants.filter((one) => one.sku === sku).map((variant) => ({ product, variant })),
  )
  const buyable = all.filter(({ product }) => isForSale(product))
  if (buyable.length === 0)
    throw new Error(
      all.length === 0
        ? `No product with SKU ${sku} in ${env.shop}`
        : `${sku} is not for sale in ${env.shop}: its product is not active on any sales channel`,
    )
  const locations = ofShop<LocationRow>(env, 'location').filter((one) => one.fulfillsOnlineOrders)
  let most = 0
  for (const { product, variant } of buyable) {
    const row = item(env, variant.itemId)
    if (!row) continue
    const free = !row.tracked || variant.inventoryPolicy === 'CONTINUE'
    for (const location of locations) {
      const available = level(row, location.id)?.available
      if (available === undefined) continue
      most = Math.max(most, available)
      if (available >= quantity || free) return { product, variant, row, locationId: location.id }
    }
  }
  throw new Error(`Only ${most} of ${sku} are left in ${env.shop}, ${quantity} were asked for`)
}

/** A buyer pays for pieces of one SKU. @throws Error with a clear sentence when they cannot be bought */
export function placeOrder(env: Env, sku: string, quantity: number): OrderRow {
  const offer = findOffer(env, sku, quantity)
  const shop = shopRow(env)
  if (!shop) throw new Error(`No shop ${env.shop}`)
  const number = shop.lastOrderNumber + 1
  env.context.store.put('shop', shop.domain, { ...shop, lastOrderNumber: number })
  const order = makeOrder(env, number, offer, quantity)
  save(env, 'order', order)
  if (offer.row.tracked) changeLevel(env, offer.row.id, offer.locationId, { available: -quantity, committed: quantity })
  tellOrder(env, 'ORDERS_CREATE', order)
  tellOrder(env, 'ORDERS_PAID', order)
  return order
}

function makeOrder(env: Env, number: number, { product, variant, row, locationId }: Offer, quantity: number): OrderRow {
  const id = (type: string) => newId(env.context, type)
  const at = moment(env)
  const buyer = buyerOf(number)
  const line: LineRow = {
    id: id('LineItem'),
    productId: product.id,
    variantId: variant.id,
    itemId: row.id,
    title: product.title,
    variantTitle: variant.values.join(' / '),
    sku: variant.sku,
    vendor: product.vendor,
    price: variant.price,
    quantity,
    currentQuantity: quantity,
    unfulfilledQuantity: quantity,
    requiresShipping: row.requiresShipping,
    taxable: variant.taxable,
  }
  const subtotal = round(Number(variant.price) * quantity)
  const tax = variant.taxable ? round(subtotal * taxRate) : 0
  const shipping = row.requiresShipping ? shippingPrice : 0
  return {
    id: id('Order'),
    shop: env.shop,
    number,
    name: `#${number}`,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    closedAt: null,
    cancelReason: null,
    financialStatus: 'PAID',
    email: `${buyer.firstName}.${buyer.lastName}@example.com`.toLowerCase(),
    phone: buyer.phone,
    note: null,
    subtotal,
    shipping,
    tax,
    total: round(subtotal + shipping + tax),
    address: {
      id: id('MailingAddress'),
      company: null,
      address2: null,
      country: 'United States',
      countryCodeV2: 'US',
      ...buyer,
    },
    shippingLine: { id: id('ShippingLine'), title: 'Standard', code: 'Standard' },
    lines: [line],
    fulfillmentOrders: [
      {
        id: id('FulfillmentOrder'),
        locationId,
        status: 'OPEN',
        createdAt: at,
        updatedAt: at,
        lines: [{ id: id('FulfillmentOrderLineItem'), lineId: line.id, total: quantity, remaining: quantity }],
      },
    ],
    fulfillments: [],
  }
}

/** Gives back what has not been sent, with the money. @throws Error when all of it has been sent or it is cancelled already */
export function cancelOrder(env: Env, order: OrderRow): void {
  if (order.cancelledAt) throw new Error(`${order.name} is cancelled already`)
  if (order.lines.every((line) => line.unfulfilledQuantity === 0))
    throw new Error(`${order.name} is fulfilled and cannot be cancelled`)
  const at = moment(env)
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    for (const part of fulfillmentOrder.lines) {
      const line = order.lines.find((one) => one.id === part.lineId)
      if (line && part.remaining > 0 && item(env, line.itemId)?.tracked) {
        changeLevel(env, line.itemId, fulfillmentOrder.locationId, {
          available: part.remaining,
          committed: -part.remaining,
        })
      }
    }
  }
  const cancelled: OrderRow = {
    ...order,
    cancelledAt: at,
    closedAt: at,
    updatedAt: at,
    cancelReason: 'CUSTOMER',
    financialStatus: 'REFUNDED',
    lines: order.lines.map((line) => ({
      ...line,
      currentQuantity: line.currentQuantity - line.unfulfilledQuantity,
      unfulfilledQuantity: 0,
    })),
    fulfillmentOrders: order.fulfillmentOrders.map((one) => ({
      ...one,
      status: one.status === 'CLOSED' ? 'CLOSED' : 'CANCELLED',
      updatedAt: at,
      lines: one.lines.map((part) => ({ ...part, remaining: 0 })),
    })),
  }
  save(env, 'order', cancelled)
  tellOrder(env, 'ORDERS_CANCELLED', cancelled)
  tellOrder(env, 'ORDERS_UPDATED', cancelled)
}
