import { createHmac } from 'node:crypto'
import { Agent, get, request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { login, updateUser } from '#contract/accounts.ts'
import { deleteProducts, updateProducts } from '#contract/changes.ts'
import { TOO_MUCH_MARKUP } from '#contract/html.ts'
import { bulkInsert } from '#contract/imports.ts'
import { saveListingTemplates } from '#contract/listings.ts'
import { createOrder, recentOrders, searchOrders } from '#contract/orders.ts'
import { listAuditEntries } from '#contract/organizations.ts'
import { createProduct, listProducts, updateProduct } from '#contract/products.ts'
import { createTemplate, saveTemplate } from '#contract/templates.ts'
import { makeProduct, makeSeller, makeTemplate } from '../../seed/make.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { purposeKey } from './auth.ts'
import { isDeeper } from './bodies.ts'

let app: TestApp
let as: string
let templateId: number
let productId: number
let url: string

beforeAll(async () => {
  app = await testApp()
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { ctx, as: cookie } = await makeSeller(app.services)
  as = cookie
  templateId = (await makeTemplate(ctx, {})).id
  productId = (await makeProduct(ctx, templateId, { sku: 'HOSTILE-1' })).id
})
afterAll(() => app.stop())

const NUL = String.fromCharCode(0)

describe('an input that the database cannot keep', () => {
  it.each([
    ['a zero byte in a text', () => app.call(updateUser, { as, body: { user: { name: `a${NUL}b` } } })],
    [
      'a zero byte in a JSON column',
      () =>
        app.call(updateProduct, { as, body: { product: { id: productId, images: [{ url: `https://x/${NUL}` }] } } }),
    ],
    ['a zero byte in a name', () => app.call(createTemplate, { as, body: { productTemplate: { name: `t${NUL}` } } })],
    ['a zero byte in a search', () => app.call(listProducts, { as, query: { search: `a${NUL}b` } })],
    ['a zero byte in an email', () => app.call(login, { body: { email: `a${NUL}@example.com` } })],
    ['an offset beyond every number', () => app.call(listProducts, { as, query: { offset: 9_007_199_254_740_991 } })],
    [
      'an id beyond every number',
      () => app.call(updateProduct, { as, body: { product: { id: 9_007_199_254_740_991, title: 'x' } } }),
    ],
    ['half a character', () => app.call(updateUser, { as, body: { user: { name: 'a\ud800' } } })],
    [
      'half a character in a JSON column',
      () =>
        app.call(updateProduct, { as, body: { product: { id: productId, images: [{ url: 'https://x/\ud800' }] } } }),
    ],
    [
      'a version beyond every number',
      () => app.call(updateProduct, { as, body: { product: { id: productId, version: 9_007_199_254_740_991 } } }),
    ],
    [
      'a weight beyond every number',
      () => app.call(updateProduct, { as, body: { product: { id: productId, sizeAndWeight: { weight: 1e308 } } } }),
    ],
    [
      'the most of everything',
      () =>
        app.call(createProduct, {
          as,
          body: { product: { templateId, sku: 'MOST', price: 1e10, cost: 1e10, msrp: 1e10, quantity: 1e9, sold: 1e9 } },
        }),
    ],
  ])('is refused in words, not with a failure of ours: %s', async (_, call) => {
    const { status, body } = await call()
    expect(status, JSON.stringify(body)).toBeLessThan(500)
  })
})

describe('a body of the wrong kind', () => {
  it('is refused: what a form of another site may send is never read as JSON', async () => {
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/v2/users/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{"email":"a@b.c"}',
    })
    expect(answer.statusCode).toBe(415)
  })
  it.each(['__proto__', 'constructor'])('cannot reach the prototype of objects through %s', async (name) => {
    const payload = `{"user":{"name":"x"},"${name}":{"prototype":{"isSuper":true},"isSuper":true}}`
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/v2/users/user',
      headers: { 'content-type': 'application/json', cookie: as },
      payload,
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined()
  })
})

