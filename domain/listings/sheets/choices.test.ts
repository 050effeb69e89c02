import { describe, expect, it } from 'vitest'
import type { ConfiguredSpreadsheet } from '#contract/channels/shapes/csv.ts'
import { optionProblem } from '../content/columns.ts'
import { targetOf } from './choices.ts'

const header = {
  spreadsheetId: 'S',
  sheetId: 1,
  cellId: 'A',
  name: 'SKU',
  dataType: 'TEXT',
  required: false,
  strict: false,
  options: [],
}
const spreadsheet = (...headers: (typeof header)[]): ConfiguredSpreadsheet => ({
  spreadsheetId: 'S',
  title: 'Shop',
  url: '',
  sheets: [{ sheetId: 1, sheetTitle: 'Products', index: 0, headerRow: 1, headers }],
})
const chosen = [{ spreadsheetId: 'S', sheetId: 1, headers: [] }]

describe('where a product has its rows', () => {
  it('LST-336 nowhere without headers', () => {
    expect(targetOf([], [spreadsheet()])).toEqual({ problem: 'No headers. Update this Integration' })
    expect(targetOf(chosen, [spreadsheet()])).toEqual({ problem: 'No headers. Update this Integration' })
    expect(targetOf(chosen, [spreadsheet(header)])).not.toHaveProperty('problem')
  })

  it('LST-337 nowhere without sheets', () => {
    expect(targetOf([], [])).toEqual({ problem: 'No Sheets. Update this Integration' })
    expect(targetOf([], [{ ...spreadsheet(header), sheets: [] }])).toEqual({
      problem: 'No Sheets. Update this Integration',
    })
    expect(targetOf([], [spreadsheet(header)])).not.toHaveProperty('problem')
  })
})

it.each([
  ['LST-334 refused by a strict column', true, 'stone', { sentence: "'stone' not allowed in options", refuses: true }],
  ['LST-335 told by another', false, 'stone', { sentence: "'stone' not in options", refuses: false }],
  ['nothing of an option', true, 'wood', undefined],
  ['nothing of a blank', true, '', undefined],
  ['nothing of what a reference will say', true, '{{Material}}', undefined],
] as const)('a value outside the options: %s', (_, strict, value, problem) =>
  expect(optionProblem({ options: ['wood'], strict, dataType: 'ONE_OF_LIST' }, value)).toEqual(problem),
)
