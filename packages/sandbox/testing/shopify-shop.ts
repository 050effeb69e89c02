import type { Lag } from '../kit/host/lag.ts'
import type { Hook } from '../kit/host/webhooks.ts'
import { requestOf, testContext } from './context.ts'
import type { SimAnswer, SimContext, Simulator } from '../kit/simulator.ts'
import { makeShopify } from '../shopify/simulator.ts'

export interface GraphqlAnswer {
  data?: Record<string, Record<string, unknown> | null>
  errors?: { message: string; extensions: Record<string, unknown> }[]
  extensions?: {
    cost: { requestedQueryCost: number; actualQueryCost: number | null; throttleStatus: Record<string, number> }
  }
}
export interface TestShop {
  simulator: Simulator
  context: SimContext
  hooks: Hook[]
  /** How late it is; nothing at first. */
  lag: Lag
  /** One buyer pays for pieces of one SKU. */
  buy(sku: string, quantity?: number): { externalOrderId: string }
  cancel(externalOrderId: string): void
  /** Moves the clock. */
  pass(seconds: number): void
  send(
    method: string,
    path: string,
    more?: { query?: Record<string, string>; json?: unknown; form?: Record<string, string>; token?: string },
  ): SimAnswer
  /** Installs the app with all scopes; later calls use its token. */
  install(): string
  graphql(query: string, variables?: Record<string, unknown>): GraphqlAnswer
}

export const scopes = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_orders',
  'write_orders',
  'read_publications',
  'write_publications',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
]
export const app = {
  clientId: 'client-1',
  clientSecret: 'very-secret',
  redirectUri: 'http://127.0.0.1:3000/connect/shopify',
  redirectName: '',
}

/** A simulator in memory with a clock of its own, and one shop. */
export function openTestShop(shop = 'motto-dev'): TestShop {
  let token = ''
  const { context, hooks, lag, pass } = testContext('shopify', { app })
  const simulator = makeShopify(context)
  const send: TestShop['send'] = (method, path, more = {}) => {
    const body = more.json === undefined ? new URLSearchParams(more.form).toString() : JSON.stringify(more.json)
    const headers = {
      'content-type': more.json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(more.token === undefined ? {} : { 'x-shopify-access-token': more.token }),
    }
    const query = more.query ? `?${new URLSearchParams(more.query)}` : ''
    const answer = simulator.handle(requestOf(method, `${path}${query}`, { body, headers }))
    if (answer instanceof Promise) throw new Error('This simulator answers at once')
    return answer
  }
  const install = () => {
    const consent = send('POST', `/${shop}/admin/oauth/authorize`, {
      form: {
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: scopes.join(','),
        state: 'nonce',
        decision: 'install',
      },
    })
    const code = new URL(consent.headers?.['location'] ?? '').searchParams.get('code')
    const answer = send('POST', `/${shop}/admin/oauth/access_token`, {
      json: { client_id: app.clientId, client_secret: app.clientSecret, code, expiring: '1' },
    })
    token = (answer.body as { access_token: string }).access_token
    return token
  }
  return {
    simulator,
    context,
    hooks,
    send,
    install,
    lag,
    buy: (sku, quantity = 1) => simulator.buy({ lines: [{ sku, quantity }], payment: 'paid', test: false }),
    cancel: (externalOrderId) => simulator.cancel({ externalOrderId, restock: true }),
    pass,
    graphql: (query, variables = {}) =>
      send('POST', `/${shop}/admin/api/2026-07/graphql.json`, { json: { query, variables }, token })
        .body as GraphqlAnswer,
  }
}

/** The object at a path of an answer's data. */
export function at(answer: GraphqlAnswer, ...path: (string | number)[]): unknown {
  let value: unknown = answer.data
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step]
  return value
}

export const setProduct = `mutation Set($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(synchronous: true, identifier: $identifier, input: $input) {
    product {
      id handle title tags status collections(first: 20) { nodes { id } }
      media(first: 20) { nodes { id alt status preview { image { url } } } }
      variants(first: 50) { nodes { id sku price inventoryQuantity inventoryItem { id tracked } selectedOptions { name value } } }
    }
    userErrors { field message code }
  }
}`

/** A product on all sales channels with one variant per size, stocked at the first location. */
export function sellShirts(
  shop: TestShop,
  sizes: Record<string, number>,
): { productId: string; locationId: string; items: Record<string, string> } {
  const locationId = String(
    at(
      shop.graphql('{ locations(first: 5, query: "name:\'Main warehouse\'") { nodes { id } } }'),
      'locations',
      'nodes',
      0,
      'id',
    ),
  )
  const answer = shop.graphql(setProduct, {
    input: {
      title: 'Shirt',
      status: 'ACTIVE',
      productOptions: [{ name: 'Size', values: Object.keys(sizes).map((name) => ({ name })) }],
      variants: Object.entries(sizes).map(([size, quantity]) => ({
        sku: `SHIRT-${size}`,
        price: '20.00',
        optionValues: [{ optionName: 'Size', name: size }],
        inventoryItem: { tracked: true },
        inventoryQuantities: [{ locationId, name: 'available', quantity }],
      })),
    },
  })
  const productId = String(at(answer, 'productSet', 'product', 'id'))
  const variants = at(answer, 'productSet', 'product', 'variants', 'nodes') as {
    sku: string
    inventoryItem: { id: string }
  }[]
  const publications = at(shop.graphql('{ publications(first: 5) { nodes { id } } }'), 'publications', 'nodes') as {
    id: string
  }[]
  shop.graphql(
    'mutation P($id: ID!, $input: [PublicationInput!]!) { publishablePublish(id: $id, input: $input) { userErrors { message } } }',
    {
      id: productId,
      input: publications.map((publication) => ({ publicationId: publication.id })),
    },
  )
  return {
    productId,
    locationId,
    items: Object.fromEntries(variants.map((variant) => [variant.sku, variant.inventoryItem.id])),
  }
}
