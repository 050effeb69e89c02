// @vitest-environment jsdom
import { execFileSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { openApi } from '#server/http/document/openapi.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'
import { type Operation, type RawDocument, readDocument, searchAreas } from './document.ts'
import { exampleIn } from './request-examples.ts'
import { fieldsOf, limitWords, typeWords } from './shape-words.ts'

const raw = openApi('https://motto.test') as unknown as RawDocument
const document = readDocument(raw)
const operation = (name: string): Operation => {
  const operation = document.operations.get(name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  return operation
}

describe('the page of the API reference', () => {
  const server = fakeServer()
  beforeEach(() => server.answerOutside('/api/v2/openapi.json', () => Response.json(raw)))
  const rows = async () => all('link', /./, await theOne('navigation', 'Operations'))

  it('lists every operation by area, and says how to begin', async () => {
    await renderPage('/account/api')
    await says('Send a request')
    expect(await rows()).toHaveLength(document.operations.size)
    expect(text(await theOne('navigation', 'Operations'))).toContain('Publish runs')
    expect((await theOne('link', 'Download OpenAPI')).getAttribute('href')).toBe('/api/v2/openapi.json')
  })
  it('a link to an operation shows its scope, fields, errors and examples', async () => {
    await renderPage('/account/api?operation=refundOrder')
    const shown = await theOne('article', 'Refund an order’s lines or shipping on its channel')
    await says('orders:write', shown)
    await says('/api/v2/orders/refund', shown)
    await says('edit_conflict', shown)
    await says('curl -s -X POST', shown)
    await press('radio', 'Command line')
    await says('motto call refundOrder', shown)
    await press('radio', 'JavaScript')
    await says('await motto.refundOrder({', shown)
  })
  it('a search lists what has all words, and a row opens its operation', async () => {
    await renderPage('/account/api')
    await type('Search operations', 'orders:write refund')
    await until(async () => (await rows()).length < 5)
    await press('link', /^Refund an order/)
    await theOne('article', 'Refund an order’s lines or shipping on its channel')
    await says('operations found')
  })
  it('says that nothing fits, and that an operation of a link is no more', async () => {
    await renderPage('/account/api?operation=nothing&search=zzzz')
    await says('No operations found.')
    await says('There is no operation “nothing”.')
  })
  it('an operation that no token may call has no example', async () => {
    await renderPage('/account/api?operation=createToken')
    const shown = await theOne('article', 'Create an API token (shown once)')
    await says('No token can.', shown)
    expect(text(shown)).not.toContain('curl')
  })
  it('offers to load again where the document did not come', async () => {
    server.answerOutside('/api/v2/openapi.json', () => new Response('', { status: 503 }))
    await renderPage('/account/api')
    await says('The API document could not be loaded.')
    server.answerOutside('/api/v2/openapi.json', () => Response.json(raw))
    await press('button', 'Try again')
    await says('Send a request')
  })
})

describe('a search', () => {
  it.each([
    ['sku', 'getProductBySku'],
    ['GET /orders', 'searchOrders'],
    ['analytics:read profit', 'profitFigures'],
  ])('for %s finds %s', (words, name) => {
    const operations = searchAreas(document.areas, words).flatMap((area) => area.operations)
    expect(operations.map(({ id }) => id)).toContain(name)
    expect(operations.length).toBeLessThan(document.operations.size)
  })
})

describe('shapes in words', () => {
  const named = document.named
  it.each([
    [{ type: 'string', maxLength: 40, format: 'date-time' }, 'time', 'at most 40 characters'],
    [{ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }, 'whole number or null', 'at least 0'],
    [{ type: 'array', items: { type: 'object' }, maxItems: 250 }, 'list of object', 'at most 250 entries'],
    [{ enum: ['open', 'done'], default: 'open' }, '"open", "done"', 'default "open"'],
    [{ type: 'integer', maximum: Number.MAX_SAFE_INTEGER }, 'whole number', ''],
  ])('%j is told as %s', (shape, type, limits) => {
    expect([typeWords(shape, named), limitWords(shape, named)]).toEqual([type, limits])
  })
  it('a list shows the fields of its entries, and a choice those of all choices once', () => {
    const entry = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] }
    expect(fieldsOf({ type: 'array', items: entry }, named)).toMatchObject([{ name: 'sku', isRequired: true }])
    expect(fieldsOf({ anyOf: [entry, entry, { type: 'null' }] }, named)).toHaveLength(1)
  })
})

describe('examples', () => {
  const callable = [...document.operations.values()].filter(({ scopes }) => scopes)
  it('every operation that a token may call has one in each language, but for files that only curl sends', () => {
    for (const each of callable) {
      expect(exampleIn('curl', each), each.id).not.toBeNull()
      expect(exampleIn('cli', each) !== null, each.id).toBe(!each.takesFile)
    }
    expect(callable.length).toBeGreaterThan(200)
  })
  it('a shell reads the JSON of each as it was written, and an address without blanks in braces', () => {
    const words = (script: string) =>
      execFileSync('sh', ['-c', `motto() { for word; do printf '%s\\0' "$word"; done; }\n${script}`], {
        encoding: 'utf8',
      }).split('\0')
    const scripts = callable.filter(({ takesFile, files }) => !takesFile && files.length === 0)
    const all = words(scripts.map((each) => exampleIn('cli', each)).join('\n'))
    const inputs = all.filter((word) => word.startsWith('{'))
    expect(() => inputs.map((input) => JSON.parse(input) as object)).not.toThrow()
    expect(inputs.length).toBeGreaterThan(100)
    for (const each of callable) expect(exampleIn('curl', each)).not.toMatch(/v2[^"]*[{} ]/)
  })
  it('a text with a quote stays one word', () => {
    const quoted = { ...operation('propose'), body: { shape: {}, example: { reason: "it's" } } }
    expect(exampleIn('curl', quoted)).toContain(String.raw`-d '{"reason":"it'\''s"}'`)
  })
})
