import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { sendResetPasswordEmail } from '#contract/accounts.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { createProduct, listProducts } from '#contract/products/products.ts'
import { makeSeller } from '#seed/make.ts'
import { buildApp } from './app.ts'
import type { Services } from './context.ts'
import { AppError } from './errors.ts'
import { type TestApp, testApp } from './testing/setup/app.ts'
import { visitor } from './testing/shop/people.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let as: string
let webRoot: string
let services: Services
/** The same, with a web application and routes that fail. */
let whole: FastifyInstance
const logged: { data: object; message: string }[] = []

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  ;({ as } = seller)
  webRoot = mkdtempSync(join(tmpdir(), 'motto-web-'))
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Motto</title>')
  writeFileSync(join(webRoot, 'inside.html'), '<!doctype html><title>Motto</title><link rel="modulepreload" />')
  writeFileSync(
    join(webRoot, 'inside-0.html'),
    '<!doctype html><title>Motto</title><link href="/assets/orders-1.js" />',
  )
  writeFileSync(join(webRoot, 'pages.json'), JSON.stringify([['^/order/[^/]+/?$', 'inside-0.html']]))
  writeFileSync(join(webRoot, 'assets/app-1.js'), 'export {}')
  services = {
    ...app.services,
    log: { ...app.services.log, debug: () => undefined, error: (data, message) => void logged.push({ data, message }) },
  }
  ;({ fastify: whole } = await buildApp({ services, webRoot, ready: async () => true }))
  whole.get('/api/v2/broken', async () => {
    throw new Error('relation "secret_table" does not exist')
  })
  whole.get('/api/v2/busy', async () => {
    throw new AppError('too_many_requests', undefined, { retryAfterSeconds: 7 })
  })
  whole.get('/api/v2/full/file', async () => {
    throw Object.assign(new Error('write'), { code: 'ENOSPC' })
  })
  whole.get('/api/v2/full/database', async () => {
    throw new Error('a save failed', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) })
  })
  await whole.ready()
})
afterAll(async () => {
  await whole.close()
  await app.stop()
  rmSync(webRoot, { recursive: true })
})

const send = async (options: InjectOptions) => {
  const response = await whole.inject(options)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? undefined : response.json<Envelope<unknown>>(),
  }
}
const posted = (payload: string | Buffer, type = 'application/json') =>
  send({ method: 'POST', url: '/api/v2/admin/updateClient', headers: { cookie: as, 'content-type': type }, payload })

describe("a channel's answer for a developer's own server", () => {
  const answer = '/oauth/ebay/dev?code=v%5E1.1&state=s'
  it('CHN-105 is taken here, as any, where the operator names none', async () => {
    const page = await whole.inject({ url: answer })
    expect([page.statusCode, page.body]).toEqual([200, (await whole.inject({ url: '/oauth/ebay' })).body])
  })
  it('CHN-104 CHN-105 is passed on to the one that the operator names, word for word', async () => {
    const config = { ...services.config, oauthDevUrl: 'http://localhost:3000' }
    const { fastify } = await buildApp({ services: { ...services, config }, webRoot, ready: async () => true })
    try {
      const { statusCode, headers } = await fastify.inject({ url: answer })
      expect([statusCode, headers.location]).toEqual([302, 'http://localhost:3000/oauth/ebay?code=v%5E1.1&state=s'])
      expect((await fastify.inject({ url: '/oauth/ebay?code=1' })).statusCode).toBe(200)
    } finally {
      await fastify.close()
    }
  })
})

