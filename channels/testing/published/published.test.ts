import { expect, it } from 'vitest'
import { type Said, deviations, isEveryChannelDescribed } from './published.ts'
import { skipNote } from './specs.ts'

const skipped = skipNote(isEveryChannelDescribed)
const exchange = (channel: string, path: string, more: Partial<Said> = {}): Said => ({
  channel,
  method: 'GET',
  path,
  headers: {},
  status: 200,
  answer: {},
  ...more,
})

const ofShopify = (query: string, data: object | null, variables: object = {}) =>
  exchange('shopify', '/admin/api/2026-07/graphql.json', {
    method: 'POST',
    json: { query, variables },
    answer: { data },
  })

/** A call of each channel that is not as its description has it, and what is said of it. */
const wrong: [Said, RegExp][] = [
  [
    exchange('ebay', '/sell/inventory/v1/inventory_item?limit=1', {
      headers: { 'accept-language': 'en-US' },
      answer: { total: 'one' },
    }),
    /^ebay: .*total must be integer/,
  ],
  [
    exchange('etsy', '/v3/application/shops/1/nothing', { headers: { 'x-api-key': 'a:b' } }),
    /^etsy: .*is not described/,
  ],
  [
    exchange('square', '/v2/locations?sideways=1', { headers: { 'square-version': '2026-09-16' } }),
    /^square: .*sideways is (not described|unknown)/,
  ],
  [
    exchange('bigcommerce', '/stores/s/v3/catalog/products', { answer: { data: [{ name: 7 }], meta: {} } }),
    /^bigcommerce: .*name must be string/,
  ],
  [exchange('clover', '/v3/merchants/M/items', { answer: { elements: 'none' } }), /^clover: .*elements must be array/],
  [exchange('csv', '/v4/spreadsheets/x', { answer: { sheets: {} } }), /^csv: .*sheets must be array/],
  [
    exchange('shopify', '/admin/api/2026-07/graphql.json', {
      method: 'POST',
      json: { query: '{ shop { nonsense } }' },
      answer: { data: {} },
    }),
    /^shopify: Cannot query field "nonsense"/,
  ],
  [
    ofShopify('{ shop { name } }', { shop: { name: 'Shirts', plan: 'Plus' } }),
    /^shopify: the answer has more than asked/,
  ],
  [ofShopify('{ shop { currencyCode } }', { shop: { currencyCode: 'XXQ' } }), /^shopify: .*"XXQ"/],
  [
    ofShopify('query N($ids: [ID!]!) { nodes(ids: $ids) { id } }', { nodes: [null] }, { ids: ['7'] }),
    /^shopify: \$ids\.0 "7" is no id of Shopify/,
  ],
  [{ ...ofShopify('{ shop { name } }', null), status: 418, answer: {} }, /^shopify: the status 418 is not published/],
  [exchange('ebay', '/sell/inventory/v1/inventory_item?limit=1', { answer: {} }), /^ebay: Accept-Language is missing/],
  [
    exchange('ebay', '/sell/inventory/v1/offer/1/withdraw', {
      method: 'POST',
      headers: { 'accept-language': 'en-US' },
      json: {},
    }),
    /^ebay: Content-Language is missing/,
  ],
]

it.skipIf(skipped !== '')(`that any server may fail is no deviation${skipped}`, () => {
  const headers = { 'accept-language': 'en-US' }
  const failing = (status: number) => exchange('ebay', '/sell/inventory/v1/inventory_item?limit=1', { headers, status })
  expect(deviations([failing(503)])).toEqual([])
  expect(deviations([failing(418)])).toEqual([expect.stringContaining('the status is not described')])
})

it.skipIf(skipped !== '').each(wrong)(
  `what $channel would not say is told once, with the call that showed it${skipped}`,
  (recorded, problem) => {
    const problems = deviations([recorded, recorded])
    expect(problems.filter((deviation) => problem.test(deviation))).toHaveLength(1)
    expect(problems[0]).toContain(`(${recorded.method} ${recorded.path.split('?')[0]})`)
  },
)
