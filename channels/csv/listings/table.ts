import type { Cell } from '#domain/listings/sheets/cell.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { ChannelError } from '../../channel.ts'
import { type CsvConnection, read, write } from '../calls.ts'
import { aboutSheet, atSheet } from '../errors.ts'
import { type CellData, type GridData, Spreadsheet } from '../wire.ts'

/** A sheet with the row of its headers. */
export interface SheetPlace {
  spreadsheetId: string
  sheetId: number
  /** From 1, as people count. */
  headerRow: number
}
export interface Row {
  /** From 0, as the API counts. */
  index: number
  cells: Cell[]
}
/** A sheet as it stands at this moment. Rows are found by what they hold: people sort, insert and delete them at any time. */
export interface Table extends SheetPlace {
  title: string
  spreadsheet: string
  url: string
  /** Of each column, '' where it has none. */
  names: string[]
  rows: Row[]
  columnCount: number
  /** The columns of ours: which listing a row belongs to, and whether it is sold. */
  own: Partial<Record<OwnColumn, number>>
}

/** Noted at the columns of ours (developer metadata), so that they are found under any name and at any place. */
const METADATA_KEY = 'motto'
export const ownColumns = { id: 'Motto ID', status: 'Motto status' } as const
export type OwnColumn = keyof typeof ownColumns
const ownNames = Object.keys(ownColumns) as OwnColumn[]
export const isOwnName = (name: string): boolean =>
  Object.values(ownColumns).some((column) => nameKey(column) === nameKey(name))

export const LISTED = 'Listed'
export const ENDED = 'Ended'

/** What a formula cannot compute is a number that is none, so that nobody takes it for a blank cell. */
const valueOf = ({ effectiveValue }: CellData): Cell => {
  const { stringValue, numberValue, boolValue, errorValue } = effectiveValue ?? {}
  return stringValue ?? numberValue ?? boolValue ?? (errorValue ? Number.NaN : '')
}
const fields =
  'spreadsheetId,spreadsheetUrl,properties(title),sheets(properties(sheetId,title,gridProperties(rowCount,columnCount)),data(startRow,startColumn,columnMetadata(developerMetadata(metadataKey,metadataValue)),rowData(values(effectiveValue))))'

/** Reads a sheet from its header row on, by its id: its name may change. @throws ChannelError `invalid` where it is not there any more */
export async function readTable(c: CsvConnection, place: SheetPlace): Promise<Table> {
  const known = namesOf(c, place)
  const gridRange = { sheetId: place.sheetId, startRowIndex: place.headerRow - 1 }
  const spreadsheet = await read(c, Spreadsheet, {
    id: place.spreadsheetId,
    rest: ':getByDataFilter',
    fields,
    json: { dataFilters: [{ gridRange }] },
  }).catch((error: unknown) => {
    throw aboutSheet(error, known)
  })
  const sheet = spreadsheet.sheets.find(({ properties }) => properties.sheetId === place.sheetId)
  const [data] = sheet?.data ?? []
  if (!sheet || !data) throw atSheet(`Google Sheets returned nothing for the sheet “${known.sheet}”. Try again.`)
  const [header, ...below] = data.rowData.map(({ values }) => values.map(valueOf))
  const names = (header ?? []).map((cell) => (Number.isNaN(cell) ? '' : String(cell)))
  return {
    ...place,
    title: sheet.properties.title,
    spreadsheet: spreadsheet.properties?.title ?? known.spreadsheet,
    url: spreadsheet.spreadsheetUrl,
    names,
    columnCount: sheet.properties.gridProperties?.columnCount ?? 0,
    rows: below.flatMap((cells, i) =>
      cells.some((cell) => cell !== '') ? [{ index: place.headerRow + i, cells }] : [],
    ),
    own: ownIn(data, names),
  }
}

/** Single rows as they stand now; those that the sheet does not have any more are missing. */
export async function readRows(
  c: CsvConnection,
  { spreadsheetId, sheetId }: SheetPlace,
  indexes: readonly number[],
): Promise<Row[]> {
  const spreadsheet = await read(c, Spreadsheet, {
    id: spreadsheetId,
    rest: ':getByDataFilter',
    fields: 'spreadsheetId,sheets(properties(sheetId),data(startRow,rowData(values(effectiveValue))))',
    json: {
      dataFilters: indexes.map((index) => ({
        gridRange: { sheetId, startRowIndex: index, endRowIndex: index + 1 },
      })),
    },
  }).catch((error: unknown) => {
    // Rows were deleted: the sheet is shorter now.
    if (error instanceof ChannelError && error.kind === 'invalid') return undefined
    throw error
  })
  const all = spreadsheet?.sheets.find(({ properties }) => properties.sheetId === sheetId)?.data ?? []
  return all.map(({ startRow, rowData }) => ({ index: startRow, cells: (rowData[0]?.values ?? []).map(valueOf) }))
}

/** What a spreadsheet and its sheet were called when they were last read. */
function namesOf({ settings }: CsvConnection, { spreadsheetId, sheetId }: SheetPlace) {
  const known = settings.spreadsheets.find((spreadsheet) => spreadsheet.spreadsheetId === spreadsheetId)
  const sheet = known?.sheets.find((candidate) => candidate.sheetId === sheetId)
  return { spreadsheet: known?.title ?? spreadsheetId, sheet: sheet?.sheetTitle ?? String(sheetId) }
}

