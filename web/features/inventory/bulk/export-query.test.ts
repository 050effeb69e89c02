import { describe, expect, it } from 'vitest'
import { exportProducts } from '#contract/exports.ts'
import { addressOf, mostNamed } from '#web/call.ts'
import { defaultPaging, type Filters, queryOf } from '../address.ts'
import type { Selection } from '../grid/selection.ts'
import { exportQuery } from './export-query.ts'

const filters: Filters = {
  search: ['red', 'shoe'],
  minPrice: 5,
  attributes: [{ name: 'Mount', action: 'in', values: ['E'] }],
}
const query = queryOf(filters, { ...defaultPaging, offset: 50 })
const ids = (...productIds: number[]): Selection => ({
  all: false,
  ids: new Map(productIds.map((id) => [id, `SKU-${id}`])),
})
const queryFor = (selection: Selection) => exportQuery(query, selection, 'csv')

describe('a file of products', () => {
  it('INV-077 holds the chosen products when there are any, whatever the filter', () => {
    expect(queryFor(ids(4, 9))).toEqual({ selectedIds: ['4', '9'], format: 'csv' })
    expect(addressOf(exportProducts, { query: queryFor(ids(4, 9)) })).toBe(
      '/api/v2/products/exportCSV/products?selectedIds=4+9&format=csv',
    )
  })
  it('INV-077 holds else all rows of the filter, of every page', () => {
    expect(queryFor(ids())).toEqual({
      search: ['red', 'shoe'],
      minPrice: 5,
      attributes: '[{"name":"Mount","action":"in","values":["E"]}]',
      format: 'csv',
    })
  })
  it('INV-077 holds all that match but those taken out', () => {
    expect(queryFor({ all: true, except: new Set([7]) })).toMatchObject({
      minPrice: 5,
      exceptIds: ['7'],
      format: 'csv',
    })
  })
  it('is not asked for with more ids than an address holds', () => {
    expect(queryFor(ids(...Array.from({ length: mostNamed + 1 }, (_, n) => n + 1)))).toBeUndefined()
    const most = addressOf(exportProducts, {
      query: queryFor(ids(...Array.from({ length: mostNamed }, (_, n) => 9_000_000 + n))),
    })
    expect(most.length).toBeLessThan(14_000)
  })
})
