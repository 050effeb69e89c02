import type { SandboxItem, SandboxListing, SimContext } from '../kit/simulator.ts'
import { storefrontUrl } from './catalog-view.ts'
import { totalAvailable } from './inventory.ts'
import type { OrderRow } from './order-rows.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { ownersInput } from './owners-input.ts'
import { productSet } from './product-set.ts'
import { setPublished } from './product-changes.ts'
import {
  ensureShop,
  isForSale,
  item,
  legacyId,
  ofShop,
  products,
  shopDomain,
  shopRow,
  type Env,
  type LocationRow,
  type PublicationRow,
} from './state.ts'

const defaultShop = 'motto-dev.myshopify.com'

export function listings(env: Env): SandboxListing[] {
  return products(env).flatMap((product) =>
    product.variants.map((variant) => ({
      externalId: product.id,
      sku: variant.sku,
      title: product.title,
      price: Number(variant.price),
      quantity: totalAvailable(item(env, variant.itemId)),
      status: isForSale(product) ? 'active' : product.status === 'ARCHIVED' ? 'archived' : 'draft',
      url: storefrontUrl(env, product),
    })),
  )
}

/** The named shop; without a name the first that has the app. */
function wantedShop(shops: Env[], name: unknown): Env | undefined {
  const domain = typeof name === 'string' && name ? shopDomain(name) : undefined
  if (name && !domain) throw new Error(`${String(name)} is not a shop's name`)
  return domain ? shops.find((one) => one.shop === domain) : (shops.find((one) => shopRow(one)?.installed) ?? shops[0])
}

/** Products that the shop's owner made: for sale on every sales channel, stocked at the first location. An SKU that is there is changed. */
export function addItems(context: SimContext, shops: Env[], items: SandboxItem[]): void {
  context.store.together(() => {
    for (const one of items) {
      const name = one['shop']
      addItem(
        wantedShop(shops, name) ?? ensureShop(context, (typeof name === 'string' && shopDomain(name)) || defaultShop),
        one,
      )
    }
  })
}
function addItem(env: Env, one: SandboxItem): void {
  const location = ofShop<LocationRow>(env, 'location')[0]
  const old = products(env).find((each) => each.variants.some((variant) => variant.sku === one.sku))
  const answer = productSet(env, {
    ...(old ? { identifier: { id: old.id } } : {}),
    input: ownersInput(one, location?.id ?? ''),
  })
  if (!answer.productId) throw new Error(`${one.sku}: ${answer.userErrors.map((each) => each.message).join(', ')}`)
  const publications = ofShop<PublicationRow>(env, 'publication').map((each) => ({ publicationId: each.id }))
  setPublished(env, answer.productId, publications, true)
}

/** Without `shop`: the first shop where the SKU can be bought. @throws Error with a clear sentence when it cannot be bought */
export function buy(
  shops: Env[],
  order: { sku: string; quantity: number; [more: string]: unknown },
): { externalOrderId: string } {
  const named = order['shop'] ? wantedShop(shops, order['shop']) : undefined
  if (order['shop'] && !named) throw new Error(`There is no shop ${String(order['shop'])}`)
  if (!Number.isInteger(order.quantity) || order.quantity < 1)
    throw new Error('The quantity must be a whole number of at least 1')
  const candidates = named ? [named] : shops
  if (candidates.length === 0) throw new Error('There is no shop yet: connect one, or put items into one')
  let why: unknown
  for (const env of candidates) {
    try {
      return { externalOrderId: env.context.store.together(() => placeOrder(env, order.sku, order.quantity)).id }
    } catch (error) {
      // The next shop may have it; the last word is the first shop that knows the SKU.
      if (!why || products(env).some((one) => one.variants.some((variant) => variant.sku === order.sku))) why = error
    }
  }
  throw why
}

/** @param externalOrderId the order's id, its number, or its name */
export function cancel(shops: Env[], externalOrderId: string): void {
  for (const env of shops) {
    const order = ofShop<OrderRow>(env, 'order').find((one) =>
      [one.id, legacyId(one.id), one.name].includes(externalOrderId),
    )
    if (!order) continue
    env.context.store.together(() => cancelOrder(env, order))
    return
  }
  throw new Error(`There is no order ${externalOrderId}`)
}
