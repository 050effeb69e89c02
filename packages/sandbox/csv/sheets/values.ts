import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer } from '../../kit/simulator.ts'
import type { Call } from '../api/call.ts'
import { invalid } from '../api/errors.ts'
import { cellAt, grow, isBlank, nameOf, parseA1, put, shown, titleInA1, typed, usedRows } from './grid.ts'
import { bodyOf, filtered } from '../api/input.ts'
import { type Area, type Cell, draftOf, type File, keep, type Tab } from '../state.ts'

interface Place {
  tab: Tab
  area: Area
}
const ok = (body: Json): SimAnswer => ({ status: 200, body })

const a1 = ({ tab, area }: Place): string => {
  const last = nameOf((area.endRow ?? tab.rowCount) - 1, (area.endColumn ?? tab.columnCount) - 1)
  const first = nameOf(area.startRow, area.startColumn)
  return `${titleInA1(tab)}!${first === last ? first : `${first}:${last}`}`
}

function rendered(cell: Cell, as: string): string | number | boolean {
  if (cell === null) return ''
  if (as === 'FORMULA') return typeof cell === 'object' ? cell.formula : cell
  return as === 'UNFORMATTED_VALUE' && typeof cell !== 'object' ? cell : shown(cell)
}

/** Blank cells and rows at the end are left out; without any there are no values at all. */
function valueRange(place: Place, how: string): Json {
  const { tab, area } = place
  const rows: (string | number | boolean)[][] = []
  for (let row = area.startRow; row < Math.min(area.endRow ?? tab.rowCount, usedRows(tab)); row++) {
    const values = []
    for (let column = area.startColumn; column < (area.endColumn ?? tab.columnCount); column++)
      values.push(rendered(cellAt(tab, row, column), how))
    while (values.length > 0 && values.at(-1) === '') values.pop()
    rows.push(values)
  }
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
  return { range: a1(place), majorDimension: 'ROWS', ...(rows.length > 0 && { values: rows }) }
}

const renderOf = (option: unknown): string => textOf(option) || 'FORMATTED_VALUE'

export const getValues = ({ file, range, request: { query } }: Call): SimAnswer =>
  ok(valueRange(parseA1(file.tabs, range), renderOf(query.get('valueRenderOption'))))

export const batchGet = ({ file, request: { query } }: Call): SimAnswer =>
  ok({
    spreadsheetId: file.id,
    valueRanges: query
      .getAll('ranges')
      .map((range) => valueRange(parseA1(file.tabs, range), renderOf(query.get('valueRenderOption')))),
  })

export function batchGetByDataFilter({ file, request }: Call): SimAnswer {
  const body = bodyOf(request)
  return ok({
    spreadsheetId: file.id,
    valueRanges: listOf(body['dataFilters']).map((filter) => ({
      valueRange: valueRange(filtered(file, filter), renderOf(body['valueRenderOption'])),
      dataFilters: [filter],
    })),
  })
}

const inputs = ['RAW', 'USER_ENTERED']
function inputOption(option: unknown): string {
  if (!inputs.includes(textOf(option))) throw invalid("'valueInputOption' is required but not specified")
  return textOf(option)
}

/** `null` leaves a cell, '' clears it. @throws GoogleError where more is given than the range holds */
function write(place: Place, values: unknown[], how: string): Json {
  const { tab, area } = place
  const height = values.length
  const width = Math.max(0, ...values.map((row) => listOf(row).length))
  const [endRow, endColumn] = [area.startRow + height, area.startColumn + width]
  if (endRow > (area.endRow ?? Infinity) || endColumn > (area.endColumn ?? Infinity))
    throw invalid(
      `Requested writing within range [${a1(place)}], but tried writing to ${endRow > (area.endRow ?? Infinity) ? `row [${endRow}]` : `column [${nameOf(0, endColumn - 1).replace('1', '')}]`}`,
    )
  let cells = 0
  values.forEach((row, i) =>
    listOf(row).forEach((value, j) => {
      if (value === null || value === undefined) return
      if (typeof value === 'object') throw invalid('Invalid values: a cell takes a text, a number or a boolean.')
      const cell = value as string | number | boolean
      put(tab, area.startRow + i, area.startColumn + j, how === 'RAW' || typeof cell !== 'string' ? cell : typed(cell))
      cells++
    }),
  )
  const updated = {
    ...area,
    endRow: Math.max(area.startRow + 1, endRow),
    endColumn: Math.max(area.startColumn + 1, endColumn),
  }
  return { updatedRange: a1({ tab, area: updated }), updatedRows: height, updatedColumns: width, updatedCells: cells }
}