describe('a body that would cost more than it is worth', () => {
  const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`
  const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', cookie: as, ...headers },
      payload,
    })
  /** The large texts that were read as JSON meanwhile, by their length: tokens and rows of the database are small. */
  async function parsedWhile(work: () => Promise<unknown>): Promise<number[]> {
    const parse = vi.spyOn(JSON, 'parse')
    await work()
    const lengths = parse.mock.calls.map(([text]) => String(text).length).filter((length) => length > 10_000)
    parse.mockRestore()
    return lengths
  }
  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', gzipSync],
  ])('is not unpacked: %s', async (encoding, pack) => {
    for (const url of ['/media/upload', '/api/v2/users/login', '/api/v2/products/create', '/nowhere', '/healthz']) {
      const packed = pack(Buffer.from(JSON.stringify({ text: 'x'.repeat(30_000) })))
      const statuses: number[] = []
      const parsed = await parsedWhile(async () => {
        const answer = await post(url, packed, { 'content-encoding': encoding })
        statuses.push(answer.statusCode)
        expect(answer.body).toContain('"code":"unsupported_type"')
      })
      expect([url, ...statuses, parsed]).toEqual([url, 415, []])
    }
  })
  it('is not read as JSON when it is nested deeper than ours ever are', async () => {
    for (const url of ['/api/v2/products/create', '/api/v2/users/login']) {
      const parsed = await parsedWhile(async () => {
        const { statusCode, body } = await post(url, deep)
        expect([statusCode, body]).toEqual([400, expect.stringContaining('nested deeper than 100 levels')])
      })
      expect(parsed).toEqual([])
    }
    expect((await post('/api/v2/products/create', '['.repeat(100) + ']'.repeat(100))).json()).toMatchObject({
      code: 'invalid_input',
    })
  })
  it.each([
    ['a form', '/api/v2/users/user', 413],
    ['an unknown address', '/nowhere', 404],
    ['an unknown address of the API', '/api/v2/nowhere', 404],
    ['an address that takes no such method', '/api/v2/products', 405],
    ['a look at health', '/healthz', 404],
    ['the metrics', '/metrics', 404],
    ['the stream of changes', '/api/v2/events', 404],
    ['a picture that is no form', '/media/upload', 415],
    ['a webhook of nobody', '/api/v2/webhooks/shopify/00000000-0000-4000-8000-000000000000', 404],
  ])('is refused beyond 64 kB: %s', async (_, url, status) => {
    const parsed = await parsedWhile(async () => {
      expect((await post(url, JSON.stringify({ text: 'x'.repeat(65 * 1024) }))).statusCode).toBe(status)
    })
    expect(parsed).toEqual([])
  })
  it('may be larger where whole descriptions travel', async () => {
    const { status } = await app.call(updateProduct, {
      as,
      body: { product: { id: productId, notes: 'x'.repeat(90_000) } },
    })
    expect(status).toBe(200)
  })
  it('is no form with files where none are taken', async () => {
    const answer = await post('/api/v2/users/user', '--b--', { 'content-type': 'multipart/form-data; boundary=b' })
    expect(answer.json()).toMatchObject({ code: 'unsupported_type' })
  })
})

describe('how deep JSON is', () => {
  it.each([
    ['[]', 1],
    ['{"a":[{}]}', 3],
    ['"[[[["', 0],
    [String.raw`["\"[[[","\\",[]]`, 2],
    ['[[],[],[]]', 2],
    ['5', 0],
  ])('%s: %i', (json, depth) => {
    expect([isDeeper(json, depth), depth > 0 && isDeeper(json, depth - 1)]).toEqual([false, depth > 0])
  })
})

describe('a stranger', () => {
  it('gets no large body read, neither where nobody need be signed in nor where they must', async () => {
    const payload = { email: 'a@example.com', password: '', more: 'x'.repeat(100_000) }
    expect((await app.fastify.inject({ method: 'POST', url: '/api/v2/users/login', payload })).statusCode).toBe(413)
    // Not even looked at: it is no JSON.
    const headers = { 'content-type': 'application/json' }
    expect(
      (await app.fastify.inject({ method: 'POST', url: '/api/v2/products/create', headers, payload: '{broken' }))
        .statusCode,
    ).toBe(401)
    expect(
      (
        await app.fastify.inject({
          method: 'POST',
          url: '/api/v2/products/create',
          headers: { ...headers, cookie: as },
          payload: '{broken',
        })
      ).statusCode,
    ).toBe(400)
  })
  it('gets no picture read that nobody allowed', async () => {
    const part = (name: string, more: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    // The file never ends: an answer before that was given without waiting for it.
    const payload = `${part('folder', '', '1')}${part('signature', '', 'x')}--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'x'.repeat(1000)}`
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/media/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload,
    })
    expect(answer.statusCode).toBe(403)
  })
  it('keeps its connection when a form is refused midway', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const send = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const upload = request(
          `${url}/media/upload`,
          { agent, method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
          (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode))
          },
        ).on('error', reject)
        upload.end(Buffer.concat([Buffer.from(head), Buffer.alloc(8_000_000, 'x'), Buffer.from('\r\n--b--\r\n')]))
      })
    expect([await send(), await send()]).toEqual([403, 403])
    agent.destroy()
  })
})

describe('a user', () => {
  it('keeps at most fifty streams of changes open', async () => {
    const open = () =>
      new Promise<{ status: number; close: () => void }>((resolve, reject) => {
        const request = get(`${url}/api/v2/events`, { headers: { cookie: as }, agent: false }, (answer) => {
          answer.on('error', () => undefined).resume()
          resolve({ status: answer.statusCode ?? 0, close: () => request.destroy() })
        }).on('error', reject)
      })
    const streams = await Promise.all(Array.from({ length: 50 }, open))
    expect(new Set(streams.map((s) => s.status))).toEqual(new Set([200]))
    expect((await open()).status).toBe(429)
    streams[0]?.close()
    await expect
      .poll(async () => {
        const again = await open()
        if (again.status === 200) streams.push(again)
        return again.status
      })
      .toBe(200)
    for (const { close } of streams) close()
  })
})

describe('a date that no calendar shows', () => {
  const far = ['9999999-01-01', '+275760-09-13', '0001-01-01', '1969-12-31', '-271821-04-20', '10000-01-01', '99999-01']
  const item = { sku: 'HOSTILE-1', quantity: 1 }
  it.each([
    ['the start of orders searched', (date: string) => app.call(searchOrders, { as, query: { startDate: date } })],
    ['the end of orders searched', (date: string) => app.call(searchOrders, { as, query: { endDate: date } })],
    ['the start of recent orders', (date: string) => app.call(recentOrders, { as, query: { startDate: date } })],
    ['the end of recent orders', (date: string) => app.call(recentOrders, { as, query: { endDate: date } })],
    [
      'when it was paid',
      (date: string) =>
        app.call(createOrder, { as, body: { order: { source: 'x', paymentDate: date, items: [item] } } }),
    ],
    [
      'when it was shipped',
      (date: string) =>
        app.call(createOrder, { as, body: { order: { source: 'x', shippingDate: date, items: [item] } } }),
    ],
    ['the first day of products', (date: string) => app.call(listProducts, { as, query: { startDate: date } })],
    ['the last day of products', (date: string) => app.call(listProducts, { as, query: { endDate: date } })],
    [
      'the days of products to be changed',
      (date: string) =>
        app.call(deleteProducts, { as, body: { selection: { filter: { startDate: date }, except: [] } } }),
    ],
    ['from when on entries are listed', (date: string) => app.call(listAuditEntries, { as, query: { from: date } })],
    ['until when entries are listed', (date: string) => app.call(listAuditEntries, { as, query: { to: date } })],
  ])('is refused at its field: %s', async (_, call) => {
    for (const date of far) {
      const { status, body } = await call(date)
      expect([date, status, body.code], body.message).toEqual([date, 400, 'invalid_input'])
    }
  })
  it('is none of the last that one may name', async () => {
    const query = { startDate: '1970-01-01', endDate: '9999-12-31' }
    expect((await app.call(searchOrders, { as, query })).status).toBe(200)
    expect((await app.call(recentOrders, { as, query })).status).toBe(200)
    expect((await app.call(listProducts, { as, query })).status).toBe(200)
  })
})

describe('an address that is no picture', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//evil.example/a.png',
    'vbscript:x',
    ' https://x.test/a.png',
  ])('is kept nowhere: %s', async (url) => {
    const image = { url }
    const change = { id: productId, images: [image] }
    const variation = { name: 'M', sku: 'HOSTILE-M' }
    const answers = [
      await app.call(updateProduct, { as, body: { product: change } }),
      await app.call(createProduct, { as, body: { product: { templateId, sku: 'NEW-PICTURE', images: [image] } } }),
      await app.call(updateProduct, {
        as,
        body: { product: { id: productId, variations: [{ ...variation, images: [image] }] } },
      }),
      await app.call(updateProduct, {
        as,
        body: { product: { id: productId, variations: [{ ...variation, selectedImages: [url] }] } },
      }),
      await app.call(updateProducts, { as, body: { products: [change] } }),
      await app.call(updateUser, { as, body: { user: { image: url } } }),
    ]
    expect(answers.map((a) => [a.status, Object.keys(a.body.fields ?? {})])).toEqual([
      [400, ['product.images.0.url']],
      [400, ['product.images.0.url']],
      [400, ['product.variations.0.images.0.url']],
      [400, ['product.variations.0.selectedImages.0']],
      [400, ['products.0.images.0.url']],
      [400, ['user.image']],
    ])
    const rows = await app.call(bulkInsert, {
      as,
      body: { products: [{ SKU: 'NEW-PICTURE', Template: templateId, Images: url }] },
    })
    const kept = await app.services.database.system
      .selectFrom('products')
      .select('images')
      .where('sku', '=', 'NEW-PICTURE')
      .execute()
    expect([rows.status, kept.flatMap((k) => k.images)]).toEqual([200, []])
  })
})

describe('HTML of many tags', () => {
  it('is refused at its field before anything is cleaned, one text or a hundred', async () => {
    const description = '<b>'.repeat(100_000)
    const product = await app.call(updateProduct, { as, body: { product: { id: productId, description } } })
    const template = await app.call(saveTemplate, {
      as,
      params: { id: templateId },
      body: { productTemplate: { description } },
    })
    const some = '<b>'.repeat(4000)
    const schemas = Array.from({ length: 50 }, (_, n) => ({ id: `a${n}`, name: `A${n}`, description: some }))
    const listings = await app.call(saveListingTemplates, {
      as,
      body: { listingTemplates: [{ templateId, channel: 'ebay', schemas }] },
    })
    for (const { status, body } of [product, template, listings])
      expect([status, body.message]).toEqual([400, expect.stringContaining(TOO_MUCH_MARKUP)])
  })
})

describe('a forged session', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  it.each([
    ['without a signature', (payload: string) => `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    [
      'signed with nothing',
      (payload: string) =>
        `${part({ alg: 'HS256' })}.${payload}.${createHmac('sha256', '')
          .update(`${part({ alg: 'HS256' })}.${payload}`)
          .digest('base64url')}`,
    ],
    [
      'signed with the bare secret instead of the key for sessions',
      (payload: string) =>
        `${part({ alg: 'HS256' })}.${payload}.${createHmac('sha256', app.services.secret)
          .update(`${part({ alg: 'HS256' })}.${payload}`)
          .digest('base64url')}`,
    ],
    [
      'signed with another algorithm',
      (payload: string) =>
        `${part({ alg: 'HS512' })}.${payload}.${createHmac('sha512', purposeKey(app.services.secret, 'session'))
          .update(`${part({ alg: 'HS512' })}.${payload}`)
          .digest('base64url')}`,
    ],
  ])('is none: %s', async (_, forge) => {
    const payload = as.split('.')[1] ?? ''
    expect((await app.call(listProducts, { as })).status).toBe(200)
    expect((await app.call(listProducts, { as: `jwt=${forge(payload)}` })).status).toBe(401)
  })
})

describe('an address that a request gives itself', () => {
  it.each([
    ['one address', '203.0.113.7'],
    ['one IPv6 network', '2001:db8:1:2::1'],
  ])('does not free a guesser of passwords: %s', async (_, remoteAddress) => {
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const from = remoteAddress.includes(':') ? `2001:db8:1:2::${guess + 1}` : remoteAddress
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/api/v2/users/login',
        remoteAddress: from,
        headers: { 'x-forwarded-for': `198.51.100.${guess}` },
        payload: { email: `guess${remoteAddress.length}@example.com`, password: 'a'.repeat(64) },
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  })
})
