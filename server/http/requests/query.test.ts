import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { queryOf } from '#web/requests/address.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { addressOf } from '../../testing/address.ts'
import { parseQuery } from './query.ts'

/** Park and Miller's minimal standard generator: the same words in every run. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
const characters = [...'+++%%&&==  ab?#/;,:"\'<>\\', '%2B', '%20', 'é', '漢', '😀', '+']
const word = (next: (below: number) => number) =>
  Array.from({ length: 1 + next(8) }, () => characters[next(characters.length)]).join('')
const parsed = (query: string) => ({ ...parseQuery(`/api/v2/products${query}`) })

describe('a query string', () => {
  it('INV-239 INV-240 splits at a literal + and keeps an escaped one', () => {
    expect(parsed('?skus=a+b&search=C%2B%2B+red%20shirt')).toEqual({ skus: ['a', 'b'], search: ['C++', 'red shirt'] })
    expect(parsed('?skus=one')).toEqual({ skus: 'one' })
    expect(parsed('?skus=&page')).toEqual({ skus: '', page: '' })
    expect(parsed('?skus=a%26b+c%3Dd&x=1=2')).toEqual({ skus: ['a&b', 'c=d'], x: '1=2' })
  })
  it('forgives a + too many, a cut escape, and names that mean something to JavaScript', () => {
    expect(parsed('?skus=+a++b+')).toEqual({ skus: ['a', 'b'] })
    expect(parsed('?a=%E0%A4%A')).toEqual({ a: '%E0%A4%A' })
    expect(parsed('')).toEqual({})
    expect(Object.entries(parseQuery('/?__proto__=a+b&constructor=c'))).toEqual([
      ['__proto__', ['a', 'b']],
      ['constructor', 'c'],
    ])
  })
  it('INV-239 INV-240 is what the browser wrote, whatever the words', () => {
    const next = chance(20_261_121)
    for (let round = 0; round < 500; round += 1) {
      const words = Array.from({ length: 1 + next(5) }, () => word(next))
      const expected = words.length === 1 ? words[0] : words
      expect(parsed(queryOf({ skus: words, search: words[0] })), JSON.stringify(words)).toEqual({
        skus: expected,
        search: words[0],
      })
      expect({ ...parseQuery(addressOf(listProducts, { query: { skus: words } })) }, JSON.stringify(words)).toEqual({
        skus: expected,
      })
    }
  })
})

describe('lists joined with +', () => {
  let app: TestApp
  let as: string
  beforeAll(async () => {
    app = await testApp()
    const seller = await makeSeller(app.services)
    ;({ as } = seller)
    const template = await makeTemplate(seller.ctx)
    for (const sku of ['A', 'B', 'A+B', 'A B', 'A&B', '50%'])
      await makeProduct(seller.ctx, template.id, { sku, title: sku === 'A B' ? 'Blue shirt' : 'Hat' })
  })
  afterAll(() => app.stop())
  const skus = async (query: string) => {
    const answer = await app.fastify.inject({ url: `/api/v2/products${query}`, headers: { cookie: as } })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
      .json<{ data: { data: { sku: string }[] } }>()
      .data.data.map((row) => row.sku)
      .toSorted()
  }
  it.each([
    [['A+B'], '%2B'],
    [['A', 'B'], '+'],
    [['A B', 'A&B'], '%26'],
    [['50%', 'A+B'], '%25'],
  ])('INV-239 finds exactly %j', async (expected, written) => {
    expect(queryOf({ skus: expected })).toContain(written)
    expect(await skus(queryOf({ skus: expected }))).toEqual(expected.toSorted())
  })
  it('INV-240 looks for every word of a list, and for the words of a form that writes blanks as +', async () => {
    expect(await skus('?search=blue+shirt')).toEqual(['A B'])
    expect(await skus('?search=blue%20shirt')).toEqual(['A B'])
  })
  it('takes a + for a blank where one text is asked for', async () => {
    const answer = await app.fastify.inject({ url: '/api/v2/products/allSkus?search=A+B', headers: { cookie: as } })
    expect(answer.json<{ data: unknown }>().data).toEqual(['A B'])
  })
  it.each([
    '?skus=',
    '?skus=+',
    '?search=',
    '?search=%20',
    '?templateIds=',
    '?minPrice=&maxPrice=&minQuantity=&maxSold=',
    '?startDate=&endDate=',
    '?hasTags=&missingTags=',
    '?attributes=&matchAllAttributes=',
    '?listedOn=&notListedOn=&matchAllListings=',
    '?sortBy=&orderBy=&offset=&limit=',
  ])('an empty value asks for nothing: %s finds all', async (query) => {
    expect(await skus(query)).toHaveLength(6)
  })
  it('an address that cannot be read is refused in the envelope', async () => {
    for (const url of ['/api/v2/products/%E0%A4%A', '/api/v2/products/sku/%ZZ', '/product/%E0%A4%A']) {
      const answer = await app.fastify.inject({ url, headers: { cookie: as } })
      expect(answer.statusCode, url).toBe(400)
      expect(answer.json(), url).toEqual({
        success: false,
        data: null,
        message: expect.stringContaining('address'),
        code: 'bad_request',
      })
    }
  })
})
