import { expect, it } from 'vitest'
import type { Cell } from '#domain/listings/sheets/cell.ts'
import { productsOf } from './listings.ts'

const tableOf = (prices: readonly Cell[]) => ({
  spreadsheetId: 'book',
  sheetId: 0,
  headerRow: 1,
  title: 'Products',
  spreadsheet: 'Shop',
  url: 'https://docs.example/book',
  names: ['SKU', 'Price'],
  columnCount: 2,
  rows: prices.map((price, n) => ({ index: n + 1, cells: [`S${n}`, price] })),
  own: {},
})

it.each<[Cell, number]>([
  [12.5, 1250],
  ['12.50', 1250],
  ['12,50', 1250],
  ['$1,250.00', 125_000],
  ['1.250,00 €', 125_000],
  ['on request', 0],
  ['2-3', 0],
])('a price that somebody typed into a sheet, %s, is read as people read it', (typed, price) => {
  expect(productsOf(tableOf([typed]))[0]?.variants[0]?.price).toBe(price)
})
