import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { type Api, apiWith, askToken, connect, scopeUrls, type Tokens } from '../../testing/ebay-session.ts'
import { openSandbox } from '../../testing/open.ts'

const path = '/buy/marketplace_insights/v1_beta/item_sales/search'
const mugs = '20695'
interface Page {
  total: number
  next?: string
  prev?: string
  itemSales: {
    itemId: string
    title: string
    lastSoldPrice: { value: string; currency: string }
    lastSoldDate: string
  }[]
}

describe('what sold on eBay', () => {
  let sandbox: Sandbox
  let api: Api
  const appOf = async (scope: string) => {
    const { body } = await askToken(sandbox, { grant_type: 'client_credentials', scope })
    return apiWith(sandbox, (body as Tokens).access_token)
  }
  beforeAll(async () => {
    sandbox = await openSandbox()
    api = await appOf(scopeUrls(['buy.marketplace.insights']))
  })
  afterAll(() => sandbox.stop())

  const us = { 'x-ebay-c-marketplace-id': 'EBAY_US' }
  const ask = (query: Record<string, string>, headers: Record<string, string> = us, by = api) =>
    by('GET', `${path}?${new URLSearchParams(query)}`, undefined, headers)
  const find = async (query: Record<string, string>) => (await ask(query)).body as Page
  const errorOf = (answer: { status: number; body: unknown }) => [
    answer.status,
    (answer.body as { errors: { errorId: number }[] }).errors[0]?.errorId,
  ]

  it('comes in pages that hold each sale once, within 90 days', async () => {
    const first = await find({ category_ids: mugs, limit: '100' })
    const seen = [...first.itemSales]
    for (let page = first; page.next; ) {
      const { pathname, search } = new URL(page.next)
      page = (await api('GET', `${pathname.replace(/^\/ebay/, '')}${search}`, undefined, us)).body as Page
      seen.push(...page.itemSales)
    }
    expect(seen.length).toBe(first.total)
    expect(first.total).toBeGreaterThan(100)
    expect(first.prev).toBeUndefined()
    const age = (date: string) => (Date.now() - Date.parse(date)) / 86_400_000
    expect(seen.every(({ lastSoldDate }) => age(lastSoldDate) >= 0 && age(lastSoldDate) <= 90)).toBe(true)
    expect(seen.every(({ lastSoldPrice }) => /^\d+\.\d\d$/.test(lastSoldPrice.value))).toBe(true)
  })

  it('is found by all words that a comma parts, and by any of those that a blank parts', async () => {
    const both = await find({ category_ids: mugs, q: 'unbranded,blue', limit: '200' })
    const either = await find({ category_ids: mugs, q: 'unbranded blue', limit: '200' })
    const has = (word: string) => (sale: { title: string }) => sale.title.toLowerCase().includes(word)
    expect(both.total).toBeGreaterThan(0)
    expect(both.itemSales.every((sale) => has('unbranded')(sale) && has('blue')(sale))).toBe(true)
    expect(either.total).toBeGreaterThan(both.total)
    expect(either.itemSales.every((sale) => has('unbranded')(sale) || has('blue')(sale))).toBe(true)
    // Best match first.
    expect(either.itemSales.slice(0, both.total).every((sale) => has('unbranded')(sale) && has('blue')(sale))).toBe(
      true,
    )
    expect((await find({ category_ids: mugs, q: 'locomotive' })).total).toBe(0)
  })

  it('is narrowed by aspects, of which the category is one', async () => {
    const filter = (value: string) => ({ category_ids: mugs, aspect_filter: `categoryId:${mugs},Color:{${value}}` })
    const [all, blue, red, two] = await Promise.all([
      find({ category_ids: mugs }),
      find(filter('Blue')),
      find(filter('Red')),
      find(filter('Blue|Red')),
    ])
    expect(blue.total).toBeGreaterThan(0)
    expect(two.total).toBe(blue.total + red.total)
    expect(two.total).toBeLessThan(all.total)
  })

  it('is sorted by price when that is asked for', async () => {
    const prices = async (sort: string) =>
      (await find({ category_ids: mugs, sort, limit: '200' })).itemSales.map((sale) => Number(sale.lastSoldPrice.value))
    const rising = await prices('price')
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    expect((await prices('-price'))[0]).toBeGreaterThan(rising[0] ?? 0)
  })

  it.each([
    [{}, 400, 100001],
    [{ q: 'mug' }, 400, 100018],
    [{ category_ids: '1,2,3,4,5' }, 400, 100019],
    [{ category_ids: '11700' }, 409, 100004],
    [{ category_ids: mugs, limit: '201' }, 400, 100003],
    [{ category_ids: mugs, offset: '-1' }, 400, 100002],
    [{ category_ids: mugs, offset: '10000' }, 400, 100021],
    [{ category_ids: mugs, sort: 'date' }, 400, 100006],
    [{ category_ids: mugs, aspect_filter: 'Color:{Blue}' }, 400, 100013],
    [{ category_ids: mugs, aspect_filter: `categoryId:${mugs},Color` }, 400, 100014],
  ])('refuses %o', async (query, status, errorId) =>
    expect(errorOf(await ask(query as Record<string, string>))).toEqual([status, errorId]),
  )

  it('is for apps that eBay gave it to, and not for a seller', async () => {
    const other = await appOf('https://api.ebay.com/oauth/api_scope')
    expect(errorOf(await ask({ category_ids: mugs }, us, other))).toEqual([403, 1100])
    const seller = await connect(sandbox, 'motto_seller', ['buy.marketplace.insights'])
    expect(errorOf(await ask({ category_ids: mugs }, us, seller.api))).toEqual([403, 1100])
    expect(errorOf(await ask({ category_ids: mugs }, {}))).toEqual([400, 100020])
  })
})
