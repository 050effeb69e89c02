import { expect, it } from 'vitest'
import { csvName, csvOf } from './csv-file.ts'

it('a chart is exported as CSV whose text is never a formula', () => {
  expect(
    csvOf(
      ['SKU', 'Quantity'],
      [
        ['A,1', 2],
        ['=1+1', -3],
        ['say "hi"', 0.5],
        // A spreadsheet in the Far East reads it as the narrow one.
        ['＝1+1', 1],
      ],
    ),
  ).toBe('SKU,Quantity\r\n"A,1",2\r\n\'=1+1,-3\r\n"say ""hi""",0.5\r\n\'＝1+1,1\r\n')
})

it('a file is named by what it tells, and by its days', () => {
  const may = { startDate: '2026-05-01', endDate: '2026-05-31' }
  expect(csvName('Daily Orders', may)).toBe('daily-orders-2026-05-01-to-2026-05-31.csv')
  expect(csvName('Oversold items and causes', { ...may, endDate: may.startDate })).toBe(
    'oversold-items-and-causes-2026-05-01.csv',
  )
  expect(csvName('Sold on eBay')).toBe('sold-on-ebay.csv')
})
