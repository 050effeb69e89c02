import {
  collectionView,
  findLevel,
  findVariant,
  inventoryItemView,
  productView,
  variantView,
  type Sold,
} from '../listings/catalog-view.ts'
import { findFulfillment, findFulfillmentOrder } from '../orders/fulfillments.ts'
import { totalAvailable, type AdjustmentRow } from '../stock/inventory.ts'
import { adjustmentView } from '../stock/inventory-view.ts'
import { fulfillmentStatus, type OrderRow } from '../orders/order-rows.ts'
import { fulfillmentOrderView, fulfillmentView, orderView } from '../orders/order-view.ts'
import { page, pageInOrder, type PageArgs } from './paging.ts'
import { invalidArguments } from './problems.ts'
import { identify, type Identifier } from '../listings/product-set.ts'
import { makeFilter, type Fields } from './search.ts'
import { count, findLocation, locationView, shopView, type View } from '../shop/shop-view.ts'
import {
  find,
  item,
  legacyId,
  moment,
  ofShop,
  products,
  shopRow,
  shown,
  type CollectionRow,
  type Env,
  type LocationRow,
  type ProductRow,
  type PublicationRow,
  type SubscriptionRow,
} from '../state.ts'
import { category, listCategories, type CategoryFilter } from '../listings/taxonomy.ts'
import { apiVersion } from '../version.ts'

type Args<T = object> = PageArgs & { query?: string | null; sortKey?: string | null } & T
interface ById {
  id: string
}
interface SoldRow extends Sold {
  id: string
}

const mostIds = 250
const date = (iso: string): Date => new Date(iso)
const idFields = <T extends { id: string }>(): Fields<T> => ({ id: (row) => Number(legacyId(row.id)) })
const productFields = (env: Env): Fields<ProductRow> => ({
  ...idFields<ProductRow>(),
  default: (row) => [row.title, row.vendor, row.productType, ...row.variants.map((variant) => variant.sku)],
  title: (row) => row.title,
  handle: (row) => row.handle,
  status: (row) => row.status,
  vendor: (row) => row.vendor,
  product_type: (row) => row.productType,
  tag: (row) => row.tags,
  sku: (row) => row.variants.map((variant) => variant.sku),
  barcode: (row) => row.variants.map((variant) => variant.barcode),
  created_at: (row) => date(row.createdAt),
  updated_at: (row) => date(row.updatedAt),
  inventory_total: (row) => row.variants.reduce((sum, variant) => sum + totalAvailable(item(env, variant.itemId)), 0),
  published_status: (row) => (Object.keys(row.publications).length > 0 ? 'published' : 'unpublished'),
})
const variantFields: Fields<SoldRow> = {
  ...idFields<SoldRow>(),
  default: (row) => [row.variant.sku, row.variant.barcode, row.product.title],
  sku: (row) => row.variant.sku,
  barcode: (row) => row.variant.barcode,
  title: (row) => row.variant.values.join(' / '),
  product_id: (row) => Number(legacyId(row.product.id)),
  product_status: (row) => row.product.status,
  updated_at: (row) => date(row.variant.updatedAt),
  vendor: (row) => row.product.vendor,
  product_type: (row) => row.product.productType,
}
const orderFields: Fields<OrderRow> = {
  ...idFields<OrderRow>(),
  default: (row) => [row.name, row.email, row.address.firstName, row.address.lastName],
  name: (row) => [row.name, row.name.replace('#', '')],
  email: (row) => row.email,
  created_at: (row) => date(row.createdAt),
  processed_at: (row) => date(row.createdAt),
  updated_at: (row) => date(row.updatedAt),
  financial_status: (row) => row.financialStatus,
  sku: (row) => row.lines.map((line) => line.sku),
  test: (row) => String(row.test),
  fulfillment_status: (row) =>
    ({
      UNFULFILLED: ['unfulfilled', 'unshipped'],
      PARTIALLY_FULFILLED: ['partial'],
      FULFILLED: ['fulfilled', 'shipped'],
    })[fulfillmentStatus(row)],
  status: (row) => [
    row.cancelledAt ? 'cancelled' : row.closedAt ? 'closed' : 'open',
    ...(row.closedAt ? ['closed'] : []),
    'any',
  ],
}
const collectionFields: Fields<CollectionRow> = {
  ...idFields<CollectionRow>(),
  default: (row) => row.title,
  title: (row) => row.title,
  handle: (row) => row.handle,
  updated_at: (row) => date(row.updatedAt),
}

