import type { ConfiguredSheet, ConfiguredSpreadsheet, SheetHeader } from '#contract/channels/shapes/csv.ts'
import { ChannelError } from '../channel.ts'
import { allPages } from '../kit/paging.ts'
import { splitList } from '../kit/text.ts'
import { type CsvConnection, getOther, getSpreadsheet, read } from './calls.ts'
import { isOwnName, lettersOf } from './listings/table.ts'
import { type CellData, FileList, type Rule, type Sheet, Spreadsheet, ValueRanges } from './wire.ts'

/** Every spreadsheet that Motto may open: those it made. */
async function allIds(c: CsvConnection): Promise<string[]> {
  const files = await allPages(async (pageToken) => {
    const query = {
      q: "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false",
      fields: 'files(id),nextPageToken',
      pageSize: '100',
      ...(pageToken !== undefined && { pageToken }),
    }
    const { files: items, nextPageToken: next } = await getOther(c, FileList, '/drive/v3/files', query)
    return { items, next }
  })
  return files.map(({ id }) => id)
}

/** Spreadsheets with their sheets, and what the header row of each says now. One that is gone has no sheets. */
export async function sheets(
  c: CsvConnection,
  { spreadsheetIds = '' }: Record<string, string>,
): Promise<ConfiguredSpreadsheet[]> {
  const ids = splitList(spreadsheetIds)
  const wantedIds = ids.length > 0 ? ids : await allIds(c)
  const spreadsheets: ConfiguredSpreadsheet[] = []
  for (const id of wantedIds) spreadsheets.push(await oneSpreadsheet(c, id))
  return spreadsheets
}

const outline =
  'spreadsheetId,spreadsheetUrl,properties(title),sheets(properties(sheetId,title,index,sheetType,gridProperties(rowCount,columnCount)))'

async function oneSpreadsheet(c: CsvConnection, id: string): Promise<ConfiguredSpreadsheet> {
  const known = c.settings.spreadsheets.find((spreadsheet) => spreadsheet.spreadsheetId === id)
  try {
    const there = await getSpreadsheet(c, id, outline)
    const grids = there.sheets.filter(({ properties }) => properties.sheetType === 'GRID')
    const rows = grids.map((sheet) => ({ sheet, headerRow: headerRowOf(known, sheet.properties.sheetId) }))
    const headers = await headersOf(c, id, rows)
    return {
      spreadsheetId: id,
      title: there.properties?.title ?? '',
      url: there.spreadsheetUrl,
      sheets: rows.map(
        ({ sheet: { properties }, headerRow }): ConfiguredSheet => ({
          sheetId: properties.sheetId,
          sheetTitle: properties.title,
          index: properties.index,
          headerRow,
          headers: headers.get(properties.sheetId) ?? [],
        }),
      ),
    }
  } catch (error) {
    if (!(error instanceof ChannelError && error.kind === 'not_found')) throw error
    return { spreadsheetId: id, title: known?.title ?? id, url: known?.url ?? '', sheets: [] }
  }
}

/** What the seller said, where they said something; else the first row. */
function headerRowOf(known: ConfiguredSpreadsheet | undefined, sheetId: number): number | null {
  const sheet = known?.sheets.find((candidate) => candidate.sheetId === sheetId)
  return sheet === undefined ? 1 : sheet.headerRow
}

interface Wanted {
  sheet: Sheet
  headerRow: number | null
}
const headerFields =
  'spreadsheetId,sheets(properties(sheetId),tables(range(startRowIndex,startColumnIndex),columnProperties(columnIndex,dataValidationRule(condition))),data(startRow,startColumn,rowData(values(formattedValue,dataValidation))))'

