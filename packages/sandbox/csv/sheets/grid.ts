import { invalid } from '../api/errors.ts'
import type { Area, Cell, Tab } from '../state.ts'

/** The most cells of a spreadsheet, and characters of a cell, as published. */
const mostCells = 10_000_000
const mostChars = 50_000

export const isBlank = (cell: Cell | undefined): boolean => cell === null || cell === undefined || cell === ''
export const cellAt = (tab: Tab, row: number, column: number): Cell => tab.cells[row]?.[column] ?? null

/** @throws GoogleError where the sheet does not reach */
export function put(tab: Tab, row: number, column: number, cell: Cell): void {
  if (row >= tab.rowCount || column >= tab.columnCount)
    throw invalid(
      `Range (${tab.title}!${nameOf(row, column)}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`,
    )
  if (typeof cell === 'string' && cell.length > mostChars)
    throw invalid('Your input contains more than the maximum of 50000 characters in a single cell.')
  while (tab.cells.length <= row) tab.cells.push([])
  const cells = tab.cells[row] ?? []
  while (cells.length <= column) cells.push(null)
  cells[column] = cell === '' ? null : cell
}

/** One past the last row that holds something. */
export const usedRows = (tab: Tab): number => tab.cells.findLastIndex((row) => row.some((cell) => !isBlank(cell))) + 1

export function grow(tab: Tab, dimension: 'ROWS' | 'COLUMNS', by: number): void {
  if (dimension === 'ROWS') tab.rowCount += by
  else tab.columnCount += by
  if (tab.rowCount * tab.columnCount > mostCells)
    throw invalid('This action would increase the number of cells in the workbook above the limit of 10000000 cells.')
}

/** Rows or columns come in between, or go; what stands behind them moves, with what was noted there. @param by negative takes away */
export function shift(tab: Tab, dimension: 'ROWS' | 'COLUMNS', at: number, by: number): void {
  const removed = Math.max(0, -by)
  const blanks = Array.from({ length: Math.max(0, by) }, () => null)
  if (dimension === 'ROWS') tab.cells.splice(at, removed, ...blanks.map((): Cell[] => []))
  else for (const row of tab.cells) if (row.length > at) row.splice(at, removed, ...blanks)
  if (dimension === 'ROWS') tab.rowCount += by
  else tab.columnCount += by
  const moved = (index: number) => (index < at ? index : Math.max(at, index + by))
  tab.notes = tab.notes
    .filter((note) => note.dimension !== dimension || note.index < at || note.index >= at + removed)
    .map((note) => (note.dimension === dimension ? { ...note, index: moved(note.index) } : note))
  for (const { area } of tab.rules) {
    if (dimension === 'ROWS') {
      area.startRow = moved(area.startRow)
      if (area.endRow !== undefined) area.endRow = moved(area.endRow)
    } else {
      area.startColumn = moved(area.startColumn)
      if (area.endColumn !== undefined) area.endColumn = moved(area.endColumn)
    }
  }
}

/** Sorts the rows below the header as a person does who sorts the sheet: cells change their places, notes at rows stay where they are. */
export function sortRows(tab: Tab, column: number, ascending: boolean): void {
  const from = Math.max(1, tab.frozenRowCount)
  const rows = tab.cells.slice(from, usedRows(tab))
  const word = (row: Cell[]) => shown(row[column] ?? null)
  const compare = (a: Cell[], b: Cell[]) => word(a).localeCompare(word(b), 'en', { numeric: true })
  // Blank ones are always last.
  const filled = rows.filter((row) => word(row) !== '').sort((a, b) => (ascending ? compare(a, b) : compare(b, a)))
  tab.cells.splice(from, rows.length, ...filled, ...rows.filter((row) => word(row) === ''))
}

/** As a person reads it. */
export function shown(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'object' ? '#FORMULA' : String(cell)
}

/** What somebody typed becomes, as when typing into the page. */
export function typed(text: string): Cell {
  if (text.startsWith('=') || (/^[+-]/.test(text) && /[A-Za-z(]/.test(text))) return { formula: text }
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text.trim() !== '' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)
/** `B3`, of places that begin at 0. */
export const nameOf = (row: number, column: number): string => `${letters(column)}${row + 1}`

const columnOf = (name: string): number =>
  [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** `'Products'!A2:C` and its relatives. @throws GoogleError "Unable to parse range" */
export function parseA1(tabs: readonly Tab[], range: string): { tab: Tab; area: Area } {
  const wrong = () => invalid(`Unable to parse range: ${range}`)
  const [, quoted, plain, cells = ''] = /^(?:'((?:[^']|'')*)'|([^'!]+))?(?:!(.+))?$/.exec(range) ?? []
  const name = quoted?.replaceAll("''", "'") ?? plain
  const named = tabs.find((tab) => tab.title.toLowerCase() === name?.toLowerCase())
  // A name alone may also be cells of the first sheet.
  const text = named ? cells : cells || (quoted === undefined ? (plain ?? '') : 'no such sheet')
  const tab = named ?? (cells ? undefined : tabs[0])
  if (!tab) throw wrong()
  if (text === '') return { tab, area: { startRow: 0, startColumn: 0 } }
  const match = /^\$?([A-Za-z]{1,3})?\$?(\d+)?(?::\$?([A-Za-z]{1,3})?\$?(\d+)?)?$/.exec(text)
  if (!match) throw wrong()
  const [, fromColumn, fromRow, toColumn, toRow] = match
  const isOne = !text.includes(':')
  const area: Area = {
    startRow: fromRow ? Number(fromRow) - 1 : 0,
    startColumn: fromColumn ? columnOf(fromColumn) : 0,
  }
  if (isOne || toRow) area.endRow = isOne ? area.startRow + 1 : Number(toRow)
  if (isOne || toColumn) area.endColumn = isOne ? area.startColumn + 1 : columnOf(toColumn ?? '') + 1
  return { tab, area }
}
export const titleInA1 = ({ title }: Tab): string => (/^\w+$/.test(title) ? title : `'${title.replaceAll("'", "''")}'`)
