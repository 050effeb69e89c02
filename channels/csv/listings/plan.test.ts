import { expect, it } from 'vitest'
import { CsvSchema, CsvSettings, type SheetHeader } from '#contract/channels/shapes/csv.ts'
import type { Cell } from '#domain/listings/sheets/cell.ts'
import type { HttpCall } from '../../call.ts'
import { noConnection } from '../../testing/connection.ts'
import { planFor } from './plan.ts'
import { productsOf } from './listings.ts'
import { readStock, setStock } from '../stock.ts'
import { lettersOf, type Table } from './table.ts'

const names = ['SKU', 'Stock', 'Stock', 'Motto ID', 'Motto status']
const headerOf = (name: string, place: number, dataType = 'TEXT'): SheetHeader => ({
  spreadsheetId: 'book',
  sheetId: 0,
  cellId: `${lettersOf(place)}1`,
  name,
  dataType,
  required: false,
  strict: false,
  options: [],
})
const tableOf = (...rows: (string | number)[][]): Table => ({
  spreadsheetId: 'book',
  sheetId: 0,
  headerRow: 1,
  title: 'Products',
  spreadsheet: 'Shop',
  url: 'https://docs.example/book',
  names,
  columnCount: 5,
  rows: rows.map((cells, n) => ({ index: n + 1, cells })),
  own: { id: 3, status: 4 },
})
const listing = (sku: string) => ({
  key: 7,
  title: 'Mug',
  description: '',
  currency: '',
  condition: '',
  images: [],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku, options: {}, price: 1299, quantity: 5 }],
  fields: CsvSchema.parse({}),
  external: null,
})
/** @param skuType what the sheet checks in the column of the SKU */
const target = (skuType?: string) => {
  const headers = [headerOf('SKU', 0, skuType), headerOf('Stock', 1), headerOf('Stock', 2)]
  const sheet = { sheetId: 0, sheetTitle: 'Products', index: 0, headerRow: 1, headers }
  return {
    spreadsheet: { spreadsheetId: 'book', title: 'Shop', url: '', sheets: [sheet] },
    sheet,
    written: [
      { cellId: 'B1', name: 'Stock', value: 'by hand' },
      { cellId: 'C1', name: 'Stock', value: '{{Quantity}}' },
    ],
  }
}

const shown = (cell: Cell) => (typeof cell === 'number' ? { numberValue: cell } : { stringValue: String(cell) })
/** A connection to a sheet with these cells, and the calls that it got. */
function sheetWith(...rows: object[][]) {
  const calls: HttpCall[] = []
  const rowData = [names.map(shown), ...rows].map((row) => ({
    values: row.map((effectiveValue) => ({ effectiveValue })),
  }))
  const properties = { sheetId: 0, title: 'Products', gridProperties: { rowCount: 9, columnCount: 5 } }
  const http = async (call: HttpCall) => {
    calls.push(call)
    const { dataFilters = [] } = call.json as { dataFilters?: { gridRange: { startRowIndex: number } }[] }
    const data = dataFilters.map(({ gridRange: { startRowIndex: startRow } }) => ({
      startRow,
      rowData: rowData.slice(startRow),
    }))
    return { status: 200, headers: {}, body: { spreadsheetId: 'book', sheets: [{ properties, data }] } }
  }
  return { calls, connection: { ...noConnection, settings: CsvSettings.parse({}), http } }
}

it('of two columns with one name, sales lower the number in the one that the template fills with it', async () => {
  const { external, added } = planFor(tableOf(), listing('MUG'), target(), false)
  expect(added).toEqual([['MUG', 'by hand', 5, 'M-7', 'Listed']])
  const { calls, connection } = sheetWith(...added.map((row) => row.map(shown)))
  const level = { sku: 'MUG', quantity: 4, listing: external, locationId: '' }
  expect(await setStock(connection, [level])).toMatchObject([{ ok: true }])
  const written = calls.find(({ url }) => url.endsWith('values:batchUpdateByDataFilter'))
  expect(written?.json).toMatchObject({
    data: [{ dataFilter: { gridRange: { startRowIndex: 1, startColumnIndex: 2 } }, values: [[4]] }],
  })
})

it('SKUs that differ in their case alone have rows of their own, and none takes the row of the other', async () => {
  const both = {
    ...listing('mug'),
    variants: ['mug', 'MUG'].map((sku) => ({ sku, options: { Size: sku }, price: 100, quantity: 5 })),
  }
  const { external, added } = planFor(tableOf(), both, target(), false)
  const again = planFor(tableOf(...(added as string[][])), both, target(), true)
  expect([added.length, again.added, again.writes]).toEqual([2, [], []])
  const answer = async (...rows: Cell[][]) =>
    readStock(sheetWith(...rows.map((row) => row.map(shown))).connection, [
      { sku: 'MUG', listing: external, locationId: '' },
    ])
  expect(await answer(...added.map((row, n) => row.with(2, n)))).toMatchObject([{ ok: true, value: { quantity: 1 } }])
  expect(await answer(...added.slice(0, 1))).toMatchObject([{ ok: false, error: { kind: 'ended' } }])
  // Somebody has typed it anew in small letters.
  const [, big = []] = added
  expect(await answer(big.with(0, 'Mug'))).toMatchObject([{ ok: true, value: { quantity: 5 } }])
})

it('a quantity that Google cannot compute is none: it is told, not taken for 0', async () => {
  const { external, added } = planFor(tableOf(), listing('MUG'), target(), false)
  const broken = { errorValue: { type: 'REF', message: 'Reference does not exist' } }
  const { connection } = sheetWith(...added.map((row) => row.map((cell, n) => (n === 2 ? broken : shown(cell)))))
  const answer = await readStock(connection, [{ sku: 'MUG', listing: external, locationId: '' }])
  expect(answer).toMatchObject([{ ok: false, error: { kind: 'invalid', message: expect.stringContaining('Row 2') } }])
  const sheet = { ...tableOf(), rows: [{ index: 1, cells: ['MUG', Number.NaN, 5] }] }
  expect(productsOf({ ...sheet, names: ['SKU', 'Title', 'Quantity'] })).toMatchObject([{ title: 'MUG' }])
})

it.each(['00123', '1e3', '0x10'])(
  'the SKU %s stays a text in a column that checks numbers, so that its row is found again',
  (sku) => {
    const { added } = planFor(tableOf(), listing(sku), target('NUMBER_GREATER'), false)
    expect(added[0]?.[0]).toBe(sku)
    const again = planFor(tableOf([sku, 'by hand', 5, 'M-7', 'Listed']), listing(sku), target('NUMBER_GREATER'), true)
    expect([again.added, again.writes]).toEqual([[], []])
  },
)

it('a column that somebody renamed in the sheet is reported with what to do', () => {
  const renamed = { ...tableOf(), names: ['SKU', 'Pieces', 'Pieces', 'Motto ID', 'Motto status'] }
  expect(() => planFor(renamed, listing('MUG'), target(), false)).toThrow(
    'The sheet “Products” no longer has the column “Stock”. Rename it back there',
  )
})
