import { deskOf } from '../../kit/desk.ts'
import { byConnection } from '../../kit/shop-rows.ts'
import type { Forgetting, SandboxItem, SandboxListing, SandboxOrder, SimContext } from '../../kit/simulator.ts'
import { cancelByHand, editProduct, productOf, refundByHand, shipByHand } from './by-hand.ts'
import { storefrontUrl } from '../listings/catalog-view.ts'
import { totalAvailable } from '../stock/inventory.ts'
import { fulfillmentStatus, type OrderRow } from '../orders/order-rows.ts'
import { placeOrder, sells } from '../orders/orders.ts'
import { ownersInput } from './owners-input.ts'
import { productSet } from '../listings/product-set.ts'
import { setPublished } from '../listings/product-changes.ts'
import { complianceHeaders } from '../webhooks/webhooks.ts'
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
  shopHandle,
  type Env,
  type LocationRow,
  type ProductRow,
  type PublicationRow,
  type ShopRow,
} from '../state.ts'

const defaultShop = 'motto-dev.myshopify.com'

/** What sellers and buyers do on Shopify's own pages. */
export function controlOf(context: SimContext) {
  const shops = (): Env[] =>
    byConnection(context.store.list<ShopRow>('shop')).map(({ domain }) => ({ context, shop: domain }))
  const { shopsToSearch, ...desk } = deskOf(context, {
    channel: 'Shopify',
    who: 'shop',
    what: 'product',
    shops,
    namesOf: ({ shop }) => [shop, shopHandle(shop)],
    openFirst: () => ensureShop(context, defaultShop),
    openNamed(name) {
      const domain = shopDomain(name)
      if (domain === undefined) throw new Error(`${name} is not a shop's name`)
      return ensureShop(context, domain)
    },
    listings,
    orders: (env) => ofShop<OrderRow>(env, 'order').map(orderRow),
    addItem,
    sells,
    bySku: productOf,
    // By its id, its number, or its name.
    orderBy: (env, id) =>
      ofShop<OrderRow>(env, 'order').find((order) => [order.id, legacyId(order.id), order.name].includes(id)),
    buy: (env, purchase) => placeOrder(env, purchase).id,
    edit: editProduct,
    ship: shipByHand,
    refund: refundByHand,
    cancel: cancelByHand,
    takeAway,
  })
  return {
    ...desk,
    shops,
    /** The shop asks for it, and names the orders. */
    forget({ buyer, address }: Forgetting, account?: string): void {
      for (const env of shopsToSearch(account)) {
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

/** A product that the shop's owner made: for sale on every sales channel, stocked at the first location. A known SKU is changed. */
function addItem(env: Env, sandboxItem: SandboxItem): void {
  // The one that the shop's list of locations names first: apps begin with it.
  const [location] = ofShop<LocationRow>(env, 'location').sort((a, b) => (a.name < b.name ? -1 : 1))
  const old = productOf(env, sandboxItem.sku)
  const answer = productSet(env, {
    ...(old ? { identifier: { id: old.id } } : {}),
    input: ownersInput(sandboxItem, location?.id ?? ''),
  })
  if (!answer.productId)
    throw new Error(`${sandboxItem.sku}: ${answer.userErrors.map((each) => each.message).join(', ')}`)
  const publications = ofShop<PublicationRow>(env, 'publication').map((each) => ({ publicationId: each.id }))
  setPublished(env, answer.productId, publications, true)
}

/** The collection that the newest product in one is in is deleted, as an owner may do. */
function takeAway(env: Env): string | undefined {
  const [id] = products(env).findLast(({ collections }) => collections.length > 0)?.collections ?? []
  if (id === undefined || !find<CollectionRow>(env, 'collection', id)) return undefined
  env.context.store.delete('collection', id)
  for (const product of products(env))
    if (product.collections.includes(id))
      save(env, 'product', {
        ...product,
        collections: product.collections.filter((collectionId) => collectionId !== id),
      } satisfies ProductRow)
  return id
}
