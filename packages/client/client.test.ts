import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MottoError, createClient } from './index.ts'
import { table } from './generated/table.ts'
import { clientWith, failure, lost, ok } from './testing/answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a call comes to, with all its pauses. */
async function settle<T>(call: Promise<T>): Promise<T | MottoError> {
  const outcome = call.catch((error: unknown) => error as MottoError)
  await vi.runAllTimersAsync()
  return outcome
}
const keysOf = (sent: { headers: Record<string, string> }[]) => sent.map(({ headers }) => headers['idempotency-key'])

describe('a request', () => {
  it('goes to its path with the token, its parameters and lists joined by a plus', async () => {
    const { motto, sent } = clientWith([ok({ data: [], items: 0 }), ok({ id: 7 })])
    await motto.listProducts({ query: { skus: ['A+B', 'C D'], limit: 5 } })
    await motto.getProductBySku({ params: { sku: 'MUG/1' } })
    expect(sent).toMatchObject([
      {
        method: 'GET',
        url: 'https://motto.example.com/api/v2/products?skus=A%2BB+C%20D&limit=5',
        headers: { authorization: 'Bearer motto_pat_x' },
      },
      { url: 'https://motto.example.com/api/v2/products/sku/MUG%2F1' },
    ])
    expect(keysOf(sent)).toEqual([undefined, undefined])
  })
  it('brings a body as JSON or a form, and writes have a key of their own', async () => {
    const { motto, sent } = clientWith([ok({ id: 1 }), ok({ id: 2 }), ok({})])
    await motto.createProduct({ body: { product: { templateId: 1, sku: 'A' } } })
    await motto.createProduct({ body: { product: { templateId: 1, sku: 'B' } } })
    const form = new FormData()
    await motto.uploadImport({ body: form })
    expect(sent.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/json', '{"product":{"templateId":1,"sku":"A"}}'],
      ['application/json', '{"product":{"templateId":1,"sku":"B"}}'],
      [undefined, form],
    ])
    expect(new Set(keysOf(sent)).size).toBe(3)
    expect(keysOf(sent)[0]).toMatch(/^[0-9a-f]{32}$/)
  })
  it('for a file answers the response itself', async () => {
    const { motto } = clientWith([new Response('sku\nMUG-1\n', { headers: { 'content-type': 'text/csv' } })])
    expect(await (await motto.exportProducts()).text()).toBe('sku\nMUG-1\n')
  })
  it.each([
    ['ftp://motto.example.com', 'x'],
    ['https://motto.example.com/?a=1', 'x'],
    ['motto', 'x'],
    ['https://motto.example.com', ''],
  ])('is refused before it is sent with the address %s and the token "%s"', (url, token) =>
    expect(() => createClient({ url, token })).toThrow(TypeError),
  )
})

