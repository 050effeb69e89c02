import { separateTags, tidyTags } from '../tags.ts'

/** A number stays one in a spreadsheet, a text stays a text; null is blank. */
export type Cell = string | number | null

/** What makes a spreadsheet take a text for a formula (OWASP, "CSV Injection"), the full-width forms too. */
const formulaStart = '=+\\-@\\t\\r\\n\uFF1D\uFF0B\uFF0D\uFF20'
const dangerous = new RegExp(`^'*[${formulaStart}]`)
const guarded = new RegExp(`^'+[${formulaStart}]`)
const plainNumber = /^[+-]\d+(\.\d+)?$/

/** A text that no spreadsheet runs: an apostrophe stands before what would be a formula, and before what only looks so guarded, so that `restore` finds the same text. */
export const neutralise = (text: string) => (dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text)

/** The text that `neutralise` was given. */
export const restore = (cell: string) => (guarded.test(cell) ? cell.slice(1) : cell)

const needsQuotes = /[",;\t\r\n]|^\s|\s$/

export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = neutralise(cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its line end (RFC 4180), safe to open in a spreadsheet. */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Stands before a file so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Tags in one cell. One that holds what parts tags stands in quotes. */
export const writeTags = (tags: readonly string[]) =>
  tags.map((tag) => (/[,;\t\r\n]|^"/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(',')

/** The tags of a cell: parted by commas, semicolons, tabs or lines, where they are not quoted. */
export const readTags = (cell: string): string[] => tidyTags(separateTags(cell))
