import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelIds } from '#contract/channels/ids.ts'
import { ProductFilter } from '#contract/products/filter.ts'
import { queryOf } from '#web/requests/address.ts'
import { parseQuery } from '../../../http/requests/query.ts'
import { databaseFilter } from './filter.ts'

const SEED = 20_261_121

/** Any text that a seller may type, with what an address and a list must not stumble over. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc
      .array(fc.constantFrom('+', '%', '&', '=', ' ', ',', '#', '?', '"', '\\', '%2B', '%20', '😀', '漢', 'a'), {
        minLength: 1,
        maxLength: 8,
      })
      .map((c) => c.join('')),
  )
  .filter((s) => s.isWellFormed())
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.uniqueArray(arbitrary, { minLength: 1, maxLength: 4 })
const minor = fc.integer({ min: 0, max: 1_000_000_000_000 })
const count = fc.integer({ min: 0, max: 1_000_000_000 })
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))
const name = text.filter((s) => s.length <= 100)
const filter = fc.record(
  {
    search: some(text),
    skus: some(text),
    templateIds: some(fc.integer({ min: 1, max: 1e15 })),
    minPrice: minor,
    maxPrice: minor,
    minQuantity: count,
    maxQuantity: count,
    minSold: count,
    maxSold: count,
    startDate: day,
    endDate: day,
    hasTags: some(text),
    missingTags: some(text),
    attributes: fc.array(
      fc.record({ name, action: fc.constantFrom('in' as const, 'not in' as const), values: some(text) }),
      { minLength: 1, maxLength: 3 },
    ),
    matchAllAttributes: fc.constant(true),
    listedOn: some(fc.constantFrom(...channelIds)),
    notListedOn: some(fc.constantFrom(...channelIds)),
    matchAllListings: fc.constant(true),
  },
  { requiredKeys: [] },
)

/** As a browser sends it: money in decimals, attributes as JSON. */
const sent = ({ minPrice, maxPrice, attributes, ...rest }: ProductFilter) =>
  queryOf({
    ...rest,
    minPrice: minPrice === undefined ? undefined : minPrice / 100,
    maxPrice: maxPrice === undefined ? undefined : maxPrice / 100,
    attributes: attributes && JSON.stringify(attributes),
  })
const received = (query: string) => ProductFilter.parse({ ...parseQuery(`/api/v2/products${query}`) })

describe('a filter in an address', () => {
  it('INV-027..INV-045 INV-047 INV-051..INV-055 INV-239 INV-240 arrives as it was sent, whatever its texts hold', () => {
    fc.assert(
      fc.property(filter, (input) => {
        expect(received(sent(input))).toEqual(input)
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})

describe('a filter for the database', () => {
  const read = (input: ProductFilter) => JSON.parse(databaseFilter(input) ?? 'null') as Record<string, unknown> | null

  it('INV-046 is none at all where everything is empty', () => {
    expect(read({})).toBe(null)
    expect(
      read({
        search: ['', '  '],
        skus: [''],
        hasTags: [],
        attributes: [],
        listedOn: [],
        matchAllAttributes: true,
        matchAllListings: false,
      }),
    ).toBe(null)
  })
  it('INV-047 has each word of the search by itself', () => {
    expect(read({ search: ['red  mug', 'C++'] })).toMatchObject({ words: ['red', 'mug', 'C++'] })
  })
  it.each([
    ['2026-11-21', { from: '2026-11-21T00:00:00.000Z' }, { before: '2026-11-22T00:00:00.000Z' }],
    ['2024-02-29', { from: '2024-02-29T00:00:00.000Z' }, { before: '2024-03-01T00:00:00.000Z' }],
    ['2026-12-31', { from: '2026-12-31T00:00:00.000Z' }, { before: '2027-01-01T00:00:00.000Z' }],
    // Nothing was made before our time or after all time: what a database cannot hold is as far as it goes.
    ['0000-01-01', { from: '0001-01-01T00:00:00.000Z' }, { before: '0001-01-02T00:00:00.000Z' }],
    ['+123456-01-01T00:00:00Z', { from: '9999-01-01T00:00:00.000Z' }, { until: '9999-01-01T00:00:00.000Z' }],
    ['2026-11-21T10:30', { from: '2026-11-21T10:30:00.000Z' }, { until: '2026-11-21T10:30:00.000Z' }],
    ['2026-11-21T10:30:00+02:00', { from: '2026-11-21T08:30:00.000Z' }, { until: '2026-11-21T08:30:00.000Z' }],
  ])('INV-033 INV-034 INV-056 %s is the whole day, or a moment, in UTC', (input, from, to) => {
    const { matchAllAttributes: _, matchAllListings: __, ...begins } = read({ startDate: input }) ?? {}
    expect(begins).toEqual(from)
    expect(read({ endDate: input })).toMatchObject(to)
  })
})