/** By what is noted at the columns; a copy of a spreadsheet has no notes, so there by their names. */
function ownIn({ columnMetadata }: GridData, names: readonly string[]): Table['own'] {
  return Object.fromEntries(
    ownNames.flatMap((name) => {
      const noted = columnMetadata.findIndex(({ developerMetadata }) =>
        developerMetadata.some((metadata) => metadata.metadataKey === METADATA_KEY && metadata.metadataValue === name),
      )
      const named = names.findIndex((header) => nameKey(header) === nameKey(ownColumns[name]))
      const column = noted >= 0 ? noted : named
      return column >= 0 ? [[name, column]] : []
    }),
  )
}

export const cellIn = ({ cells }: Row, column: number | undefined): Cell =>
  column === undefined ? '' : (cells[column] ?? '')
export function textIn(row: Row, column: number | undefined): string {
  const cell = cellIn(row, column)
  return Number.isNaN(cell) ? '' : String(cell).trim()
}
/** The rows of a SKU: those that spell it so, else those in other letters, but none of another SKU of its listing. */
export function rowsOfSku({ rows }: Table, column: number | undefined, sku: string, all: readonly string[]): Row[] {
  const same = rows.filter((row) => nameKey(textIn(row, column)) === nameKey(sku))
  const exact = same.filter((row) => textIn(row, column) === sku.trim())
  return exact.length > 0 ? exact : same.filter((row) => !all.includes(textIn(row, column)))
}
export const idOf = ({ own }: Table, row: Row): string => textIn(row, own.id)
export const isEnded = ({ own }: Table, row: Row): boolean => nameKey(textIn(row, own.status)) === nameKey(ENDED)

/** The place of a column by its name; of several the one that stood in `cellId`. */
export function placeOf({ names }: Table, name: string, cellId = ''): number | undefined {
  const places = names.flatMap((header, place) => (nameKey(header) === nameKey(name) ? [place] : []))
  return places.find((place) => lettersOf(place) === cellId.replace(/\d+$/, '')) ?? places[0]
}
/** `A`, `Z`, `AA` of 0, 25, 26. */
export const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26)

/** What makes a text a text: never a formula, whatever it begins with. */
export const extended = (cell: Cell) => {
  if (typeof cell === 'number') return { numberValue: cell }
  return typeof cell === 'boolean' ? { boolValue: cell } : { stringValue: cell }
}

/** Requests that add a column of ours behind all that stands in the sheet, with its header and its note. */
function columnRequests(sheetId: number, headerRow: number, name: OwnColumn, column: number): unknown[] {
  const dimensionRange = { sheetId, dimension: 'COLUMNS', startIndex: column, endIndex: column + 1 }
  return [
    {
      updateCells: {
        start: { sheetId, rowIndex: headerRow - 1, columnIndex: column },
        rows: [{ values: [{ userEnteredValue: extended(ownColumns[name]) }] }],
        fields: 'userEnteredValue',
      },
    },
    noteRequest(name, dimensionRange),
  ]
}
export const noteRequest = (name: OwnColumn, dimensionRange: object) => ({
  createDeveloperMetadata: {
    developerMetadata: {
      metadataKey: METADATA_KEY,
      metadataValue: name,
      location: { dimensionRange },
      visibility: 'DOCUMENT',
    },
  },
})

/** Sees that the sheet has the columns of ours; both or none are made. @returns the table with them */
export async function withOwnColumns(c: CsvConnection, table: Table): Promise<Table> {
  const missing = ownNames.filter((name) => table.own[name] === undefined)
  if (missing.length === 0) return table
  const { spreadsheetId, sheetId, headerRow, columnCount } = table
  const from = Math.max(table.names.length, ...table.rows.map(({ cells }) => cells.length))
  const lacking = from + missing.length - columnCount
  const requests = [
    ...(lacking > 0 ? [{ appendDimension: { sheetId, dimension: 'COLUMNS', length: lacking } }] : []),
    ...missing.flatMap((name, i) => columnRequests(sheetId, headerRow, name, from + i)),
  ]
  await write(c, { id: spreadsheetId, rest: ':batchUpdate', json: { requests } })
  const names = [...table.names]
  const own = { ...table.own }
  missing.forEach((name, i) => {
    while (names.length < from + i) names.push('')
    names[from + i] = ownColumns[name]
    own[name] = from + i
  })
  return { ...table, names, own, columnCount: columnCount + Math.max(0, lacking) }
}

/** Adds rows after the last one that holds anything, wherever that is by then: none is ever written over. */
export async function appendRows(c: CsvConnection, table: SheetPlace, rows: readonly Cell[][]): Promise<void> {
  if (rows.length === 0) return
  const appendCells = {
    sheetId: table.sheetId,
    rows: rows.map((cells) => ({
      values: cells.map((cell) => (cell === '' ? {} : { userEnteredValue: extended(cell) })),
    })),
    fields: 'userEnteredValue',
  }
  await write(c, { id: table.spreadsheetId, rest: ':batchUpdate', json: { requests: [{ appendCells }] } })
}
