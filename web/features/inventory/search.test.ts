import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelIds } from '#contract/channels/ids.ts'
import { listProducts } from '#contract/products/products.ts'
import { productSortNames } from '#contract/products/sorts.ts'
import { parseQuery } from '#server/http/requests/query.ts'
import { queryOf as written } from '#web/call.ts'
import { parseSearch } from '#web/search.ts'
import {
  countFilters,
  defaultPaging,
  type Filters,
  type Paging,
  queryOf,
  readSearch,
  searchOf,
  viewFiltersOf,
} from './address.ts'
import { inventorySearch } from './search.ts'

const read = (address: string) => readSearch(inventorySearch(parseSearch(address)))
const address = (filters: Filters, paging?: Partial<Paging>) => written(searchOf(filters, paging))

/** Texts of any kind, as they stand in a list: without blanks around, none empty, none twice. */
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((s) => s.trim())
const texts = fc.uniqueArray(text.filter(Boolean), { minLength: 1, maxLength: 5 })
const money = fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100)
const pieces = fc.nat(1e9)
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))
const places = fc.subarray([...channelIds], { minLength: 1 })
const attribute = fc.record({
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  action: fc.constantFrom('in' as const, 'not in' as const),
  values: fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 4 }),
})
const anyFilters: fc.Arbitrary<Filters> = fc.record(
  {
    search: texts,
    skus: texts,
    hasTags: texts,
    missingTags: texts,
    templateIds: fc.uniqueArray(fc.integer({ min: 1 }), { minLength: 1, maxLength: 5 }),
    minPrice: money,
    maxPrice: money,
    minQuantity: pieces,
    maxQuantity: pieces,
    minSold: pieces,
    maxSold: pieces,
    startDate: days,
    endDate: days,
    attributes: fc.array(attribute, { minLength: 1, maxLength: 3 }),
    matchAllAttributes: fc.constant(true as const),
    listedOn: places,
    notListedOn: places,
    matchAllListings: fc.constant(true as const),
  },
  { requiredKeys: [] },
)
const anyPaging: fc.Arbitrary<Paging> = fc.record({
  offset: fc.nat(1e6),
  limit: fc.constantFrom(10, 25, 50, 100),
  sortBy: fc.constantFrom(...(Object.keys(productSortNames) as Paging['sortBy'][])),
  orderBy: fc.constantFrom('asc' as const, 'desc' as const),
})

