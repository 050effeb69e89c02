import { describe, expect, it } from 'vitest'
import { importFields } from '#contract/imports.ts'
import { begunWords } from '#domain/imports/begun.ts'
import { inventoryOf } from './delete-panel.tsx'
import { isTable } from './upload.ts'
import { became, bytes, counted, fieldNames, recognised, titleOf } from './words.ts'

describe('what is said of a file', () => {
  it('is recognized by its name', () => {
    expect(['a.csv', 'A.CSV', 'a.txt', 'a.tsv'].map((name) => isTable({ name }))).toEqual([true, true, true, true])
    expect(['a.csv.zip', 'a.xlsx', 'csv'].map((name) => isTable({ name }))).toEqual([false, false, false])
  })
  it('IMP-146..IMP-150 IMP-158 IMP-159 is not there for listings of a channel: the channel names the page and what begins', () => {
    const title = (channel: Parameters<typeof titleOf>[0]['channel']) => titleOf({ kind: 'products', channel })
    expect((['ebay', 'square', 'shopify', 'bigcommerce', 'clover', null] as const).map(title)).toEqual([
      'eBay Item Import',
      'Square Item Import',
      'Shopify Item Import',
      'BigCommerce Product Import',
      'Clover Item Import',
      'Import CSV',
    ])
    expect([begunWords('ebay'), begunWords('shopify')]).toEqual([
      'Bulk import process started.',
      'Import process started.',
    ])
  })
  it('names what was recognised', () => {
    const file = {
      format: 'shopify',
      rows: 1200,
      columns: [],
      encoding: 'windows-1252',
      separator: ';',
    } as unknown as Parameters<typeof recognised>[0]
    expect(recognised(file)).toBe(
      'This looks like a Shopify export: 1,200 rows, 0 columns, Windows-1252 (Western), semicolon',
    )
    expect(recognised({ ...file, format: 'other', encoding: 'koi8-r', separator: '\t', rows: 1 })).toBe(
      'CSV file, 1 row, 0 columns, koi8-r, tab',
    )
  })
  it('has a readable size', () => {
    expect([0, 999, 1000, 2_449_000, 1024 ** 3, 5e12].map(bytes)).toEqual([
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '2.4 MB',
      '1.1 GB',
      '5000.0 GB',
    ])
  })
  it('IMP-010 IMP-021..IMP-040 offers every field but the template, which has a place of its own', () => {
    expect(fieldNames.map(([field]) => field).toSorted()).toEqual(
      importFields.filter((field) => field !== 'template').toSorted(),
    )
  })
})

describe('what becomes of its rows', () => {
  const record = {
    outcomes: { create: 5, update: 3, unchanged: 2, skip: 1, error: 1 },
    applied: { create: 4, update: 2, unchanged: 1, error: 1 },
  }
  it('is what was planned until it is done, then what was done', () => {
    expect(became({ ...record, state: 'ready' })).toEqual(record.outcomes)
    expect(became({ ...record, state: 'done' })).toEqual({
      create: 4,
      update: 2,
      unchanged: 3,
      delete: 0,
      skip: 1,
      error: 2,
    })
  })
  it('is said in the order of the tabs', () => {
    expect(counted({ error: 2, update: 1, create: 1234, delete: 0 })).toBe('1,234 new, 1 changed, 2 failed')
    expect(counted({ create: 2, skip: 1 }, 16)).toBe('2 new, 1 skipped, 16 cells skipped')
  })
  it('IMP-055 leads to just the products that go', () => {
    expect(inventoryOf(['a', 'b'])).toBe('/products?offset=0&limit=25&sortBy=Updated&orderBy=desc&skus=a+b')
    expect(inventoryOf(['a+b', 'c d&e'])).toBe(
      '/products?offset=0&limit=25&sortBy=Updated&orderBy=desc&skus=a%2Bb+c%20d%26e',
    )
  })
})
