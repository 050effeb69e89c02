import { describe, expect, it } from 'vitest'
import type { SimRequest } from '../../kit/simulator.ts'
import { app, at, openTestShop, sellShirts, type GraphqlAnswer, type TestShop } from '../../testing/shopify-shop.ts'

const path = '/motto-dev/admin/api/2026-07/graphql.json'
const opened = (): TestShop => {
  const shop = openTestShop()
  shop.install()
  return shop
}
/** Four pages of products with their variants and stock: dear, but allowed. */
const dear = `{
  products(first: 250) { nodes { id variants(first: 100) { nodes { id inventoryItem { inventoryLevels(first: 50) { nodes { location { id } item { id } } } } } } } }
}`
const request = (query: string, more: Partial<SimRequest> = {}): SimRequest => ({
  method: 'POST',
  path,
  query: new URLSearchParams(),
  headers: {},
  rawBody: Buffer.from(JSON.stringify({ query })),
  ...more,
})

describe('cost', () => {
  it('is told with every answer and restores by 100 a second', () => {
    const shop = opened()
    const shopAnswer = shop.graphql('{ shop { name plan { publicDisplayName } } }')
    expect(shopAnswer.extensions?.cost).toEqual({
      requestedQueryCost: 2,
      actualQueryCost: 2,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1998, restoreRate: 100 },
    })
    shop.pass(1)
    expect(shop.graphql('{ shop { name } }').extensions?.cost.throttleStatus['currentlyAvailable']).toBe(1999)
  })

  it('is 10 for a mutation and more for what a productSet brings', () => {
    const shop = opened()
    const set =
      'mutation S($input: ProductSetInput!) { productSet(input: $input) { product { id } userErrors { message } } }'
    expect(shop.graphql(set, { input: { title: 'A' } }).extensions?.cost.requestedQueryCost).toBe(10)
    const files = Array.from({ length: 10 }, (_, place) => ({
      originalSource: `https://pictures.example/${place}.jpg`,
    }))
    expect(shop.graphql(set, { input: { title: 'B', files } }).extensions?.cost.requestedQueryCost).toBe(29)
  })

  it('of 250 variants with their items is what the platform was seen to ask', () => {
    const shop = opened()
    const query =
      'query V($id: ID!) { product(id: $id) { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }'
    expect(shop.graphql(query, { id: 'gid://shopify/Product/1' }).extensions?.cost.requestedQueryCost).toBe(25)
  })

  it('runs out: HTTP 200 with THROTTLED, until enough has come back', () => {
    const shop = opened()
    sellShirts(shop, { S: 1 })
    const requested = shop.graphql(dear).extensions?.cost.requestedQueryCost ?? 0
    let answer: GraphqlAnswer = {}
    for (let tries = 0; tries < 400 && !answer.errors; tries++) answer = shop.graphql(dear)
    expect(answer.data).toBeUndefined()
    expect(answer.errors?.[0]).toMatchObject({ message: 'Throttled', extensions: { code: 'THROTTLED' } })
    const { requestedQueryCost = 0, actualQueryCost, throttleStatus } = answer.extensions?.cost ?? {}
    expect([requestedQueryCost, actualQueryCost]).toEqual([requested, null])
    const missing = requestedQueryCost - (throttleStatus?.['currentlyAvailable'] ?? 0)
    expect(missing).toBeGreaterThan(0)
    shop.pass(Math.ceil(missing / 100))
    expect(shop.graphql(dear).errors).toBeUndefined()
  })

  it('over 1000 points is refused before running', () => {
    const query = `{ ${Array.from({ length: 20 }, (_, place) => `p${place}: ${dear.slice(1, -1)}`).join('\n')} }`
    expect(opened().graphql(query).errors?.[0]?.extensions['code']).toBe('MAX_COST_EXCEEDED')
  })
})

describe('faults', () => {
  it('speak the platform’s words', () => {
    const shop = opened()
    const limited = shop.simulator.fail('rate_limit', request('{ shop { name } }'))
    expect(limited).toMatchObject({
      status: 200,
      body: {
        errors: [{ extensions: { code: 'THROTTLED' } }],
        extensions: { cost: { throttleStatus: { currentlyAvailable: 0 } } },
      },
    })
    expect(shop.simulator.fail('error500', request('{ shop { name } }'))).toMatchObject({
      status: 500,
      body: 'Internal Server Error',
    })
  })

  it('strike the API only, and a change only where there is one', () => {
    const { simulator } = opened()
    expect(simulator.faultable(request(''))).toBe(true)
    expect(simulator.faultable(request('', { path: '/motto-dev/admin/oauth/authorize' }))).toBe(false)
    expect(simulator.faultable(request('', { path: '/motto-dev/products/mug' }))).toBe(false)
    expect(simulator.isWrite?.(request('{ shop { name } }'))).toBe(false)
    expect(simulator.isWrite?.(request('# first\nmutation { appUninstall { userErrors { message } } }'))).toBe(true)
    expect(simulator.isWrite?.(request('nonsense {'))).toBe(false)
  })
})

