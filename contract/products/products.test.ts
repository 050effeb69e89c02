import { describe, expect, it } from 'vitest'
import { channelIds } from '../channels/ids.ts'
import { listProducts } from './products.ts'
import { ProductFilter } from './filter.ts'
import { productSortNames, productSorts } from './sorts.ts'

const query = (input: object) => listProducts.query.parse(input)
const problem = (filter: object) => ProductFilter.safeParse(filter).error?.issues[0]?.message

describe('what a list of products is asked', () => {
  it('INV-016 INV-018 INV-019 INV-235..INV-238 begins at the first 25, the last updated first', () => {
    expect(query({})).toEqual({ offset: 0, limit: 25, sortBy: 'updatedAt', orderBy: 'desc' })
    expect(query({ offset: '50', limit: '100', sortBy: 'sku', orderBy: 'asc' })).toEqual({
      offset: 50,
      limit: 100,
      sortBy: 'sku',
      orderBy: 'asc',
    })
  })
  it.each([10, 25, 50, 100])('INV-017 takes a page of %i', (limit) => {
    expect(query({ limit: String(limit) }).limit).toBe(limit)
  })
  it('INV-009 INV-120..INV-123 sorts by every sortable column, by its name or its key', () => {
    expect(productSorts).toEqual(expect.arrayContaining(['status', 'listings', 'updatedAt', 'createdAt']))
    for (const key of productSorts) {
      for (const name of [key, productSortNames[key], productSortNames[key].toLowerCase()])
        expect(query({ sortBy: name }).sortBy).toBe(key)
    }
    expect(listProducts.query.safeParse({ sortBy: 'colour' }).error?.issues[0]?.message).toMatch(
      /^Sort by one of SKU, Title/,
    )
  })
  it('INV-020 INV-238 goes up or down, and nowhere else', () => {
    expect(query({ orderBy: 'asc' }).orderBy).toBe('asc')
    expect(listProducts.query.safeParse({ orderBy: 'up' }).success).toBe(false)
  })
  it('INV-075 knows the channels', () => {
    expect(ProductFilter.parse({ listedOn: [...channelIds] }).listedOn).toEqual([
      'ebay',
      'etsy',
      'bigcommerce',
      'shopify',
      'square',
      'clover',
      'csv',
    ])
    expect(ProductFilter.safeParse({ notListedOn: 'amazon' }).success).toBe(false)
  })
})

describe('a filter of products', () => {
  it('INV-049 INV-050 INV-051 takes numbers, with decimals where it is money', () => {
    expect(
      ProductFilter.parse({
        minPrice: '12.5',
        maxPrice: 20,
        minQuantity: '3',
        maxQuantity: '',
        minSold: '0',
        maxSold: null,
      }),
    ).toEqual({
      minPrice: 1250,
      maxPrice: 2000,
      minQuantity: 3,
      maxQuantity: undefined,
      minSold: 0,
      maxSold: undefined,
    })
    expect(problem({ minPrice: 'cheap' })).toBe('Enter an amount like 12.50.')
    expect(problem({ maxQuantity: '1.5' })).toBe('Enter a whole number like 12.')
  })
  it('INV-048 takes a date only when it is one', () => {
    expect(ProductFilter.parse({ startDate: '2026-11-21', endDate: '' })).toEqual({
      startDate: '2026-11-21',
      endDate: undefined,
    })
    for (const startDate of ['soon', '2026-13-01', '21.11.']) expect(problem({ startDate })).toBe('Enter a valid date.')
  })
  it('INV-052..INV-055 reads attributes from JSON, each with a name, an action and values', () => {
    const attributes = [{ name: 'Color', action: 'not in', values: ['Blue', 'A+B'] }]
    expect(ProductFilter.parse({ attributes: JSON.stringify(attributes) })).toEqual({ attributes })
    expect(ProductFilter.parse({ attributes: [{ name: 'Color', values: ['Blue'] }] })).toEqual({
      attributes: [{ name: 'Color', action: 'in', values: ['Blue'] }],
    })
    for (const wrong of [
      '{',
      '[{"name":"Color"}]',
      '[{"name":"Color","values":[]}]',
      '[{"name":"Color","action":"near","values":["x"]}]',
    ])
      expect(problem({ attributes: wrong })).toBe('Attributes are a JSON list of name, action and values.')
  })
  it('INV-043 INV-044 takes flags as words', () => {
    expect(ProductFilter.parse({ matchAllAttributes: 'true', matchAllListings: '0' })).toEqual({
      matchAllAttributes: true,
      matchAllListings: false,
    })
  })
})