describe('the address of the inventory', () => {
  it('INV-023..INV-047 INV-052..INV-055 gives back whatever filters, page and sort were written into it', () =>
    fc.assert(
      fc.property(anyFilters, anyPaging, (filters, paging) => {
        expect(read(address(filters, paging))).toEqual({ filters, paging, dropped: {} })
      }),
    ))

  it('INV-045 INV-047 INV-055 says the same to the server as to the page', () =>
    fc.assert(
      fc.property(anyFilters, anyPaging, (filters, paging) => {
        const { minPrice, maxPrice, ...rest } = filters
        const cents = (n: number | undefined) => (n === undefined ? undefined : Math.round(n * 100))
        const received = listProducts.query.parse(parseQuery(written(queryOf(filters, paging))))
        expect(received).toEqual({
          ...rest,
          ...paging,
          ...(minPrice !== undefined && { minPrice: cents(minPrice) }),
          ...(maxPrice !== undefined && { maxPrice: cents(maxPrice) }),
        })
      }),
    ))

  it.each([
    ['INV-023', { offset: 50 }, {}, 'offset=50'],
    ['INV-024', { limit: 100 }, {}, 'limit=100'],
    ['INV-025', { sortBy: 'price' as const }, {}, 'sortBy=Price'],
    ['INV-026', { orderBy: 'asc' as const }, {}, 'orderBy=asc'],
    ['INV-027', {}, { minPrice: 12.5 }, 'minPrice=12.5'],
    ['INV-028', {}, { maxPrice: 40 }, 'maxPrice=40'],
    ['INV-029', {}, { minSold: 1 }, 'minSold=1'],
    ['INV-030', {}, { maxSold: 9 }, 'maxSold=9'],
    ['INV-031', {}, { minQuantity: 0 }, 'minQuantity=0'],
    ['INV-032', {}, { maxQuantity: 3 }, 'maxQuantity=3'],
    ['INV-033', {}, { startDate: '2026-11-01' }, 'startDate=2026-11-01'],
    ['INV-034', {}, { endDate: '2026-11-21' }, 'endDate=2026-11-21'],
    ['INV-035 INV-045', {}, { skus: ['NL-1', 'A+B'] }, 'skus=NL-1+A%2BB'],
    ['INV-036', {}, { templateIds: [3, 8] }, 'templateIds=3+8'],
    ['INV-037 INV-047', {}, { search: ['red', 'shoe'] }, 'search=red+shoe'],
    ['INV-038', {}, { hasTags: ['on sale', 'new'] }, 'hasTags=on%20sale+new'],
    ['INV-039', {}, { missingTags: ['archived'] }, 'missingTags=archived'],
    [
      'INV-040 INV-052 INV-053 INV-054 INV-055',
      {},
      { attributes: [{ name: 'Mount', action: 'not in' as const, values: ['Sony E'] }] },
      'attributes=%5B%7B%22name%22%3A%22Mount%22%2C%22action%22%3A%22not%20in%22%2C%22values%22%3A%5B%22Sony%20E%22%5D%7D%5D',
    ],
    ['INV-041', {}, { listedOn: ['ebay' as const, 'csv' as const] }, 'listedOn=ebay+csv'],
    ['INV-042', {}, { notListedOn: ['etsy' as const] }, 'notListedOn=etsy'],
    ['INV-043', {}, { matchAllAttributes: true as const }, 'matchAllAttributes=true'],
    ['INV-044', {}, { matchAllListings: true as const }, 'matchAllListings=true'],
  ])('%s is written by its name', (_id, paging: Partial<Paging>, filters: Filters, expected) => {
    expect(address(filters, paging)).toBe(`?${expected}`)
    expect(read(`?${expected}`)).toEqual({ filters, paging: { ...defaultPaging, ...paging }, dropped: {} })
  })

  it('INV-046 drops what is empty', () => {
    expect(read('?search=&skus=+&minPrice=&startDate=%20&hasTags=a++b&attributes=')).toEqual({
      filters: { hasTags: ['a', 'b'] },
      paging: defaultPaging,
      dropped: {},
    })
    expect(address({ skus: [], attributes: [], search: undefined })).toBe('')
  })

  it.each(['0', '-5', '2.5', '5000', 'all'])('INV-024 takes the usual page for a size of %s', (limit) =>
    expect(read(`?limit=${limit}`).paging.limit).toBe(25),
  )
  it('takes defaults that are written out, and the sort by its name', () =>
    expect(read('?offset=0&limit=25&sortBy=Updated&orderBy=desc&skus=a+b')).toEqual({
      filters: { skus: ['a', 'b'] },
      paging: defaultPaging,
      dropped: {},
    }))

  it.each(['yesterday', '2026-02-30', '2026-13-01', '21.11.2026', '2026-11-21T99:00'])(
    'INV-048 leaves out a date that is none: %s',
    (input) => {
      const { filters, dropped } = read(`?startDate=${encodeURIComponent(input)}`)
      expect(filters).toEqual({})
      expect(dropped.startDate).toContain(input)
    },
  )
  it('INV-048 takes a moment as its day', () =>
    expect(read('?endDate=2026-11-21T10%3A15%3A00Z').filters).toEqual({ endDate: '2026-11-21' }))

  it.each([
    ['INV-049', 'minPrice=cheap', 'minPrice', 'isn’t a number'],
    ['INV-049', 'maxPrice=-1', 'maxPrice', 'below 0'],
    ['INV-050', 'minQuantity=0x10', 'minQuantity', 'whole number'],
    ['INV-050', 'maxSold=1.5', 'maxSold', 'whole number'],
    ['INV-036', 'templateIds=3+x', 'templateIds', 'x'],
    ['INV-041', 'listedOn=ebay+amazon', 'listedOn', 'amazon'],
    ['INV-040', 'attributes=%7B%7D', 'attributes', 'aren’t valid'],
    ['INV-040', 'attributes=%5Bnull%5D', 'attributes', 'aren’t valid'],
    ['INV-025', 'sortBy=Shoe%20size', 'sortBy', 'Shoe size'],
  ])('%s leaves out what means nothing and says so: %s', (_id, query, key, expected) => {
    const parsed = read(`?${query}`)
    expect(parsed.filters).toEqual({})
    expect(parsed.dropped[key as keyof typeof parsed.dropped]).toContain(expected)
  })
  it('INV-051 takes decimals as prices', () =>
    expect(read('?minPrice=.5&maxPrice=19.99').filters).toEqual({ minPrice: 0.5, maxPrice: 19.99 }))

  it('INV-204 keeps in a view the filters and the sort, not the page', () =>
    expect(
      viewFiltersOf(
        { skus: ['a', 'b'], minPrice: 2 },
        { ...defaultPaging, offset: 50, sortBy: 'title', orderBy: 'asc' },
      ),
    ).toEqual({
      skus: ['a', 'b'],
      minPrice: '2',
      sortBy: 'Title',
      orderBy: 'asc',
    }))
  it('counts filters, not how they are put together', () =>
    expect(countFilters({ minPrice: 1, skus: ['a'], matchAllListings: true })).toBe(2))
})
