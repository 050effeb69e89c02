import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { ebayAccess } from '#contract/channels/ebay.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { connect } from '#sandbox/testing/ebay-session.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { HttpAnswer, HttpCall } from '../../call.ts'
import { makeHttp } from '../../kit/http.ts'
import { noConnection } from '../../testing/connection.ts'
import { channelSpecs, hasPublished } from '../../testing/published/specs.ts'
import { openApiChecker } from '../../testing/published/spec.ts'
import { sold } from './sold.ts'

const mugs = '20695'
const spec = 'ebay/spec/buy_marketplace_insights_v1_beta_oas3.json'
let sandbox: Sandbox
let token: string
beforeAll(async () => {
  sandbox = await openSandbox()
  token = (await connect(sandbox)).tokens.access_token
})
afterAll(() => sandbox.stop())

const exchanges: { call: HttpCall; answer: HttpAnswer }[] = []
function connection(answers?: (call: HttpCall) => HttpAnswer | undefined) {
  const http = makeHttp({ timeoutMs: 4000, pace: { requestsPerSecond: 100, concurrency: 8 }, now: () => new Date() })
  const api = `${sandbox.url}/ebay`
  return {
    ...noConnection,
    http: async (call: HttpCall) => {
      const answer = answers?.(call) ?? (await http(call))
      exchanges.push({ call, answer })
      return answer
    },
    accessToken: token,
    origins: { api },
    app: {
      clientId: ebayAccess.clientId.sandbox as string,
      clientSecret: ebayAccess.clientSecret.sandbox,
      secrets: {},
    },
    settings: EbaySettings.parse({}),
    now: () => new Date(),
  }
}
const salesAsked = () => exchanges.filter(({ call }) => call.url.includes('/item_sales/search'))

describe('prices of what sold', () => {
  it('PRO-282 are those of all pages, in minor units, found by the words and aspects', async () => {
    const c = connection()
    const all = await sold(c, { words: '', categoryId: mugs, attributes: {} })
    expect(all).toMatchObject({ currency: 'USD', category: { id: mugs }, loosely: false })
    expect(all.prices.length).toBeGreaterThan(200)
    expect(all.prices.every((price) => Number.isInteger(price) && price > 0)).toBe(true)
    const blue = await sold(c, {
      words: 'unbranded',
      categoryId: mugs,
      attributes: { Color: 'Blue', 'Odd:{name}': '{}' },
    })
    expect(blue.prices.length).toBeGreaterThan(0)
    expect(blue.prices.length).toBeLessThan(all.prices.length)
    const tokens = exchanges.filter(({ call }) => call.url.endsWith('/oauth2/token'))
    expect(tokens.length).toBe(1)
    if (!hasPublished(spec)) return
    const checker = openApiChecker(`${channelSpecs}/${spec}`)
    expect(salesAsked().length).toBeGreaterThan(2)
    for (const { call, answer } of salesAsked()) {
      const path = call.url.slice(`${sandbox.url}/ebay`.length)
      expect(checker.checkRequest(call.method, path, call.json)).toEqual([])
      expect(checker.checkResponse(call.method, path, answer.status, answer.body)).toEqual([])
    }
  })
  it('of something that has not all the words have some of them, and say so', async () => {
    const result = await sold(connection(), { words: 'Vintage locomotive', categoryId: mugs, attributes: {} })
    expect(result.loosely).toBe(true)
    expect(result.prices.length).toBeGreaterThan(0)
    expect(await sold(connection(), { words: 'locomotive', categoryId: mugs, attributes: {} })).toMatchObject({
      prices: [],
      loosely: false,
    })
  })
  it('are looked for in the category that eBay suggests where the template has none', async () => {
    const result = await sold(connection(), { words: 'mug', categoryId: '', attributes: {} })
    expect(result.category?.name).toMatch(/mug/i)
    expect(result.prices.length).toBeGreaterThan(0)
    expect(await sold(connection(), { words: '', categoryId: '', attributes: {} })).toMatchObject({
      prices: [],
      category: null,
    })
  })
  it('are forbidden to an app that eBay did not give the scope', async () => {
    const refused = connection((call) =>
      call.url.endsWith('/oauth2/token')
        ? { status: 400, headers: {}, body: { error: 'invalid_scope', error_description: 'not yours' } }
        : undefined,
    )
    refused.app.clientId = 'an-app-without-the-scope'
    await expect(sold(refused, { words: 'mug', categoryId: mugs, attributes: {} })).rejects.toMatchObject({
      kind: 'forbidden',
    })
    const denied = connection((call) =>
      call.url.includes('/item_sales/')
        ? { status: 403, headers: {}, body: { errors: [{ errorId: 1100, message: 'Access denied' }] } }
        : undefined,
    )
    await expect(sold(denied, { words: 'mug', categoryId: mugs, attributes: {} })).rejects.toMatchObject({
      kind: 'forbidden',
    })
  })
  it('do not make the seller connect anew where the app’s own token is refused, and ask for another', async () => {
    let refusals = 1
    const c = connection((call) =>
      call.url.includes('/item_sales/') && refusals-- > 0
        ? { status: 401, headers: {}, body: { errors: [{ errorId: 1001, message: 'Invalid access token' }] } }
        : undefined,
    )
    await expect(sold(c, { words: 'mug', categoryId: mugs, attributes: {} })).rejects.toMatchObject({
      kind: 'unavailable',
    })
    const before = exchanges.filter(({ call }) => call.url.endsWith('/oauth2/token')).length
    await sold(c, { words: 'mug', categoryId: mugs, attributes: {} })
    expect(exchanges.filter(({ call }) => call.url.endsWith('/oauth2/token')).length).toBe(before + 1)
  })
})
