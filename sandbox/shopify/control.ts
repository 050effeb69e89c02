import type {
  Cancellation,
  Edit,
  Forgetting,
  OrderPart,
  Purchase,
  SandboxItem,
  SandboxListing,
  SandboxOrder,
  SimContext,
} from '../kit/simulator.ts'
import { cancelByHand, editProduct, productOf, refundByHand, shipByHand } from './by-hand.ts'
import { storefrontUrl } from './catalog-view.ts'
import { totalAvailable } from './inventory.ts'
import { fulfillmentStatus, type OrderRow } from './order-rows.ts'
import { placeOrder, sells } from './orders.ts'
import { ownersInput } from './owners-input.ts'
import { productSet } from './product-set.ts'
import { setPublished } from './product-changes.ts'
import { complianceHeaders } from './webhooks.ts'
import {
  type CollectionRow,
  ensureShop,
  find,
  isForSale,
  item,
  legacyId,
  ofShop,
  products,
  save,
  shopDomain,
  type Env,
  type LocationRow,
  type ProductRow,
  type PublicationRow,
  type ShopRow,
} from './state.ts'

const defaultShop = 'motto-dev.myshopify.com'

/** Everything that is done past the API. Without an account the shop is meant that connected last. */
export function controlOf(context: SimContext) {
  const shops = (): Env[] =>
    context.store
      .list<ShopRow>('shop')
      .toSorted((a, b) => (a.connected ?? 0) - (b.connected ?? 0))
      .map((row) => ({ context, shop: row.domain }))
  /** @throws Error when there is no such shop */
  const shopOf = (account?: string): Env | undefined => {
    if (account === undefined) return shops().at(-1)
    const found = shops().find(({ shop }) => shop === shopDomain(account))
    if (!found) throw new Error(`There is no shop ${account}`)
    return found
  }
  /** Where to look for a SKU or an order: the one that is meant, or all, who connected last first. */
  const toSearch = (account?: string): Env[] => {
    const named = account === undefined ? undefined : shopOf(account)
    return named ? [named] : shops().toReversed()
  }
  const withOrder = (id: string, account: string | undefined, work: (env: Env, order: OrderRow) => void): void => {
    for (const env of toSearch(account)) {
      const order = ofShop<OrderRow>(env, 'order').find((one) => [one.id, legacyId(one.id), one.name].includes(id))
      if (order) return context.store.together(() => work(env, order))
    }
    throw new Error(`There is no order ${id}`)
  }
  return {
    shops,
    accounts: () => shops().map(({ shop }) => shop),
    listings(account?: string): SandboxListing[] {
      const env = shopOf(account)
      return env ? listings(env) : []
    },
    /** The shop asks for it, and names the orders. */
    forget({ buyer, address }: Forgetting, account?: string): void {
      for (const env of toSearch(account)) {
        const orders = ofShop<OrderRow>(env, 'order').filter(({ email }) => email === buyer)
        if (orders.length === 0) continue
        const body = JSON.stringify({
          shop_id: 1,
          shop_domain: env.shop,
          customer: { email: buyer },
          orders_to_redact: orders.map(({ id }) => Number(legacyId(id))),
        })
        return context.deliver({ url: address, body, headers: complianceHeaders(env, 'customers/redact', body) })
      }
      throw new Error(`Nobody called ${buyer} has bought here`)
    },
    orders(account?: string): SandboxOrder[] {
      const env = shopOf(account)
      return env ? ofShop<OrderRow>(env, 'order').map(orderRow) : []
    },
    /** Products that the shop's owner made: for sale on every sales channel, stocked at the first location. An SKU that is there is changed. */
    addItems(items: SandboxItem[], account?: string): void {
      const domain = account === undefined ? (shopOf()?.shop ?? defaultShop) : shopDomain(account)
      if (domain === undefined) throw new Error(`${account} is not a shop's name`)
      context.store.together(() => {
        const env = ensureShop(context, domain)
        for (const one of items) addItem(env, one)
      })
    },
    /** @param externalOrderId in what follows: the order's id, its number, or its name */
    buy(purchase: Purchase, account?: string): { externalOrderId: string } {
      const candidates = toSearch(account)
      const env = candidates.find((one) => purchase.lines.every(({ sku }) => sells(one, sku))) ?? candidates[0]
      if (!env) throw new Error('There is no shop yet: connect one, or put items into one')
      return { externalOrderId: context.store.together(() => placeOrder(env, purchase)).id }
    },
    edit(change: Edit, account?: string): void {
      for (const env of toSearch(account)) {
        const product = productOf(env, change.sku)
        if (product) return context.store.together(() => editProduct(env, product, change))
      }
      throw new Error(`No product has the SKU ${change.sku}`)
    },
    ship: (part: OrderPart, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => shipByHand(env, order, part)),
    refund: (part: OrderPart & { restock: boolean }, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => refundByHand(env, order, part)),
    cancel: (asked: Cancellation, account?: string) =>
      withOrder(asked.externalOrderId, account, (env, order) => cancelByHand(env, order, asked)),
    takeAway: () => takeAway(toSearch()),
  }
}

function listings(env: Env): SandboxListing[] {
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

const orderRow = (order: OrderRow): SandboxOrder => ({
  externalOrderId: order.id,
  skus: order.lines.map(({ sku }) => sku),
  quantity: order.lines.reduce((sum, { currentQuantity }) => sum + currentQuantity, 0),
  status: order.cancelledAt ? 'CANCELLED' : fulfillmentStatus(order),
  payment: order.financialStatus,
  shipped: fulfillmentStatus(order) === 'FULFILLED',
  tracking: order.fulfillments.flatMap(({ tracking }) => tracking.flatMap(({ number }) => number ?? [])),
})

function addItem(env: Env, one: SandboxItem): void {
  // The one that the shop's list of locations names first: apps begin with it.
  const [location] = ofShop<LocationRow>(env, 'location').sort((a, b) => (a.name < b.name ? -1 : 1))
  const old = productOf(env, one.sku)
  const answer = productSet(env, {
    ...(old ? { identifier: { id: old.id } } : {}),
    input: ownersInput(one, location?.id ?? ''),
  })
  if (!answer.productId) throw new Error(`${one.sku}: ${answer.userErrors.map((each) => each.message).join(', ')}`)
  const publications = ofShop<PublicationRow>(env, 'publication').map((each) => ({ publicationId: each.id }))
  setPublished(env, answer.productId, publications, true)
}

/** The collection that the newest product in one is in is deleted, as an owner may do. */
function takeAway(shops: Env[]): string | undefined {
  for (const env of shops) {
    const [id] = products(env).findLast(({ collections }) => collections.length > 0)?.collections ?? []
    if (id === undefined || !find<CollectionRow>(env, 'collection', id)) continue
    env.context.store.delete('collection', id)
    for (const product of products(env))
      if (product.collections.includes(id))
        save(env, 'product', {
          ...product,
          collections: product.collections.filter((one) => one !== id),
        } satisfies ProductRow)
    return id
  }
  return undefined
}
