import type { Purchase } from '../../kit/simulator.ts'
import { changeLevel, level } from '../stock/inventory.ts'
import { tellOrder } from '../webhooks/order-hooks.ts'
import type { FulfillmentOrderRow, LineRow, OrderRow } from './order-rows.ts'
import { buyerOf } from '../shop/seed-data.ts'
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
} from '../state.ts'

/** Invented: one flat rate, and tax as a part of the goods. */
const shippingPrice = 4.9
const taxRate = 0.08
const round = (amount: number): number => Math.round(amount * 100) / 100

interface CartLine {
  product: ProductRow
  variant: VariantRow
  row: ItemRow
  quantity: number
  /** Where the pieces lie; one place as long as it has them all. */
  from: { locationId: string; quantity: number }[]
}

export const sells = (env: Env, sku: string): boolean =>
  products(env).some((product) => isForSale(product) && product.variants.some((variant) => variant.sku === sku))

/** Where pieces of a SKU are taken from. @throws Error with a clear sentence when they cannot be bought */
function take(env: Env, { sku, quantity }: { sku: string; quantity: number }): CartLine {
  const all = products(env).flatMap((product) =>
    product.variants.filter((variant) => variant.sku === sku).map((variant) => ({ product, variant })),
  )
  const buyable = all.filter(({ product }) => isForSale(product))
  if (buyable.length === 0)
    throw new Error(
      all.length === 0
        ? `No product with SKU ${sku} in ${env.shop}`
        : `${sku} is not for sale in ${env.shop}: its product is not active on any sales channel`,
    )
  let most = 0
  for (const { product, variant } of buyable) {
    const row = item(env, variant.itemId)
    const from = row && places(env, row, variant, quantity)
    if (row && from && from.left >= quantity) return { product, variant, row, quantity, from: from.parts }
    most = Math.max(most, from?.left ?? 0)
  }
  throw new Error(`Only ${most} of ${sku} are left in ${env.shop}, ${quantity} were asked for`)
}

/** All from one location where one has enough, else some from each, in the shop's order. */
function places(env: Env, row: ItemRow, variant: VariantRow, quantity: number) {
  const stocked = ofShop<LocationRow>(env, 'location').flatMap(({ id, fulfillsOnlineOrders }) => {
    const available = level(row, id)?.available
    return fulfillsOnlineOrders && available !== undefined ? [{ locationId: id, available }] : []
  })
  const whole =
    stocked.find(({ available }) => available >= quantity) ??
    (!row.tracked || variant.inventoryPolicy === 'CONTINUE' ? stocked[0] : undefined)
  if (whole) return { left: quantity, parts: [{ locationId: whole.locationId, quantity }] }
  let missing = quantity
  const parts = stocked.flatMap(({ locationId, available }) => {
    const some = Math.min(missing, Math.max(0, available))
    missing -= some
    return some > 0 ? [{ locationId, quantity: some }] : []
  })
  return { left: stocked.reduce((sum, { available }) => sum + Math.max(0, available), 0), parts }
}

/** A buyer takes a cart. @throws Error with a clear sentence when something cannot be bought */
export function placeOrder(env: Env, purchase: Purchase): OrderRow {
  const cart = purchase.lines.map((line) => take(env, line))
  const shop = shopRow(env)
  if (!shop) throw new Error(`No shop ${env.shop}`)
  const number = shop.lastOrderNumber + 1
  env.context.store.put('shop', shop.domain, { ...shop, lastOrderNumber: number })
  const order = makeOrder(env, number, cart, purchase)
  save(env, 'order', order)
  for (const { row, from } of cart) {
    if (!row.tracked) continue
    for (const { locationId, quantity } of from)
      changeLevel(env, row.id, locationId, { available: -quantity, committed: quantity })
  }
  tellOrder(env, 'ORDERS_CREATE', order)
  if (order.financialStatus === 'PAID') tellOrder(env, 'ORDERS_PAID', order)
  return order
}

function makeLine(env: Env, { product, variant, row, quantity }: CartLine): LineRow {
  return {
    id: newId(env.context, 'LineItem'),
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
}

/** One per location. */
function makeFulfillmentOrders(env: Env, cart: CartLine[], lines: LineRow[]): FulfillmentOrderRow[] {
  const at = moment(env)
  const rows = new Map<string, FulfillmentOrderRow>()
  cart.forEach(({ from }, place) => {
    for (const { locationId, quantity } of from) {
      const row = rows.get(locationId) ?? {
        id: newId(env.context, 'FulfillmentOrder'),
        locationId,
        status: 'OPEN' as const,
        createdAt: at,
        updatedAt: at,
        lines: [],
      }
      const lineId = lines[place]?.id ?? ''
      row.lines.push({
        id: newId(env.context, 'FulfillmentOrderLineItem'),
        lineId,
        total: quantity,
        remaining: quantity,
      })
      rows.set(locationId, row)
    }
  })
  return [...rows.values()]
}

function makeOrder(env: Env, number: number, cart: CartLine[], { payment, test, buyer: person }: Purchase): OrderRow {
  const id = (type: string) => newId(env.context, type)
  const at = moment(env)
  const buyer = buyerOf(number)
  const lines = cart.map((entry) => makeLine(env, entry))
  const sum = (of: (line: LineRow) => number) => round(lines.reduce((total, line) => total + of(line), 0))
  const subtotal = sum((line) => Number(line.price) * line.quantity)
  const tax = sum((line) => (line.taxable ? round(Number(line.price) * line.quantity * taxRate) : 0))
  const shipping = lines.some((line) => line.requiresShipping) ? shippingPrice : 0
  return {
    id: id('Order'),
    shop: env.shop,
    number,
    name: `#${number}`,
    createdAt: at,
    updatedAt: at,
    visibleFrom: new Date(Date.parse(at) + env.context.lag().orders * 1000).toISOString(),
    test,
    cancelledAt: null,
    closedAt: null,
    cancelReason: null,
    financialStatus: ({ paid: 'PAID', pending: 'PENDING', failed: 'VOIDED' } as const)[payment],
    email: person?.email ?? `${buyer.firstName}.${buyer.lastName}@example.com`.toLowerCase(),
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
      ...(person?.name && named(person.name)),
    },
    shippingLine: { id: id('ShippingLine'), title: 'Standard', code: 'Standard' },
    lines,
    fulfillmentOrders: makeFulfillmentOrders(env, cart, lines),
    fulfillments: [],
    refunds: [],
  }
}

function named(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