describe('failures', () => {
  it('NAV-123 have one form: unknown addresses', async () => {
    const { status, body } = await send({ url: '/api/v2/nothing/here' })
    expect([status, body]).toEqual([
      404,
      { success: false, data: null, message: 'There is nothing at this address.', code: 'not_found' },
    ])
    expect((await send({ method: 'POST', url: '/elsewhere' })).status).toBe(404)
  })
  it('NAV-123 have one form: a body that is no JSON, is missing, is too large, or is something else', async () => {
    const answers = [
      await posted('{"clientId": '),
      await posted(''),
      await posted(`{"displayName":"${'x'.repeat(8 * 1024 * 1024)}"}`),
      await posted('<a/>', 'application/xml'),
    ]
    expect(answers.map(({ status, body }) => [status, body?.success, body?.data, body?.code])).toEqual([
      [400, false, null, 'bad_request'],
      [400, false, null, 'bad_request'],
      [413, false, null, 'payload_too_large'],
      [415, false, null, 'unsupported_type'],
    ])
    for (const { body } of answers) expect(body?.message).toMatch(/^[A-Z].*$/)
  })
  it('name every field, each with a sentence', async () => {
    const { status, body } = await app.call(createProduct, {
      as,
      body: { product: { templateId: 1, sku: ' ', price: 'dear', quantity: 1.5, title: 'x'.repeat(501) } } as never,
    })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.fields).toMatchObject({
      'product.sku': 'SKU is required.',
      'product.price': 'Enter an amount like 12.50.',
      'product.quantity': 'Enter a whole number like 12.',
      'product.title': expect.any(String),
    })
    expect((await app.call(listProducts, { as, query: { limit: 1001 } })).body.fields).toHaveProperty('limit')
  })
  it('of our own say nothing of the inside, which the log keeps', async () => {
    const { status, body } = await send({ url: '/api/v2/broken?token=hidden' })
    expect([status, body]).toEqual([
      500,
      { success: false, data: null, message: errors.internal.sentence, code: 'internal' },
    ])
    const [entry] = logged.splice(0)
    expect(entry).toMatchObject({
      data: {
        method: 'GET',
        url: '/api/v2/broken',
        err: expect.objectContaining({ message: expect.stringContaining('secret_table') }),
      },
    })
  })
  it('that pass say when', async () => {
    const { status, headers } = await send({ url: '/api/v2/busy' })
    expect([status, headers['retry-after']]).toEqual([429, '7'])
    const from = visitor()
    let last
    for (let tries = 0; tries < 60; tries += 1) {
      last = await app.call(sendResetPasswordEmail, { body: { email: 'nobody@example.com' }, headers: from })
      if (last.status !== 200) break
    }
    expect(last?.status).toBe(429)
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })
  it('have codes whose status is what HTTP says, and a sentence each', () => {
    /** RFC 9110 §15.5 and §15.6, RFC 6585 §4. */
    const statuses: Partial<Record<keyof typeof errors, number>> = {
      bad_request: 400,
      invalid_input: 400,
      unauthenticated: 401,
      bad_credentials: 401,
      forbidden: 403,
      wrong_origin: 403,
      not_found: 404,
      method_not_allowed: 405,
      sku_taken: 409,
      edit_conflict: 409,
      payload_too_large: 413,
      unsupported_type: 415,
      unsupported: 422,
      too_many_requests: 429,
      internal: 500,
      channel_unavailable: 502,
      unavailable: 503,
      storage_full: 507,
    }
    for (const [code, { status, sentence }] of Object.entries(errors)) {
      expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 507], code).toContain(status)
      expect(status, code).toBe(statuses[code as keyof typeof errors] ?? status)
      expect(sentence.length, code).toBeGreaterThan(5)
      expect(sentence, code).toMatch(/^[A-Z]/)
    }
  })
})

describe('a full disk', () => {
  it('is told as one, and Motto is not ready for a minute after', async () => {
    const ready = async () => (await whole.inject('/readyz')).statusCode
    const { clock } = services
    let now = clock.now()
    services.clock = { ...clock, now: () => now }
    for (const which of ['file', 'database']) {
      expect(await ready()).toBe(200)
      const { status, body } = await send({ url: `/api/v2/full/${which}` })
      expect([status, body]).toEqual([
        507,
        { success: false, data: null, message: errors.storage_full.sentence, code: 'storage_full' },
      ])
      expect(await ready()).toBe(503)
      now = new Date(now.getTime() + 61_000)
    }
    expect(await ready()).toBe(200)
    services.clock = clock
    logged.splice(0)
  })
})

describe('what somebody signed in is told', () => {
  it('is kept by no cache, whether it is an answer or a refusal', async () => {
    for (const url of ['/api/v2/products', '/api/v2/products/999999', '/api/v2/users/user'])
      expect((await whole.inject({ url, headers: { cookie: as } })).headers['cache-control']).toBe('no-store')
    expect((await whole.inject('/api/v2/products')).headers['cache-control']).toBe('no-store')
  })
})