describe('refusals', () => {
  const status = (shop: TestShop, more: object, at = path) =>
    shop.send('POST', at, { json: { query: '{ shop { name } }' }, ...more }).status

  it('are 401 without a valid token, 404 for what is no version or none yet, 400 without a query', () => {
    const shop = openTestShop()
    const token = shop.install()
    expect(status(shop, {})).toBe(401)
    expect(status(shop, { token: 'shpat_wrong' })).toBe(401)
    expect(status(shop, { token })).toBe(200)
    for (const version of ['2027-01', '2026-05', 'newest'])
      expect(status(shop, { token }, path.replace('2026-07', version))).toBe(404)
    expect(status(shop, { token, json: {} })).toBe(400)
  })

  it('are none for a version that is served no more: a later one answers, and only a header says so', () => {
    const shop = openTestShop()
    const answered = (version: string) => {
      const { status, headers } = shop.send('POST', path.replace('2026-07', version), {
        json: { query: '{ shop { name } }' },
        token: shop.install(),
      })
      return [status, headers?.['x-shopify-api-version']]
    }
    expect([answered('2026-07'), answered('2026-10'), answered('2019-04')]).toEqual([
      [200, '2026-07'],
      [200, '2026-10'],
      [200, '2026-07'],
    ])
    const DAY = 86_400
    // It is served for a year and a few days.
    shop.pass(375 * DAY)
    expect(answered('2026-07')).toEqual([200, '2026-07'])
    shop.pass(10 * DAY)
    expect(answered('2026-07')).toEqual([200, '2026-10'])
  })

  it('name unknown fields, wrong variables, bad syntax and missing page sizes', () => {
    const shop = opened()
    const code = (query: string, variables = {}) => shop.graphql(query, variables).errors?.[0]?.extensions['code']
    expect(code('{ shop { nope } }')).toBe('undefinedField')
    expect(code('query P($id: ID!) { product(id: $id) { id } }')).toBe('INVALID_VARIABLE')
    expect(code('{ shop { name }')).toBe('PARSE_ERROR')
    expect(shop.graphql('{ products { nodes { id } } }').errors?.[0]?.message).toBe(
      'you must provide one of first or last',
    )
    expect(code('{ products(first: 251) { nodes { id } } }')).toBe('BAD_REQUEST')
  })

  it('say which scope is missing', () => {
    const shop = openTestShop()
    const consent = shop.send('POST', '/motto-dev/admin/oauth/authorize', {
      form: { client_id: app.clientId, redirect_uri: app.redirectUri, scope: 'write_products', decision: 'install' },
    })
    const code = new URL(consent.headers?.['location'] ?? '').searchParams.get('code')
    const answer = shop.send('POST', '/motto-dev/admin/oauth/access_token', {
      json: { client_id: app.clientId, client_secret: app.clientSecret, code, expiring: '1' },
    })
    const { access_token: token } = answer.body as { access_token: string }
    const ask = (query: string) => shop.send('POST', path, { json: { query }, token }).body as GraphqlAnswer
    expect(at(ask('{ products(first: 1) { nodes { id } } }'), 'products', 'nodes')).toEqual([])
    expect(ask('{ orders(first: 1) { nodes { id } } }').errors?.[0]).toMatchObject({
      message: 'Access denied for orders field. Required access: `read_orders` access scope.',
      extensions: { code: 'ACCESS_DENIED' },
    })
  })
})

it('forgets what is for sale on reset, but not who may enter', () => {
  const shop = opened()
  sellShirts(shop, { S: 1 })
  shop.buy('SHIRT-S')
  shop.simulator.reset()
  expect([shop.simulator.listings(), shop.simulator.orders?.()]).toEqual([[], []])
  expect(at(shop.graphql('{ shop { name } }'), 'shop', 'name')).toBe('Motto Dev')
})

it('keeps shops apart', () => {
  const shop = opened()
  sellShirts(shop, { S: 1 })
  shop.simulator.addItems([{ sku: 'LAMP', title: 'Lamp', price: 10, quantity: 1 }], 'second-shop')
  expect(shop.simulator.accounts()).toEqual(['second-shop.myshopify.com', 'motto-dev.myshopify.com'])
  const skus = (account?: string) => shop.simulator.listings(account).map((listing) => listing.sku)
  expect([skus(), skus('second-shop')]).toEqual([['SHIRT-S'], ['LAMP']])
  expect(
    at(shop.graphql('{ productVariants(first: 5, query: "sku:LAMP") { nodes { id } } }'), 'productVariants', 'nodes'),
  ).toEqual([])
  shop.buy('LAMP', 1)
  expect(at(shop.graphql('{ orders(first: 5) { nodes { id } } }'), 'orders', 'nodes')).toEqual([])
})
