import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from './main.ts'
import { openSandbox } from './testing/open.ts'
import { type Api, askToken, connect, control, list, type Tokens } from './testing/ebay-session.ts'

const inventory = '/sell/inventory/v1'

describe('the control calls', () => {
  let sandbox: Sandbox
  let api: Api
  let tokens: Tokens
  beforeEach(async () => {
    sandbox = await openSandbox()
    ;({ api, tokens } = await connect(sandbox))
  })
  afterEach(() => sandbox.stop())
  const errorId = (answer: { body: unknown }) => (answer.body as { errors: { errorId: number }[] }).errors[0]?.errorId

  it('CHN-124 show what is for sale, buy it, cancel it', async () => {
    const { listingId } = await list(api, 'MUG-1')
    expect((await control(sandbox, 'GET', 'ebay/listings')).body).toEqual([
      {
        externalId: listingId,
        sku: 'MUG-1',
        title: 'Stoneware mug, 12 oz',
        price: 18,
        quantity: 5,
        status: 'ACTIVE',
        url: `${sandbox.url}/ebay/itm/${listingId}`,
      },
    ])
    const bought = await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG-1', quantity: 2 })
    const { externalOrderId } = bought.body as { externalOrderId: string }
    expect(externalOrderId).toMatch(/^\d\d-\d{5}-\d{5}$/)
    expect((await control(sandbox, 'GET', 'ebay/listings')).body).toMatchObject([{ quantity: 3 }])
    expect(await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG-1', quantity: 4 })).toEqual({
      status: 409,
      body: { error: 'Only 3 of MUG-1 left on eBay, 4 wanted.' },
    })
    expect(await control(sandbox, 'POST', 'ebay/cancel', { externalOrderId })).toEqual({
      status: 200,
      body: { externalOrderId },
    })
    expect((await control(sandbox, 'GET', 'ebay/listings')).body).toMatchObject([{ quantity: 5 }])
    expect((await control(sandbox, 'POST', 'ebay/cancel', { externalOrderId })).status).toBe(409)
    expect((await control(sandbox, 'GET', 'ebay/orders')).body).toEqual([
      {
        externalOrderId,
        skus: ['MUG-1'],
        quantity: 2,
        status: 'CANCELED',
        payment: 'FULLY_REFUNDED',
        shipped: false,
        tracking: [],
      },
    ])
  })

  it('put foreign items on the channel, which the API then knows', async () => {
    const added = await control(sandbox, 'POST', 'ebay/items', [
      { sku: 'OLD-1', title: 'An old vase', price: 42.5, quantity: 1 },
    ])
    expect(added).toEqual({ status: 200, body: { added: 1 } })
    expect((await api('GET', `${inventory}/inventory_item`)).body).toMatchObject({
      total: 1,
      inventoryItems: [{ sku: 'OLD-1', product: { title: 'An old vase' } }],
    })
    expect((await api('GET', `${inventory}/offer?sku=OLD-1`)).body).toMatchObject({
      offers: [{ status: 'PUBLISHED', pricingSummary: { price: { value: '42.50' } } }],
    })
  })

  it.each([
    [
      'an unknown channel',
      'POST',
      'mars/buy',
      { sku: 'A' },
      404,
      'There is no channel "mars". Known channels: bigcommerce, ebay, etsy, shopify, square, clover, csv.',
    ],
    [
      'an unknown word',
      'GET',
      'ebay/stock',
      undefined,
      404,
      'There is no "stock" here. A channel has: accounts, listings, orders, calls, items, buy, edit, ship, refund, cancel, forget, lag.',
    ],
    ['no SKU', 'POST', 'ebay/buy', { quantity: 1 }, 400, '"sku" must be a text.'],
    [
      'half a piece',
      'POST',
      'ebay/buy',
      { sku: 'A', quantity: 0.5 },
      400,
      '"quantity" must be a whole number of at least 1.',
    ],
    ['a SKU that is not for sale', 'POST', 'ebay/buy', { sku: 'A', quantity: 1 }, 409, 'A is not for sale on eBay.'],
    ['items that are no list', 'POST', 'ebay/items', { sku: 'A' }, 400, 'The body must be a list of items.'],
    [
      'an item without a price',
      'POST',
      'ebay/items',
      [{ sku: 'A', title: 'A', quantity: 1 }],
      400,
      '"price" of item 1 must be a number of at least 0.',
    ],
    [
      'an unknown fault',
      'POST',
      'faults',
      { channel: 'ebay', kind: 'fire' },
      400,
      '"kind" must be one of error500, timeout, timeout_after_commit, rate_limit, drop_webhook, duplicate_webhook, reorder_webhooks, expire_token, revoke_token, forbidden, quota, take_away, take_category.',
    ],
    [
      'a fault nowhere',
      'POST',
      'faults',
      { channel: 'mars', kind: 'timeout' },
      404,
      'There is no channel "mars". Known channels: bigcommerce, ebay, etsy, shopify, square, clover, csv.',
    ],
    [
      'count and rate',
      'POST',
      'faults',
      { channel: 'ebay', kind: 'timeout', count: 1, rate: 1 },
      400,
      'Give either "count" or "rate".',
    ],
    [
      'a rate of two',
      'POST',
      'faults',
      { channel: 'ebay', kind: 'timeout', rate: 2 },
      400,
      '"rate" must be a number from 0 to 1.',
    ],
    ['the wrong method', 'GET', 'reset', undefined, 405, 'GET is not possible here. Use POST.'],
  ])('refuse %s in one sentence', async (_, method, path, body, status, error) => {
    expect(await control(sandbox, method, path, body)).toEqual({ status, body: { error } })
  })

  it('list the requests that came, newest last, with tokens and codes hidden', async () => {
    await api('GET', `${inventory}/inventory_item/NONE`)
    const calls = (await control(sandbox, 'GET', 'ebay/calls')).body as { path: string; body: string; query: string }[]
    expect(calls.at(-1)).toMatchObject({
      method: 'GET',
      path: `${inventory}/inventory_item/NONE`,
      status: 404,
      fault: null,
    })
    expect(calls.at(-2)).toMatchObject({
      path: '/identity/v1/oauth2/token',
      body: expect.stringMatching(/^grant_type=authorization_code&code=\*\*\*&/),
    })
    expect(JSON.stringify(calls)).not.toContain(tokens.access_token.slice(0, 40))
  })

  it('error500 answers as eBay does and does nothing', async () => {
    expect((await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'error500', count: 1 })).body).toEqual([
      { channel: 'ebay', kind: 'error500', count: 1 },
    ])
    const failed = await api('POST', `${inventory}/location/a`, {
      location: { address: { postalCode: '97209', country: 'US' } },
    })
    expect([failed.status, errorId(failed)]).toEqual([500, 25001])
    expect((await api('GET', `${inventory}/location/a`)).status).toBe(404)
  })

  it("rate_limit answers 429 with Retry-After and eBay's own number", async () => {
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'rate_limit', count: 1 })
    const limited = await api('GET', `${inventory}/inventory_item`)
    expect([limited.status, errorId(limited), limited.headers.get('retry-after')]).toEqual([429, 2001, '1'])
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(200)
  })

  const within = (ms: number, path: string, init: RequestInit) =>
    fetch(`${sandbox.url}/ebay${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'accept-language': 'en-US',
        'content-type': 'application/json',
      },
      signal: AbortSignal.timeout(ms),
    })
  const place = {
    method: 'POST',
    body: JSON.stringify({ location: { address: { postalCode: '97209', country: 'US' } } }),
  }

  it('timeout never answers and has done nothing', async () => {
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'timeout', count: 1 })
    await expect(within(300, `${inventory}/location/a`, place)).rejects.toThrow('aborted due to timeout')
    expect((await api('GET', `${inventory}/location/a`)).status).toBe(404)
  })

  it('timeout_after_commit never answers, but has done it; reading is not struck', async () => {
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'timeout_after_commit', count: 1 })
    expect((await api('GET', `${inventory}/location/a`)).status).toBe(404)
    await expect(within(300, `${inventory}/location/a`, place)).rejects.toThrow('aborted due to timeout')
    expect((await api('GET', `${inventory}/location/a`)).status).toBe(200)
    expect((await control(sandbox, 'GET', 'ebay/calls')).body).toContainEqual(
      expect.objectContaining({ status: null, fault: 'timeout_after_commit' }),
    )
  })

  it('expire_token lets the refresh token live, revoke_token does not', async () => {
    const refresh = () => askToken(sandbox, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'expire_token', count: 1 })
    const expired = await api('GET', `${inventory}/inventory_item`)
    expect([expired.status, errorId(expired)]).toEqual([401, 1001])
    expect((await refresh()).status).toBe(200)
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'revoke_token', count: 1 })
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(401)
    expect(await refresh()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('reset empties the shops, the faults and the calls, but keeps the app connected', async () => {
    await list(api, 'MUG-1')
    await control(sandbox, 'POST', 'faults', { channel: 'ebay', kind: 'timeout', count: 9 })
    expect((await control(sandbox, 'POST', 'reset')).status).toBe(200)
    expect((await control(sandbox, 'GET', 'faults')).body).toEqual([])
    expect((await control(sandbox, 'GET', 'ebay/calls')).body).toEqual([])
    expect((await control(sandbox, 'GET', 'ebay/listings')).body).toEqual([])
    expect((await api('GET', `${inventory}/inventory_item`)).body).toMatchObject({ total: 0 })
  })

  it('turn away pages from elsewhere, and serve their own without foreign parts', async () => {
    const foreign = await fetch(`${sandbox.url}/_sandbox/reset`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    // A page whose own name was made to lead here (DNS rebinding); fetch chooses the Host itself.
    const ask = (host: string) =>
      new Promise((resolve, reject) => {
        get(`${sandbox.url}/_sandbox/ebay/calls`, { headers: { host } }, (answer) =>
          resolve(answer.resume().statusCode),
        ).on('error', reject)
      })
    expect(
      await Promise.all(['evil.example', 'evil.example:3001', 'localhost:3001', '[::1]:3001', 'sandbox:3001'].map(ask)),
    ).toEqual([403, 403, 200, 200, 200])
    const page = await fetch(`${sandbox.url}/`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const name of ['page.js', 'forms.js', 'page.css'])
      expect((await fetch(`${sandbox.url}/_sandbox/${name}`)).status).toBe(200)
  })
})

describe('the process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-process-'))
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  async function run(): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PORT: '0', SANDBOX_PARENT: '1', SANDBOX_STATE: join(folder, 'state.sqlite') },
    })
    children.push(child)
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    return { child, url: /^Sandbox is ready at (http:\S+)\n$/.exec(line)?.[1] ?? '' }
  }
  const items = (url: string) =>
    fetch(`${url}/_sandbox/ebay/items`, {
      method: 'POST',
      body: JSON.stringify([{ sku: 'A', title: 'A', price: 1, quantity: 3 }]),
    })

  it('keeps its shops over kill -9, ends with its parent, and with 0 on SIGTERM', async () => {
    const first = await run()
    expect((await items(first.url)).status).toBe(200)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await run()
    expect(await (await fetch(`${second.url}/_sandbox/ebay/listings`)).json()).toMatchObject([
      { sku: 'A', quantity: 3 },
    ])
    second.child.stdin?.end()
    expect(await once(second.child, 'exit')).toEqual([0, null])
    const third = await run()
    third.child.kill('SIGTERM')
    expect(await once(third.child, 'exit')).toEqual([0, null])
  }, 60_000) // It starts three processes one after the other.
})
