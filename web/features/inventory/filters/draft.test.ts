import { describe, expect, it } from 'vitest'
import { inventorySearch } from '../search.ts'
import { readSearch, searchOf } from '../address.ts'
import { askedOf, draftOf, noAttribute, wrongNumbers } from './draft.ts'

const blank = draftOf({}, '.')
/** What the list is asked for once Search is pressed, without the filters that are named only to be taken away. */
const filtersOf = (draft: typeof blank) => JSON.parse(JSON.stringify(askedOf(draft, '.').filters)) as object

describe('the filter panel', () => {
  it('asks for nothing while nothing is filled in', () => {
    expect(filtersOf(blank)).toEqual({})
    expect(askedOf(blank, '.')).toMatchObject({ sort: { sortBy: 'updatedAt', orderBy: 'desc' }, problems: {} })
  })
  it('INV-059..INV-074 asks for what is filled in, and shows it again from the address', () => {
    const draft: typeof blank = {
      ...blank,
      skus: ['A 1'],
      attributes: [
        { name: 'Mount', action: 'not in', values: ['Sony E', 'Leica M'] },
        { name: 'Colour', action: 'in', values: ['Red'] },
      ],
      matchAllAttributes: true,
      templateIds: ['3'],
      minPrice: '1.5',
      maxPrice: '20',
      minQuantity: '0',
      maxQuantity: '9',
      minSold: '1',
      maxSold: '2',
      startDate: '2026-01-31',
      endDate: '2026-11-21',
      hasTags: ['sale'],
      missingTags: ['old'],
      listedOn: ['etsy', 'ebay'],
      notListedOn: ['csv'],
      matchAllListings: true,
      sortBy: 'price',
      orderBy: 'asc',
    }
    const { filters, sort, problems } = askedOf(draft, '.')
    expect(problems).toEqual({})
    expect(filtersOf(draft)).toEqual({
      skus: ['A 1'],
      attributes: [
        { name: 'Mount', action: 'not in', values: ['Sony E', 'Leica M'] },
        { name: 'Colour', action: 'in', values: ['Red'] },
      ],
      matchAllAttributes: true,
      templateIds: [3],
      minPrice: 1.5,
      maxPrice: 20,
      minQuantity: 0,
      maxQuantity: 9,
      minSold: 1,
      maxSold: 2,
      startDate: '2026-01-31',
      endDate: '2026-11-21',
      hasTags: ['sale'],
      missingTags: ['old'],
      listedOn: ['ebay', 'etsy'],
      notListedOn: ['csv'],
      matchAllListings: true,
    })
    expect(draftOf(searchOf(filters, sort), '.')).toEqual({ ...draft, listedOn: ['ebay', 'etsy'] })
  })
  it.each<[string, Partial<typeof blank>, object]>([
    ['INV-049', { minPrice: 'cheap' }, { minPrice: '“cheap” is not a number. Enter a price like 12.50.' }],
    ['INV-050', { maxQuantity: '1.5' }, { maxQuantity: 'Units must be a whole number.' }],
    ['INV-064', { minPrice: '5', maxPrice: '4' }, { maxPrice: 'Below the minimum.' }],
    ['INV-072', { startDate: '2026-11-21', endDate: '2026-11-20' }, { endDate: 'Ends before it starts.' }],
    ['INV-060', { attributes: [{ ...noAttribute, name: 'Mount' }] }, { 'attributes.0': 'Choose at least one value.' }],
    [
      'INV-060',
      { attributes: [noAttribute, { ...noAttribute, values: ['x'] }] },
      { 'attributes.1': 'Choose an attribute.' },
    ],
  ])('%s says at the field what is not right: %j', (_id, change, problems) =>
    expect(askedOf({ ...blank, ...change }, '.').problems).toEqual(problems),
  )

  it('INV-046 INV-048 shows what the address holds even where it is wrong, so that it can be put right', () => {
    const draft = draftOf(inventorySearch({ minPrice: 'cheap', endDate: '2026-02-30', skus: ['A', ''] }), '.')
    expect([draft.minPrice, draft.endDate, draft.skus]).toEqual(['cheap', '2026-02-30', ['A']])
    expect(Object.keys(askedOf(draft, '.').problems)).toEqual(['minPrice', 'endDate'])
  })
  it('reads and shows numbers in the language of its reader; a wrong one is told while it is typed', () => {
    const german = { ...blank, minPrice: '1.250,50', maxQuantity: '1.000' }
    expect(askedOf(german, ',').filters).toMatchObject({ minPrice: 1250.5, maxQuantity: 1000 })
    expect(draftOf({ minPrice: 1250.5 }, ',').minPrice).toBe('1250,5')
    const typing = { ...blank, minPrice: '-', maxPrice: 'x', attributes: [{ ...noAttribute, name: 'Mount' }] }
    expect(wrongNumbers(typing, askedOf(typing, '.').problems)).toEqual({
      maxPrice: '“x” is not a number. Enter a price like 12.50.',
    })
  })
  it('leaves the search words alone and takes away what the panel no longer has', () => {
    const search = inventorySearch({ search: ['red'], minPrice: '5', skus: 'A' })
    const { filters } = askedOf({ ...draftOf(search, '.'), minPrice: '' }, '.')
    expect(searchOf({ ...readSearch(search).filters, ...filters })).toMatchObject({ search: ['red'], skus: ['A'] })
    expect(searchOf({ ...readSearch(search).filters, ...filters }).minPrice).toBeUndefined()
  })
})
