import { createHmac } from 'node:crypto'
import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { login, updateUser } from '#contract/accounts.ts'
import { deleteProducts, updateProducts } from '#contract/changes/changes.ts'
import { skuSales } from '#contract/analytics/figures.ts'
import { bulkInsert } from '#contract/imports.ts'
import { createOrder } from '#contract/orders/create.ts'
import { recentOrders, searchOrders } from '#contract/orders/orders.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { createProduct, listProducts, updateProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { purposeKey } from './auth.ts'
import { listeningApp } from '../testing/attacks/hostile.ts'

const { app, as, templateId, productId, url } = listeningApp()

const NUL = String.fromCharCode(0)

it('an address may name as many SKUs as a figure takes, and no more than a server should read', async () => {
  const ask = async (signs: number) => {
    const skus = Array.from({ length: 1000 }, (_, n) => `SKU-${n}`.padEnd(signs, 'X')).join('+')
    return (await fetch(`${url()}/api/v2${skuSales.path}?skus=${skus}`, { headers: { cookie: as() } })).status
  }
  expect([await ask(40), await ask(80)]).toEqual([200, 431])
})

describe('an input that the database cannot keep', () => {
  it.each([
    ['a zero byte in a text', () => app().call(updateUser, { as: as(), body: { user: { name: `a${NUL}b` } } })],
    [
      'a zero byte in a JSON column',
      () =>
        app().call(updateProduct, {
          as: as(),
          body: { product: { id: productId(), images: [{ url: `https://x/${NUL}` }] } },
        }),
    ],
    [
      'a zero byte in a name',
      () => app().call(createTemplate, { as: as(), body: { productTemplate: { name: `t${NUL}` } } }),
    ],
    ['a zero byte in a search', () => app().call(listProducts, { as: as(), query: { search: `a${NUL}b` } })],
    ['a zero byte in an email', () => app().call(login, { body: { email: `a${NUL}@example.com` } })],
    [
      'an offset beyond every number',
      () => app().call(listProducts, { as: as(), query: { offset: 9_007_199_254_740_991 } }),
    ],
    [
      'an id beyond every number',
      () => app().call(updateProduct, { as: as(), body: { product: { id: 9_007_199_254_740_991, title: 'x' } } }),
    ],
    ['half a character', () => app().call(updateUser, { as: as(), body: { user: { name: 'a\ud800' } } })],
    [
      'half a character in a JSON column',
      () =>
        app().call(updateProduct, {
          as: as(),
          body: { product: { id: productId(), images: [{ url: 'https://x/\ud800' }] } },
        }),
    ],
    [
      'a version beyond every number',
      () =>
        app().call(updateProduct, { as: as(), body: { product: { id: productId(), version: 9_007_199_254_740_991 } } }),
    ],
    [
      'a weight beyond every number',
      () =>
        app().call(updateProduct, {
          as: as(),
          body: { product: { id: productId(), sizeAndWeight: { weight: 1e308 } } },
        }),
    ],
    [
      'the most of everything',
      () =>
        app().call(createProduct, {
          as: as(),
          body: {
            product: {
              templateId: templateId(),
              sku: 'MOST',
              price: 1e10,
              cost: 1e10,
              msrp: 1e10,
              quantity: 1e9,
              sold: 1e9,
            },
          },
        }),
    ],
  ])('is refused in words, not with a failure of ours: %s', async (_, call) => {
    const { status, body } = await call()
    expect(status, JSON.stringify(body)).toBeLessThan(500)
  })
})

