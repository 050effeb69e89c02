import { describe, expect, it } from 'vitest'
import type { Filters } from '../address.ts'
import { channelOptions, chips } from './chips.ts'

const templates = new Map([
  [3, 'Lenses'],
  [8, 'Film'],
])
const chipsOf = (filters: Filters) =>
  chips(filters, templates).map(({ name, relation, value }) => [name, relation, value].filter(Boolean).join(' '))

describe('the chips of filters', () => {
  it.each<[string, Filters, string]>([
    ['INV-027', { minPrice: 40 }, 'Price over $40.00'],
    ['INV-028', { maxPrice: 9.5 }, 'Price up to $9.50'],
    ['INV-064', { minPrice: 40, maxPrice: 1250 }, 'Price between $40.00 and $1,250.00'],
    ['INV-065', { minQuantity: 0, maxQuantity: 0 }, 'Quantity is 0'],
    ['INV-066', { minSold: 1200 }, 'Sold over 1,200'],
    ['INV-071', { startDate: '2026-11-01' }, 'Created from Nov 1, 2026'],
    ['INV-072', { startDate: '2026-11-01', endDate: '2026-11-21' }, 'Created between Nov 1, 2026 and Nov 21, 2026'],
    ['INV-059', { skus: ['A', 'B'] }, 'SKU in A, B'],
    ['INV-059', { skus: ['A', 'B', 'C'] }, 'SKU in 3 values'],
    ['INV-063', { templateIds: [3, 8] }, 'Template in Lenses, Film'],
    ['INV-063', { templateIds: [99] }, 'Template in no. 99'],
    ['INV-067', { hasTags: ['sale'] }, 'Tags with sale'],
    ['INV-068', { missingTags: ['archived'] }, 'Tags missing archived'],
    ['INV-069', { listedOn: ['ebay'] }, 'Listed on Ebay'],
    ['INV-062', { listedOn: ['ebay', 'csv'], matchAllListings: true }, 'Listed on all of Ebay, CSV'],
    ['INV-070', { notListedOn: ['etsy'] }, 'Not listed on Etsy'],
    ['a requirement', { requirementId: 7 }, 'Channel requirement not met'],
    ['INV-060', { attributes: [{ name: 'Mount', action: 'not in', values: ['Sony E'] }] }, 'Mount not in Sony E'],
  ])('%s is said in words', (_id, filters, words) => expect(chipsOf(filters)).toEqual([words]))

  it('INV-061 says when one of several attributes is enough', () => {
    const attributes: Filters['attributes'] = [
      { name: 'Mount', action: 'in', values: ['Sony E'] },
      { name: 'Colour', action: 'in', values: ['Red'] },
    ]
    expect(chipsOf({ attributes })).toEqual(['Mount in Sony E', 'or Colour in Red'])
    expect(chipsOf({ attributes, matchAllAttributes: true })).toEqual(['Mount in Sony E', 'Colour in Red'])
  })
  it('takes away its own filter and nothing else', () => {
    const filter = { name: 'Mount', action: 'in' as const, values: ['Sony E'] }
    const two = { name: 'Colour', action: 'in' as const, values: ['Red'] }
    const filters: Filters = {
      minPrice: 4,
      maxPrice: 8,
      skus: ['A'],
      attributes: [filter, two],
      matchAllAttributes: true,
    }
    const left = chips(filters, templates).map(
      (chip) => JSON.parse(JSON.stringify({ ...filters, ...chip.remove })) as Filters,
    )
    expect(left).toEqual([
      { minPrice: 4, maxPrice: 8, attributes: [filter, two], matchAllAttributes: true },
      { minPrice: 4, maxPrice: 8, skus: ['A'], attributes: [two] },
      { minPrice: 4, maxPrice: 8, skus: ['A'], attributes: [filter] },
      { skus: ['A'], attributes: [filter, two], matchAllAttributes: true },
    ])
  })
  it('has none for the search words, which stand in their box', () => expect(chipsOf({ search: ['red'] })).toEqual([]))
  it('INV-075 names the channels as the inventory does', () =>
    expect(channelOptions.map(({ label }) => label)).toEqual([
      'Ebay',
      'Etsy',
      'BigCommerce',
      'Shopify',
      'Square',
      'Clover',
      'CSV',
    ]))
})