/** A row's place by a sort key; by id where the key says so. */
const productKey =
  (sortKey: string | null | undefined) =>
  (row: ProductRow): string => {
    const byName: Record<string, string> = {
      TITLE: row.title.toLowerCase(),
      VENDOR: row.vendor.toLowerCase(),
      PRODUCT_TYPE: row.productType.toLowerCase(),
      CREATED_AT: row.createdAt,
      UPDATED_AT: row.updatedAt,
    }
    return byName[sortKey ?? ''] ?? ''
  }
const orderKey =
  (sortKey: string | null | undefined) =>
  (row: OrderRow): string | number => {
    if (sortKey === 'UPDATED_AT') return row.updatedAt
    if (sortKey === 'TOTAL_PRICE' || sortKey === 'CURRENT_TOTAL_PRICE') return row.total
    return sortKey === 'ID' || sortKey === 'ORDER_NUMBER' ? row.number : row.createdAt
  }

const subscriptionView = (row: SubscriptionRow): View => ({
  __typename: 'WebhookSubscription',
  ...row,
  legacyResourceId: legacyId(row.id),
  metafieldNamespaces: [],
  createdAt: shown(row.createdAt),
  updatedAt: shown(row.createdAt),
  apiVersion: versionView,
  callbackUrl: row.uri,
  endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: row.uri },
})
const versionView = { handle: apiVersion, displayName: `${apiVersion} (Latest)`, supported: true }
const publicationView = (row: PublicationRow): View => ({
  __typename: 'Publication',
  id: row.id,
  name: row.name,
  autoPublish: false,
  supportsFuturePublishing: row.name === 'Online Store',
})
export const appView = (env: Env): View => ({
  __typename: 'App',
  id: 'gid://shopify/App/1',
  title: 'Motto',
  handle: 'motto',
  apiKey: env.context.app.clientId,
})

/** A sale is not seen at once. */
const seenOrders = (env: Env): OrderRow[] =>
  ofShop<OrderRow>(env, 'order').filter(({ visibleFrom }) => visibleFrom <= moment(env))

/** Any object by its id, as `node` and `nodes` give it. */
export function nodeView(env: Env, id: string): View | null {
  const type = /^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1] ?? ''
  const rowOf = <T extends { shop: string }>(kind: string, view: (row: T) => View | null): View | null => {
    const row = find<T>(env, kind, id)
    return row ? view(row) : null
  }
  const makers: Record<string, () => View | null> = {
    Product: () => rowOf<ProductRow>('product', (row) => productView(env, row)),
    ProductVariant: () => variantById(env, id),
    Collection: () => rowOf<CollectionRow>('collection', (row) => collectionView(env, row)),
    Order: () => {
      const row = seenOrders(env).find((order) => order.id === id)
      return row ? orderView(env, row) : null
    },
    Location: () => findLocation(env, id),
    Publication: () => rowOf<PublicationRow>('publication', publicationView),
    WebhookSubscription: () => rowOf<SubscriptionRow>('subscription', subscriptionView),
    InventoryAdjustmentGroup: () => rowOf<AdjustmentRow>('adjustment', (row) => adjustmentView(env, row)),
    InventoryItem: () => inventoryItemView(env, id),
    InventoryLevel: () => findLevel(env, id),
    Fulfillment: () => fulfillmentById(env, id),
    FulfillmentOrder: () => fulfillmentOrderById(env, id),
    Shop: () => (shopRow(env)?.id === id ? shopView(env) : null),
  }
  return type === 'TaxonomyCategory' ? ((category(id) ?? null) as View | null) : (makers[type]?.() ?? null)
}
function variantById(env: Env, id: string): View | null {
  const match = findVariant(env, id)
  return match ? variantView(env, match.product, match.variant) : null
}
export function fulfillmentById(env: Env, id: string | null): View | null {
  const match = id ? findFulfillment(env, id) : undefined
  return match ? fulfillmentView(env, match.order, match.fulfillment) : null
}
function fulfillmentOrderById(env: Env, id: string): View | null {
  const match = findFulfillmentOrder(env, id)
  return match ? fulfillmentOrderView(env, match.order, match.fulfillmentOrder) : null
}
const byId = ({ id }: ById, env: Env): View | null => nodeView(env, id)