describe('a body of the wrong kind', () => {
  it('is refused: what a form of another site may send is never read as JSON', async () => {
    const answer = await app().fastify.inject({
      method: 'POST',
      url: '/api/v2/users/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{"email":"a@b.c"}',
    })
    expect(answer.statusCode).toBe(415)
  })
  it.each(['__proto__', 'constructor'])('cannot reach the prototype of objects through %s', async (name) => {
    const payload = `{"user":{"name":"x"},"${name}":{"prototype":{"isSuper":true},"isSuper":true}}`
    const answer = await app().fastify.inject({
      method: 'POST',
      url: '/api/v2/users/user',
      headers: { 'content-type': 'application/json', cookie: as() },
      payload,
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined()
  })
})

describe('a user', () => {
  it('keeps at most fifty streams of changes open', async () => {
    const open = () =>
      new Promise<{ status: number; close: () => void }>((resolve, reject) => {
        const request = get(`${url()}/api/v2/events`, { headers: { cookie: as() }, agent: false }, (answer) => {
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
    [
      'the start of orders searched',
      (date: string) => app().call(searchOrders, { as: as(), query: { startDate: date } }),
    ],
    ['the end of orders searched', (date: string) => app().call(searchOrders, { as: as(), query: { endDate: date } })],
    [
      'the start of recent orders',
      (date: string) => app().call(recentOrders, { as: as(), query: { startDate: date } }),
    ],
    ['the end of recent orders', (date: string) => app().call(recentOrders, { as: as(), query: { endDate: date } })],
    [
      'when it was paid',
      (date: string) =>
        app().call(createOrder, { as: as(), body: { order: { source: 'x', paymentDate: date, items: [item] } } }),
    ],
    [
      'when it was shipped',
      (date: string) =>
        app().call(createOrder, { as: as(), body: { order: { source: 'x', shippingDate: date, items: [item] } } }),
    ],
    ['the first day of products', (date: string) => app().call(listProducts, { as: as(), query: { startDate: date } })],
    ['the last day of products', (date: string) => app().call(listProducts, { as: as(), query: { endDate: date } })],
    [
      'the days of products to be changed',
      (date: string) =>
        app().call(deleteProducts, { as: as(), body: { selection: { filter: { startDate: date }, except: [] } } }),
    ],
    [
      'from when on entries are listed',
      (date: string) => app().call(listAuditEntries, { as: as(), query: { from: date } }),
    ],
    [
      'until when entries are listed',
      (date: string) => app().call(listAuditEntries, { as: as(), query: { to: date } }),
    ],
  ])('is refused at its field: %s', async (_, call) => {
    for (const date of far) {
      const { status, body } = await call(date)
      expect([date, status, body.code], body.message).toEqual([date, 400, 'invalid_input'])
    }
  })
  it('is none of the last that one may name', async () => {
    const query = { startDate: '1970-01-01', endDate: '9999-12-31' }
    expect((await app().call(searchOrders, { as: as(), query })).status).toBe(200)
    expect((await app().call(recentOrders, { as: as(), query })).status).toBe(200)
    expect((await app().call(listProducts, { as: as(), query })).status).toBe(200)
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
    const change = { id: productId(), images: [image] }
    const variation = { name: 'M', sku: 'HOSTILE-M' }
    const answers = [
      await app().call(updateProduct, { as: as(), body: { product: change } }),
      await app().call(createProduct, {
        as: as(),
        body: { product: { templateId: templateId(), sku: 'NEW-PICTURE', images: [image] } },
      }),
      await app().call(updateProduct, {
        as: as(),
        body: { product: { id: productId(), variations: [{ ...variation, images: [image] }] } },
      }),
      await app().call(updateProduct, {
        as: as(),
        body: { product: { id: productId(), variations: [{ ...variation, selectedImages: [url] }] } },
      }),
      await app().call(updateProducts, { as: as(), body: { products: [change] } }),
      await app().call(updateUser, { as: as(), body: { user: { image: url } } }),
    ]
    expect(answers.map((a) => [a.status, Object.keys(a.body.fields ?? {})])).toEqual([
      [400, ['product.images.0.url']],
      [400, ['product.images.0.url']],
      [400, ['product.variations.0.images.0.url']],
      [400, ['product.variations.0.selectedImages.0']],
      [400, ['products.0.images.0.url']],
      [400, ['user.image']],
    ])
    const rows = await app().call(bulkInsert, {
      as: as(),
      body: { products: [{ SKU: 'NEW-PICTURE', Template: templateId(), Images: url }] },
    })
    const stored = await app()
      .services.database.system.selectFrom('products')
      .select('images')
      .where('sku', '=', 'NEW-PICTURE')
      .execute()
    expect([rows.status, stored.flatMap((k) => k.images)]).toEqual([200, []])
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
        `${part({ alg: 'HS256' })}.${payload}.${createHmac('sha256', app().services.secret)
          .update(`${part({ alg: 'HS256' })}.${payload}`)
          .digest('base64url')}`,
    ],
    [
      'signed with another algorithm',
      (payload: string) =>
        `${part({ alg: 'HS512' })}.${payload}.${createHmac('sha512', purposeKey(app().services.secret, 'session'))
          .update(`${part({ alg: 'HS512' })}.${payload}`)
          .digest('base64url')}`,
    ],
  ])('is none: %s', async (_, forge) => {
    const payload = as().split('.')[1] ?? ''
    expect((await app().call(listProducts, { as: as() })).status).toBe(200)
    expect((await app().call(listProducts, { as: `jwt=${forge(payload)}` })).status).toBe(401)
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
      const answer = await app().fastify.inject({
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
