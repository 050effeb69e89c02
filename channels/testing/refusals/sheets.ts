import type { CsvSchema } from '#contract/channels/shapes/csv.ts'
import type { ReadyListing } from '../../channel.ts'
import { type Refused, by, oneVariant } from './case.ts'

/** Columns that a seller has added, each with a rule of another kind: name → type of its condition, and what it compares with. */
const columns = {
  Age: ['NUMBER_GREATER', '17'],
  Stars: ['NUMBER_BETWEEN', '1', '5'],
  Shelf: ['NUMBER_NOT_BETWEEN', '10', '20'],
  Discount: ['NUMBER_LESS', '90'],
  Pack: ['NUMBER_LESS_THAN_EQ', '12'],
  Edition: ['NUMBER_EQ', '2'],
  Box: ['NUMBER_NOT_EQ', '13'],
  Season: ['TEXT_EQ', 'Summer'],
  Fabric: ['TEXT_CONTAINS', 'linen'],
  Claim: ['TEXT_NOT_CONTAINS', 'organic'],
  Contact: ['TEXT_IS_EMAIL'],
  Page: ['TEXT_IS_URL'],
  Handmade: ['BOOLEAN'],
} as const

/** Puts those columns behind the `count` that stand in a sheet, as somebody does there by hand. */
export const columnRequests = (sheetId: number, count: number): object[] => {
  const all = Object.entries(columns)
  const values = all.map(([name]) => ({ userEnteredValue: { stringValue: name } }))
  return [
    { appendDimension: { sheetId, dimension: 'COLUMNS', length: all.length } },
    { updateCells: { start: { sheetId, rowIndex: 0, columnIndex: count }, rows: [{ values }], fields: '*' } },
    ...all.map(([, [type, ...bounds]], at) => ({
      setDataValidation: {
        range: { sheetId, startRowIndex: 1, startColumnIndex: count + at, endColumnIndex: count + at + 1 },
        rule: { condition: { type, values: bounds.map((userEnteredValue) => ({ userEnteredValue })) }, strict: true },
      },
    })),
  ]
}

const api = 'https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets'

/** A sheet takes what its own columns allow. @param at the sheet of Motto's own columns, and of those above */
export function csvRefusals(at: {
  spreadsheetId: string
  sheetId: number
  cellOf: (name: string) => string
}): Refused<CsvSchema>[] {
  const sheets = (spreadsheets: CsvSchema['spreadsheets']) => (listing: ReadyListing<CsvSchema>) => ({
    fields: { ...listing.fields, spreadsheets },
  })
  const { spreadsheetId } = at
  const column = (name: string, what: string, value: string) =>
    [
      `spreadsheets.${name}`,
      what,
      sheets([{ spreadsheetId, sheetId: at.sheetId, headers: [{ cellId: at.cellOf(name), name, value }] }]),
    ] as const
  return [
    ...by<CsvSchema>(`${api}/cells#DataValidationRule`, [
      column('Weight Unit', 'a unit that is none', 'stone'),
      column('Weight Unit', 'a unit in capitals', 'LB'),
    ]),
    ...by<CsvSchema>(`${api}/other#ConditionType`, [
      column('Price', 'a price in words', 'cheap'),
      ['spreadsheets.Price', 'a price below 0', oneVariant({ price: -1 })],
      column('Quantity', 'a quantity in words', 'plenty'),
      column('Age', 'not above its bound', '17'),
      column('Stars', 'above the span', '6'),
      column('Stars', 'a word for a number', 'five'),
      column('Shelf', 'within the span left out', '15'),
      column('Discount', 'not below its bound', '90'),
      column('Pack', 'above its bound', '13'),
      column('Edition', 'another number', '3'),
      column('Box', 'the number left out', '13'),
      column('Season', 'another text', 'Winter'),
      column('Fabric', 'a text without its word', 'Cotton'),
      column('Claim', 'a text with the word left out', '100 % Organic'),
      column('Contact', 'no e-mail address', 'ask us'),
      column('Page', 'no web address', 'our shop'),
      column('Handmade', 'neither yes nor no', 'partly'),
    ]),
    ...by<CsvSchema>('https://support.google.com/drive/answer/37603', [
      ['spreadsheets.Title', 'a cell of 50,001 characters', () => ({ title: 'x'.repeat(50_001) })],
      ['spreadsheets.Description', 'a cell of 50,001 characters', () => ({ description: 'x'.repeat(50_001) })],
      column('Title', 'so many written there', 'x'.repeat(50_001)),
    ]),
    ...by<CsvSchema>(`${api}/request`, [
      ['spreadsheets', 'a sheet that is none', sheets([{ spreadsheetId, sheetId: 987_654, headers: [] }])],
      ['spreadsheets', 'a spreadsheet that is none', sheets([{ spreadsheetId: 'none', sheetId: 0, headers: [] }])],
    ]),
  ]
}