function changing(call: Call, work: (file: File) => Json): SimAnswer {
  const file = draftOf(call.file)
  const body = work(file)
  keep(call.context, file)
  return ok({ spreadsheetId: file.id, ...body })
}

export const update = (call: Call): SimAnswer =>
  changing(call, (file) =>
    write(
      parseA1(file.tabs, call.range),
      listOf(bodyOf(call.request)['values']),
      inputOption(call.request.query.get('valueInputOption')),
    ),
  )

const sum = (all: Json[], name: string) => all.reduce((total, entry) => total + Number(entry[name]), 0)
const totals = (responses: Json[]): Json => ({
  totalUpdatedRows: sum(responses, 'updatedRows'),
  totalUpdatedColumns: sum(responses, 'updatedColumns'),
  totalUpdatedCells: sum(responses, 'updatedCells'),
  totalUpdatedSheets: new Set(responses.map((response) => textOf(response['updatedRange']).split('!')[0])).size,
})

export const batchUpdateValues = (call: Call): SimAnswer =>
  changing(call, (file) => {
    const body = bodyOf(call.request)
    const how = inputOption(body['valueInputOption'])
    const responses = listOf(body['data'])
      .map(objectOf)
      .map((entry) => ({
        spreadsheetId: file.id,
        ...write(parseA1(file.tabs, textOf(entry['range'])), listOf(entry['values']), how),
      }))
    return { ...totals(responses), responses }
  })

export const batchUpdateByDataFilter = (call: Call): SimAnswer =>
  changing(call, (file) => {
    const body = bodyOf(call.request)
    const how = inputOption(body['valueInputOption'])
    const responses = listOf(body['data'])
      .map(objectOf)
      .map((entry) => ({
        ...write(filtered(file, entry['dataFilter']), listOf(entry['values']), how),
        dataFilter: entry['dataFilter'],
      }))
    return { ...totals(responses), responses }
  })

/** After the table that begins in the range: the first wholly blank row below it, which is why a blank line in between misleads it. */
export const append = (call: Call): SimAnswer =>
  changing(call, (file) => {
    const { tab, area } = parseA1(file.tabs, call.range)
    const { query } = call.request
    const rows = listOf(bodyOf(call.request)['values'])
    let row = area.startRow
    while (row < tab.rowCount && tab.cells[row]?.some((cell) => !isBlank(cell))) row++
    if (row + rows.length > tab.rowCount) grow(tab, 'ROWS', row + rows.length - tab.rowCount)
    if (query.get('insertDataOption') === 'INSERT_ROWS') tab.cells.splice(row, 0, ...rows.map((): Cell[] => []))
    const table = { ...area, endRow: Math.max(area.startRow + 1, row) }
    const updates = write(
      { tab, area: { startRow: row, startColumn: area.startColumn } },
      rows,
      inputOption(query.get('valueInputOption')),
    )
    return { tableRange: a1({ tab, area: table }), updates: { spreadsheetId: file.id, ...updates } }
  })

export const clear = (call: Call): SimAnswer =>
  changing(call, (file) => {
    const place = parseA1(file.tabs, call.range)
    const { tab, area } = place
    for (let row = area.startRow; row < Math.min(area.endRow ?? tab.rowCount, tab.cells.length); row++)
      for (let column = area.startColumn; column < (area.endColumn ?? tab.columnCount); column++)
        if (!isBlank(cellAt(tab, row, column))) put(tab, row, column, null)
    return { clearedRange: a1(place) }
  })
