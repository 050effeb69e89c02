import { Agent, request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { TOO_MUCH_MARKUP } from '#contract/html.ts'
import { saveListingTemplates } from '#contract/listings/listings.ts'
import { updateProduct } from '#contract/products/products.ts'
import { saveTemplate } from '#contract/templates.ts'
import { extentOf } from './bodies.ts'
import { listeningApp } from '../../testing/attacks/hostile.ts'

const { app, as, templateId, productId, url } = listeningApp()

describe('a body that would cost more than it is worth', () => {
  const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`
  const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    app().fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', cookie: as(), ...headers },
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
  it('is not read when it holds more values than any of ours', async () => {
    for (const [url, place] of [
      ['/api/v2/products/updateProducts', 'products'],
      ['/api/v2/products/deleteMany', 'ids'],
    ] as const) {
      const parsed = await parsedWhile(async () => {
        const { statusCode, body } = await post(url, `{"${place}":[0${',0'.repeat(60_000)}]}`)
        expect([statusCode, body]).toEqual([413, expect.stringContaining('more than 60,000 values')])
      })
      expect(parsed).toEqual([])
    }
  })
  it('gets at most a hundred wrong fields told', async () => {
    const products = Array.from({ length: 1000 }, () => ({ id: 'x' }))
    const { statusCode, body } = await post('/api/v2/products/updateProducts', JSON.stringify({ products }))
    const { fields } = JSON.parse(body) as { fields: object }
    expect([statusCode, Object.keys(fields).length]).toEqual([400, 100])
  })
  it('may be larger where whole descriptions travel', async () => {
    const { status } = await app().call(updateProduct, {
      as: as(),
      body: { product: { id: productId(), notes: 'x'.repeat(90_000) } },
    })
    expect(status).toBe(200)
  })
  it('is no form with files where none are taken', async () => {
    const answer = await post('/api/v2/users/user', '--b--', { 'content-type': 'multipart/form-data; boundary=b' })
    expect(answer.json()).toMatchObject({ code: 'unsupported_type' })
  })
})

describe('how much JSON holds', () => {
  it.each([
    ['[]', 1, 2],
    ['{"a":[{}]}', 3, 4],
    ['"[[[[,,,"', 0, 1],
    [String.raw`["\"[[[,","\\",[]]`, 2, 5],
    ['[[],[],[]]', 2, 7],
    ['5', 0, 1],
  ])('%s: %i deep, at most %i values', (json, deep, values) => {
    expect(extentOf(json, 100, 100)).toEqual({ deep, values })
    expect(extentOf(json, deep - 1, 100).deep).toBe(Math.max(0, deep))
  })
})

describe('a stranger', () => {
  it('gets no large body read, neither where nobody need be signed in nor where they must', async () => {
    const payload = { email: 'a@example.com', password: '', more: 'x'.repeat(100_000) }
    expect((await app().fastify.inject({ method: 'POST', url: '/api/v2/users/login', payload })).statusCode).toBe(413)
    // Not even looked at: it is no JSON.
    const headers = { 'content-type': 'application/json' }
    expect(
      (await app().fastify.inject({ method: 'POST', url: '/api/v2/products/create', headers, payload: '{broken' }))
        .statusCode,
    ).toBe(401)
    expect(
      (
        await app().fastify.inject({
          method: 'POST',
          url: '/api/v2/products/create',
          headers: { ...headers, cookie: as() },
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
    const answer = await app().fastify.inject({
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
          `${url()}/media/upload`,
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

describe('HTML of many tags', () => {
  it('is refused at its field before anything is cleaned, one text or a hundred', async () => {
    const description = '<b>'.repeat(100_000)
    const product = await app().call(updateProduct, { as: as(), body: { product: { id: productId(), description } } })
    const template = await app().call(saveTemplate, {
      as: as(),
      params: { id: templateId() },
      body: { productTemplate: { description } },
    })
    const some = '<b>'.repeat(4000)
    const schemas = Array.from({ length: 50 }, (_, n) => ({ id: `a${n}`, name: `A${n}`, description: some }))
    const listings = await app().call(saveListingTemplates, {
      as: as(),
      body: { listingTemplates: [{ templateId: templateId(), channel: 'ebay', schemas }] },
    })
    for (const { status, body } of [product, template, listings])
      expect([status, body.message]).toEqual([400, expect.stringContaining(TOO_MUCH_MARKUP)])
  })
})
