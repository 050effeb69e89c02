import { expect, it } from 'vitest'
import { csvOf } from './csv-file.ts'

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