describe('methods', () => {
  it('that an address does not take are refused, with those it does', async () => {
    const { status, headers, body } = await send({ method: 'PUT', url: '/api/v2/products/5' })
    expect([status, body?.code]).toEqual([405, 'method_not_allowed'])
    expect(String(headers.allow).split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD', 'OPTIONS']))
    expect((await send({ method: 'DELETE', url: '/api/v2/productTemplates' })).status).toBe(405)
    expect((await send({ method: 'OPTIONS', url: '/api/v2/products?limit=1' })).status).toBe(204)
  })
  it('HEAD answers like GET, without a body', async () => {
    for (const url of ['/healthz', '/', '/inventory', '/api/v2/openapi.json']) {
      const answer = await whole.inject({ method: 'HEAD', url })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, ''])
    }
    expect((await whole.inject({ method: 'HEAD', url: '/api/v2/events' })).statusCode).toBe(404)
  })
})

describe('the web application', () => {
  it('is one page at every address, fetched anew; what is built into it is kept', async () => {
    for (const url of ['/', '/inventory?page=2', '/login']) {
      const page = await whole.inject(url)
      expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
    }
    const signedIn = await whole.inject({ url: '/inventory', headers: { cookie: 'user=x' } })
    const stranger = await whole.inject('/inventory')
    // Whoever is signed in is told at once what that half of the application is made of.
    expect([signedIn, stranger].map(({ body }) => body.includes('modulepreload'))).toEqual([true, false])
    const order = async (url: string, cookie = 'user=x') =>
      (await whole.inject({ url, headers: { cookie } })).body.includes('/assets/orders-1.js')
    expect([await order('/order/7?tab=x'), await order('/order/7/x'), await order('/order/7', '')]).toEqual([
      true,
      false,
      false,
    ])
    expect(signedIn.headers['vary']).toContain('cookie')
    expect((await whole.inject('/assets/app-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
  })
  it('says so where it is not built', async () => {
    expect((await app.fastify.inject('/')).statusCode).toBe(503)
  })
})

describe('every answer', () => {
  it.each(['/', '/api/v2/products', '/api/v2/nothing', '/healthz'])(
    'tells the browser what it may not do: %s',
    async (url) => {
      const { headers } = await whole.inject(url)
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((part): [string, string[]] => {
            const [name = '', ...sources] = part.trim().split(' ')
            return [name, sources]
          }),
      )
      expect([
        policy.get('script-src'),
        policy.get('object-src'),
        policy.get('frame-ancestors'),
        policy.get('default-src'),
      ]).toEqual([[`'self'`], [`'none'`], [`'none'`], [`'self'`]])
      expect(policy.get('script-src-attr')).toEqual([`'none'`])
      expect([
        headers['x-content-type-options'],
        headers['x-powered-by'],
        headers['strict-transport-security'],
      ]).toEqual(['nosniff', undefined, undefined])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )
  it('asks for https where it is reached by https, and only there', async () => {
    const services = { ...app.services, config: { ...app.services.config, publicUrl: 'https://motto.example' } }
    const { fastify } = await buildApp({ services, webRoot, ready: async () => true })
    expect((await fastify.inject('/healthz')).headers['strict-transport-security']).toMatch(/^max-age=\d{8,}/)
    await fastify.close()
  })
})

const changing = Object.values(areas)
  .flatMap((area) => Object.entries(area))
  .filter(([, endpoint]) => endpoint.method !== 'GET')
describe('another site', () => {
  it.each(changing)('%s is refused to it', async (_name, endpoint) => {
    const url = `/api/v2${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3001' },
    ]) {
      const answer = await app.fastify.inject({
        method: endpoint.method,
        url,
        headers: { cookie: as, host: 'localhost:3000', ...headers },
        payload: {},
      })
      expect([answer.statusCode, answer.json<Envelope<null>>().code]).toEqual([403, 'wrong_origin'])
    }
  })
  it('is not our own page, nor a program of the seller', async () => {
    const body = { clientId: seller.organization.id, displayName: 'Fine Shirts' }
    for (const headers of [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, {}]) {
      expect((await app.call(updateClient, { as, body, headers: headers as Record<string, string> })).status).toBe(200)
    }
  })
})
