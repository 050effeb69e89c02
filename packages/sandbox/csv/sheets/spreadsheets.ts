import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer } from '../../kit/simulator.ts'
import type { Call } from '../api/call.ts'
import { invalid } from '../api/errors.ts'
import { cellAt, isBlank, parseA1, put, shown, usedRows } from './grid.ts'
import { bodyOf, cellOf, filtered, masked, maskOf, numberOf } from '../api/input.ts'
import { apply } from './requests.ts'
import { type Area, blankTab, type Cell, draftOf, type File, keep, newFile, type Rule, type Tab } from '../state.ts'

const plain = (cell: Cell): Json => {
  if (typeof cell === 'string') return { stringValue: cell }
  if (typeof cell === 'number') return { numberValue: cell }
  if (typeof cell === 'boolean') return { boolValue: cell }
  return { errorValue: { type: 'NOT_IMPLEMENTED', message: 'Formulas are not computed here.' } }
}
const inside = (area: Area, row: number, column: number): boolean =>
  row >= area.startRow &&
  row < (area.endRow ?? Infinity) &&
  column >= area.startColumn &&
  column < (area.endColumn ?? Infinity)

export function ruleAt(tab: Tab, row: number, column: number): Rule | undefined {
  return tab.rules.findLast(({ area }) => inside(area, row, column))?.rule
}

function cellData(tab: Tab, row: number, column: number): Json {
  const cell = cellAt(tab, row, column)
  const dataValidation = ruleAt(tab, row, column)
  return {
    ...(!isBlank(cell) && {
      userEnteredValue: typeof cell === 'object' && cell ? { formulaValue: cell.formula } : plain(cell),
      effectiveValue: plain(cell),
      formattedValue: shown(cell),
    }),
    ...(dataValidation && { dataValidation }),
  }
}

/** As the API writes it: a start of 0 is left out, and rows end where nothing more is said. */
function gridData(tab: Tab, area: Area): Json {
  const endRow = Math.min(area.endRow ?? tab.rowCount, tab.rowCount)
  const endColumn = Math.min(area.endColumn ?? tab.columnCount, tab.columnCount)
  const ruledTo = Math.max(0, ...tab.rules.map(({ area: { endRow: end, startRow } }) => end ?? startRow + 1))
  const lastRow = Math.min(endRow, Math.max(usedRows(tab), ruledTo))
  const rowData = []
  for (let row = area.startRow; row < lastRow; row++) {
    const values = []
    for (let column = area.startColumn; column < endColumn; column++) values.push(cellData(tab, row, column))
    while (values.length > 0 && Object.keys(values.at(-1) ?? {}).length === 0) values.pop()
    rowData.push(values.length > 0 ? { values } : {})
  }
  const columnMetadata = []
  for (let column = area.startColumn; column < endColumn; column++)
    columnMetadata.push({ pixelSize: 100, ...notesAt(tab, column) })
  return {
    ...(area.startRow > 0 && { startRow: area.startRow }),
    ...(area.startColumn > 0 && { startColumn: area.startColumn }),
    ...(rowData.length > 0 && { rowData }),
    columnMetadata,
  }
}
function notesAt(tab: Tab, column: number): Json {
  const developerMetadata = tab.notes
    .filter(({ dimension, index }) => dimension === 'COLUMNS' && index === column)
    .map(({ id, key, value, visibility }) => ({
      metadataId: id,
      metadataKey: key,
      metadataValue: value,
      location: {
        locationType: 'COLUMN',
        dimensionRange: { sheetId: tab.sheetId, dimension: 'COLUMNS', startIndex: column, endIndex: column + 1 },
      },
      visibility,
    }))
  return developerMetadata.length > 0 ? { developerMetadata } : {}
}