/** The fields of QueryRoot. */
export const queries = {
  shop: (_: object, env: Env) => shopView(env),
  currentAppInstallation: (_: object, env: Env) => ({
    __typename: 'AppInstallation',
    id: 'gid://shopify/AppInstallation/1',
    app: appView(env),
    launchUrl: env.context.app.redirectUri,
    accessScopes: (shopRow(env)?.scopes ?? []).map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
  }),
  publicApiVersions: () => [versionView],
  node: byId,
  product: byId,
  collection: byId,
  productVariant: byId,
  inventoryItem: byId,
  inventoryLevel: byId,
  order: byId,
  fulfillment: byId,
  fulfillmentOrder: byId,
  webhookSubscription: byId,
  nodes: ({ ids }: { ids: string[] }, env: Env) => {
    if (ids.length > mostIds)
      throw invalidArguments(`The input array size of ${ids.length} is greater than the maximum allowed of ${mostIds}.`)
    return ids.map((id) => nodeView(env, id))
  },
  location: ({ id }: { id?: string | null }, env: Env) =>
    findLocation(env, id ?? ofShop<LocationRow>(env, 'location')[0]?.id ?? ''),
  locations: (args: Args, env: Env) =>
    page(
      ofShop<LocationRow>(env, 'location').filter(
        makeFilter<LocationRow>(args.query, {
          ...idFields<LocationRow>(),
          default: (row) => row.name,
          name: (row) => row.name,
        }),
      ),
      args,
      { key: (row) => (args.sortKey === 'ID' ? '' : row.name), view: locationView },
    ),
  publications: (args: PageArgs, env: Env) =>
    pageInOrder(ofShop<PublicationRow>(env, 'publication'), args, publicationView),
  collections: (args: Args, env: Env) =>
    page(ofShop<CollectionRow>(env, 'collection').filter(makeFilter(args.query, collectionFields)), args, {
      key: (row) =>
        args.sortKey === 'TITLE' ? row.title.toLowerCase() : args.sortKey === 'UPDATED_AT' ? row.updatedAt : '',
      view: (row) => collectionView(env, row),
    }),
  taxonomy: () => ({
    categories: (args: PageArgs & CategoryFilter) => pageInOrder(listCategories(args), args, (row) => row),
  }),
  productByIdentifier: ({ identifier }: { identifier: Identifier }, env: Env) => {
    const product = identify(env, identifier)
    return product ? productView(env, product) : null
  },
  products: (args: Args, env: Env) =>
    page(products(env).filter(makeFilter(args.query, productFields(env))), args, {
      key: productKey(args.sortKey),
      view: (row) => productView(env, row),
    }),
  productsCount: ({ query }: { query?: string | null }, env: Env) =>
    count(products(env).filter(makeFilter(query, productFields(env))).length),
  productVariants: (args: Args, env: Env) => {
    const all = products(env).flatMap((product) =>
      product.variants.map((variant): SoldRow => ({ id: variant.id, product, variant })),
    )
    const key = (row: SoldRow) =>
      args.sortKey === 'SKU' ? row.variant.sku : args.sortKey === 'TITLE' ? row.variant.values.join(' / ') : ''
    return page(all.filter(makeFilter(args.query, variantFields)), args, {
      key,
      view: (row) => variantView(env, row.product, row.variant),
    })
  },
  orders: (args: Args, env: Env) =>
    page(seenOrders(env).filter(makeFilter(args.query, orderFields)), args, {
      key: orderKey(args.sortKey),
      view: (row) => orderView(env, row),
    }),
  webhookSubscriptions: (
    args: Args<{ topics?: string[] | null; uri?: string | null; format?: string | null }>,
    env: Env,
  ) =>
    pageInOrder(
      ofShop<SubscriptionRow>(env, 'subscription').filter(
        (row) =>
          (args.topics?.includes(row.topic) ?? true) &&
          (!args.uri || row.uri === args.uri) &&
          (!args.format || row.format === args.format),
      ),
      args,
      subscriptionView,
    ),
}