describe('an answer that does not come', () => {
  it('is asked for again with the same key', async () => {
    const { motto, sent } = clientWith([
      lost(),
      failure(503, 'outcome_unknown'),
      failure(409, 'request_running'),
      ok({ id: 7 }),
    ])
    expect(await settle(motto.deleteProduct({ params: { id: 7 } }))).toEqual({ id: 7 })
    expect(keysOf(sent)).toEqual(Array.from({ length: 4 }, () => keysOf(sent)[0]))
  })
  it('of a read is asked for again without a key', async () => {
    const { motto, sent } = clientWith([lost(), new Response('Bad gateway', { status: 502 }), ok([])])
    expect(await settle(motto.allTags())).toEqual([])
    expect(keysOf(sent)).toEqual([undefined, undefined, undefined])
  })
  it('tells the key at last, with which the same write can be sent again', async () => {
    const { motto, sent } = clientWith([lost(), lost(), ok({ ok: true })], { retries: 1 })
    const error = await settle(motto.deleteProduct({ params: { id: 7 } }))
    expect(error).toMatchObject({ name: 'MottoError', code: 'no_answer', status: 0, idempotencyKey: keysOf(sent)[0] })
    const { idempotencyKey } = error as MottoError
    await motto.deleteProduct({ params: { id: 7 } }, { idempotencyKey })
    expect(new Set(keysOf(sent)).size).toBe(1)
  })
  it('that breaks off in the middle is asked for again, too', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    const { motto } = clientWith([new Response(broken), ok([])])
    expect(await settle(motto.allTags())).toEqual([])
  })
  it('is not waited for any longer by who ends the call', async () => {
    const leave = new AbortController()
    const { motto, sent } = clientWith([lost(), ok([])])
    const call = motto.allTags({}, { signal: leave.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    leave.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })
})

describe('a refusal', () => {
  it('is one error with its code, sentence and fields, and is not tried again', async () => {
    const { motto, sent } = clientWith([
      failure(400, 'invalid_input', { fields: { 'product.sku': 'SKU is required.' } }),
    ])
    expect(await settle(motto.createProduct({ body: { product: { templateId: 1, sku: '' } } }))).toMatchObject({
      code: 'invalid_input',
      status: 400,
      message: 'Sentence of invalid_input.',
      fields: { 'product.sku': 'SKU is required.' },
      idempotencyKey: undefined,
    })
    expect(sent).toHaveLength(1)
  })
  it('for the rate waits as long as Motto says', async () => {
    const { motto, sent } = clientWith([failure(429, 'too_many_requests', {}, { 'retry-after': '40' }), ok([])])
    const call = motto.allTags()
    await vi.advanceTimersByTimeAsync(39_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual([])
  })
  it('for longer than the caller waits is an error that tells the wait', async () => {
    const { motto } = clientWith([failure(429, 'too_many_requests', {}, { 'retry-after': '40' })], {
      longestWaitSeconds: 30,
    })
    expect(await settle(motto.allTags())).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 40 })
  })
  it('by something else than Motto names the address', async () => {
    const { motto } = clientWith([new Response('<html>', { status: 200 })])
    expect(await settle(motto.allTags())).toMatchObject({
      code: 'not_motto',
      message: 'https://motto.example.com did not answer as Motto does (status 200). Check the address.',
    })
  })
  it('is a redirect, which no token follows', async () => {
    const moved = new Response(null, { status: 301, headers: { location: 'https://elsewhere.example' } })
    const { motto, sent } = clientWith([moved])
    expect(await settle(motto.allTags())).toMatchObject({ code: 'redirected' })
    expect(sent).toHaveLength(1)
  })
})

describe('a list', () => {
  it('is read to its end page by page', async () => {
    const pages = [
      { data: [{ sku: 'A' }, { sku: 'B' }], items: 3 },
      { data: [{ sku: 'C' }], items: 3 },
    ]
    const { motto, sent } = clientWith(pages.map(ok))
    const skus: string[] = []
    for await (const { sku } of motto.each('listProducts', { query: { limit: 2, search: 'mug' } })) skus.push(sku)
    expect(skus).toEqual(['A', 'B', 'C'])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2&search=mug&offset=0',
      '?limit=2&search=mug&offset=2',
    ])
  })
  it('whose total stopped counting goes on to the first page that is not full', async () => {
    const full = { data: [{ sku: 'A' }], items: 1, itemsCapped: true }
    const { motto } = clientWith([ok(full), ok({ data: [], items: 1, itemsCapped: true })])
    const skus: string[] = []
    for await (const { sku } of motto.each('listProducts', { query: { limit: 1 } })) skus.push(sku)
    expect(skus).toEqual(['A'])
  })
  it('that nobody reads on asks for no more pages', async () => {
    const { motto, sent } = clientWith([ok({ data: [{ sku: 'A' }, { sku: 'B' }], items: 9 })])
    for await (const product of motto.each('listProducts', { query: { limit: 2 } })) if (product.sku === 'A') break
    expect(sent).toHaveLength(1)
  })
})

it('no operation hides what the client itself offers', () => {
  expect(['each', 'changes', 'then'].filter((name) => name in table)).toEqual([])
})