function view({ context }: Call, file: File, areas?: { tab: Tab; area: Area }[]): Json {
  const tabs = areas ? file.tabs.filter((tab) => areas.some((selected) => selected.tab === tab)) : file.tabs
  return {
    spreadsheetId: file.id,
    spreadsheetUrl: `${context.baseUrl}/spreadsheets/d/${file.id}/edit`,
    properties: { title: file.title, locale: file.locale, timeZone: file.timeZone, autoRecalc: 'ON_CHANGE' },
    sheets: tabs.map((tab) => {
      const data = areas?.filter((selected) => selected.tab === tab).map(({ area }) => gridData(tab, area))
      return {
        properties: {
          sheetId: tab.sheetId,
          title: tab.title,
          index: file.tabs.indexOf(tab),
          sheetType: 'GRID',
          gridProperties: {
            rowCount: tab.rowCount,
            columnCount: tab.columnCount,
            ...(tab.frozenRowCount > 0 && { frozenRowCount: tab.frozenRowCount }),
          },
        },
        ...(data && { data }),
      }
    }),
  }
}
const answer = (call: Call, body: Json): SimAnswer => {
  const fields = call.request.query.get('fields')
  return { status: 200, body: fields ? masked(body, maskOf(fields)) : body }
}
/** Grid data comes with a field mask that names it, or where it is asked for. */
const wantsData = ({ request: { query } }: Call, requested: unknown): boolean =>
  query.has('fields') ? /\bdata\b/.test(query.get('fields') ?? '') : requested === true || requested === 'true'

export function get(call: Call): SimAnswer {
  const { file, request } = call
  const ranges = request.query.getAll('ranges').map((range) => parseA1(file.tabs, range))
  const all = file.tabs.map((tab) => ({ tab, area: { startRow: 0, startColumn: 0 } }))
  const isWanted = wantsData(call, request.query.get('includeGridData'))
  const areas = ranges.length > 0 ? ranges : all
  const body = view(call, file, isWanted || ranges.length > 0 ? areas : undefined)
  return answer(call, isWanted ? body : withoutData(body))
}
const withoutData = (body: Json): Json => ({
  ...body,
  sheets: listOf(body['sheets']).map((sheet) => ({ properties: objectOf(sheet)['properties'] })),
})

export function getByDataFilter(call: Call): SimAnswer {
  const body = bodyOf(call.request)
  const areas = listOf(body['dataFilters']).map((filter) => filtered(call.file, filter))
  if (areas.length === 0) throw invalid('Must specify at least one data filter.')
  const all = view(call, call.file, areas)
  return answer(call, wantsData(call, body['includeGridData']) ? all : withoutData(all))
}

/** POST /v4/spreadsheets: a file in the user's Drive, which the app may see. */
export function create(call: Omit<Call, 'file'>): SimAnswer {
  const body = bodyOf(call.request)
  const properties = objectOf(body['properties'])
  const sheets = listOf(body['sheets']).map(objectOf)
  const tabs = sheets.map((sheet, index) => newTab(sheet, index))
  const file = newFile(call.context, {
    owner: call.user.email,
    title: textOf(properties['title']) || 'Untitled spreadsheet',
    locale: textOf(properties['locale']) || 'en_US',
    timeZone: textOf(properties['timeZone']) || 'Etc/GMT',
    tabs: tabs.length > 0 ? tabs : [blankTab(0, 'Sheet1')],
    byApp: true,
  })
  const fileCall: Call = { ...call, file }
  return answer(fileCall, view(fileCall, file))
}

function newTab(sheet: Json, index: number): Tab {
  const properties = objectOf(sheet['properties'])
  const grid = objectOf(properties['gridProperties'])
  const tab = blankTab(numberOf(properties['sheetId'], index), textOf(properties['title']) || `Sheet${index + 1}`, {
    rowCount: numberOf(grid['rowCount'], 1000),
    columnCount: numberOf(grid['columnCount'], 26),
    frozenRowCount: numberOf(grid['frozenRowCount']),
  })
  for (const data of listOf(sheet['data']).map(objectOf)) writeRows(tab, listOf(data['rowData']), data)
  return tab
}
/** RowData from a place on; blank cells leave what is there. */
function writeRows(tab: Tab, rows: unknown[], { startRow, startColumn }: Json): void {
  rows.forEach((row, i) =>
    listOf(objectOf(row)['values']).forEach((value, j) => {
      const cell = cellOf(objectOf(value)['userEnteredValue'])
      if (cell !== null) put(tab, numberOf(startRow) + i, numberOf(startColumn) + j, cell)
    }),
  )
}

/** Several changes as one: one that is wrong rejects all. */
export function batchUpdate(call: Call): SimAnswer {
  const requests = listOf(bodyOf(call.request)['requests'])
  if (requests.length === 0) throw invalid('Must specify at least one request.')
  const file = draftOf(call.file)
  const replies = requests.map((request, index) => apply(call.context, file, objectOf(request), index))
  keep(call.context, file)
  return answer(call, { spreadsheetId: file.id, replies })
}