/** The header row of each sheet, and the row below it, whose data validation is the rule of the column. */
export async function headersOf(
  c: CsvConnection,
  spreadsheetId: string,
  requests: readonly Wanted[],
): Promise<Map<number, SheetHeader[]>> {
  const filters = requests.flatMap(({ sheet: { properties }, headerRow }) => {
    const rows = properties.gridProperties?.rowCount ?? 0
    if (headerRow === null || headerRow > rows) return []
    const { sheetId } = properties
    return [{ gridRange: { sheetId, startRowIndex: headerRow - 1, endRowIndex: Math.min(headerRow + 1, rows) } }]
  })
  if (filters.length === 0) return new Map()
  const answer = await read(c, Spreadsheet, {
    id: spreadsheetId,
    rest: ':getByDataFilter',
    fields: headerFields,
    json: { dataFilters: filters },
  })
  const headersBySheet = new Map<number, SheetHeader[]>()
  const ranges: { header: SheetHeader; a1Range: string }[] = []
  for (const sheet of answer.sheets) {
    const { sheetId } = sheet.properties
    const [data] = sheet.data
    const headerRow = (data?.startRow ?? 0) + 1
    const [names, below] = (data?.rowData ?? []).map(({ values }) => values)
    const headers = (names ?? []).flatMap((cell, column) => {
      const name = (cell.formattedValue ?? '').trim()
      if (name === '' || isOwnName(name)) return []
      const rule = ruleOf(sheet, below?.[column], { row: headerRow - 1, column })
      const header = toHeader({ spreadsheetId, sheetId, cellId: `${lettersOf(column)}${headerRow}`, name }, rule)
      const a1Range = rangeOf(rule)
      if (a1Range) ranges.push({ header, a1Range })
      return [header]
    })
    headersBySheet.set(sheetId, headers)
  }
  if (ranges.length > 0) await fillOptions(c, spreadsheetId, ranges)
  return headersBySheet
}

/** A cell's own rule, else that of the table it is in. */
function ruleOf({ tables }: Sheet, cell: CellData | undefined, at: { row: number; column: number }): Rule | undefined {
  if (cell?.dataValidation) return cell.dataValidation
  const table = tables.find(({ range }) => range?.startRowIndex === at.row)
  const own = table?.columnProperties.find(
    ({ columnIndex }) => columnIndex + (table.range?.startColumnIndex ?? 0) === at.column,
  )
  const condition = own?.dataValidationRule?.condition
  return condition && { condition, strict: true }
}

const rangeOf = (rule: Rule | undefined): string | undefined =>
  rule?.condition?.type === 'ONE_OF_RANGE'
    ? rule.condition.values[0]?.userEnteredValue?.replace(/^=/, '').replaceAll('$', '')
    : undefined

/** A rule has two at most; a box to tick may name its two states. */
const mostBounds = 10

function toHeader(
  header: Pick<SheetHeader, 'spreadsheetId' | 'sheetId' | 'cellId' | 'name'>,
  rule: Rule | undefined,
): SheetHeader {
  const { type = 'TEXT', values = [] } = rule?.condition ?? {}
  const options = values.flatMap(({ userEnteredValue }) => userEnteredValue ?? [])
  const isList = type.startsWith('ONE_OF_')
  return {
    ...header,
    dataType: type,
    required: /\*\s*$/.test(header.name),
    strict: rule?.strict ?? false,
    options: type === 'ONE_OF_LIST' ? options : [],
    ...(!isList && options.length > 0 && { bounds: options.slice(0, mostBounds).map((bound) => bound.slice(0, 1000)) }),
  }
}

/** Options that stand in cells of the spreadsheet. */
async function fillOptions(
  c: CsvConnection,
  id: string,
  ranges: readonly { header: SheetHeader; a1Range: string }[],
): Promise<void> {
  const dataFilters = ranges.map(({ a1Range }) => ({ a1Range }))
  const { valueRanges } = await read(c, ValueRanges, {
    id,
    rest: '/values:batchGetByDataFilter',
    json: { dataFilters, majorDimension: 'ROWS', valueRenderOption: 'FORMATTED_VALUE' },
  })
  ranges.forEach(({ header }, i) => {
    const values = valueRanges[i]?.valueRange.values.flat().map(String) ?? []
    header.options = [...new Set(values.filter(Boolean))]
  })
}

export const csvLookups = { sheets }
