import { ChannelError } from '../../channel.ts'
import { readAs } from '../../kit/read.ts'
import { type CsvConnection, write } from '../calls.ts'
import { extended, noteRequest, type OwnColumn, ownColumns } from './table.ts'
import { Spreadsheet } from '../wire.ts'

/** The columns of a new spreadsheet; what is no word of ours is filled from the attribute of the same name. */
const columns = [
  'SKU',
  'Title',
  'Description',
  'Price',
  'Quantity',
  'Variation',
  'Condition',
  'Brand',
  'Color',
  'Size',
  'Barcode',
  'Tags',
  'Weight',
  'Weight Unit',
  'Image 1',
  'Image 2',
  'Image 3',
]
const rules: Record<string, object> = {
  Price: { condition: { type: 'NUMBER_GREATER_THAN_EQ', values: [{ userEnteredValue: '0' }] }, strict: true },
  Quantity: { condition: { type: 'NUMBER_GREATER_THAN_EQ', values: [{ userEnteredValue: '0' }] }, strict: true },
  'Weight Unit': {
    condition: { type: 'ONE_OF_LIST', values: ['lb', 'oz', 'kg', 'g'].map((value) => ({ userEnteredValue: value })) },
    strict: true,
    showCustomUi: true,
  },
}
const SHEET = 0
const ROWS = 1000

/** A new spreadsheet with a row of headers. It cannot be repeated safely: what was made and not answered is found by `sheets`. @returns its id */
export async function make(c: CsvConnection, field: string, { title = '' }: Record<string, string>): Promise<string> {
  if (field !== 'spreadsheets') throw new ChannelError('not_found', `Motto can’t create a ${field} in Google Sheets.`)
  if (!title.trim())
    throw new ChannelError('invalid', 'Spreadsheet title is required.', {
      fields: { title: 'Spreadsheet title is required.' },
    })
  const all = [...columns, ...Object.values(ownColumns)]
  const header = all.map((name) => ({
    userEnteredValue: extended(name),
    userEnteredFormat: { textFormat: { bold: true } },
  }))
  const grid = { frozenRowCount: 1, rowCount: ROWS, columnCount: all.length }
  const { body } = await write(c, {
    id: '',
    rest: '',
    json: {
      properties: { title: title.trim() },
      sheets: [
        {
          properties: { sheetId: SHEET, title: 'Products', gridProperties: grid },
          data: [{ startRow: 0, startColumn: 0, rowData: [{ values: header }] }],
        },
      ],
    },
  })
  const { spreadsheetId: id } = readAs('Google Sheets', Spreadsheet, body)
  await write(c, { id, rest: ':batchUpdate', json: { requests: [...ruleRequests(), ...noteRequests()] } })
  return id
}

/** From the second row downwards, without an end. */
const ruleRequests = (): object[] =>
  Object.entries(rules).map(([name, rule]) => {
    const column = columns.indexOf(name)
    const range = { sheetId: SHEET, startRowIndex: 1, startColumnIndex: column, endColumnIndex: column + 1 }
    return { setDataValidation: { range, rule } }
  })
const noteRequests = (): object[] =>
  (Object.keys(ownColumns) as OwnColumn[]).map((name, i) => {
    const startIndex = columns.length + i
    return noteRequest(name, { sheetId: SHEET, dimension: 'COLUMNS', startIndex, endIndex: startIndex + 1 })
  })
