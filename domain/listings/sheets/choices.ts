import type {
  ConfiguredSheet,
  ConfiguredSpreadsheet,
  SheetColumns,
  SheetHeader,
} from '#contract/channels/shapes/csv.ts'
import { nameKey } from '../../products/attributes/values.ts'

/*
 * In which sheet a listing has its rows, and what it says of single columns. Apart from what fills those: every page of a product needs this alone.
 */

/** A spreadsheet and one of its sheets. */
export interface Target {
  spreadsheet: ConfiguredSpreadsheet
  sheet: ConfiguredSheet
  written: SheetColumns['headers']
}
export const noSheets = 'No Sheets. Update this Integration'
export const noHeaders = 'No headers. Update this Integration'

/**
 * The sheet that a listing's rows are in: the first that it chooses, else the only one there is. What is said of others is kept for when they
 * are chosen. A sentence where it cannot be told.
 */
export function targetOf(
  chosen: readonly SheetColumns[],
  configured: readonly ConfiguredSpreadsheet[],
): Target | { problem: string } {
  const all = configured.flatMap((spreadsheet) =>
    spreadsheet.sheets
      .filter(({ headerRow }) => headerRow !== null)
      .map((sheet): Target => ({ spreadsheet, sheet, written: [] })),
  )
  const [first] = chosen
  if (!first) {
    const withHeaders = all.filter(({ sheet }) => sheet.headers.length > 0)
    const [single] = withHeaders.length === 1 ? withHeaders : all
    if (!single) return { problem: noSheets }
    if (withHeaders.length > 1) return { problem: 'Choose a sheet for these products.' }
    return single.sheet.headers.length > 0 ? single : { problem: noHeaders }
  }
  const target = all.find(
    ({ spreadsheet, sheet }) => spreadsheet.spreadsheetId === first.spreadsheetId && sheet.sheetId === first.sheetId,
  )
  if (!target)
    return {
      problem:
        'This sheet is no longer available. Choose another, or re-sync your spreadsheets under Integrations › Google Sheets.',
    }
  return target.sheet.headers.length > 0 ? { ...target, written: first.headers } : { problem: noHeaders }
}

const isSame = (a: SheetColumns, b: SheetColumns) => a.spreadsheetId === b.spreadsheetId && a.sheetId === b.sheetId

/** What a product's listing says of single columns covers what its template says of them; its sheet is the template's, where that names one. */
export function coverColumns(template: readonly SheetColumns[], own: readonly SheetColumns[]): SheetColumns[] {
  if (template.length === 0) return [...own]
  return template.map((sheet) => {
    const mine = own.find((choice) => isSame(choice, sheet))?.headers.filter(({ value }) => value.trim() !== '') ?? []
    const names = new Set(mine.map(({ name }) => nameKey(name)))
    return { ...sheet, headers: [...sheet.headers.filter(({ name }) => !names.has(nameKey(name))), ...mine] }
  })
}

type Place = Pick<SheetColumns, 'spreadsheetId' | 'sheetId'>
const entryFor = (chosen: readonly SheetColumns[], { spreadsheetId, sheetId }: Place): SheetColumns =>
  chosen.find((choice) => choice.spreadsheetId === spreadsheetId && choice.sheetId === sheetId) ?? {
    spreadsheetId,
    sheetId,
    headers: [],
  }

/** The chosen sheets with one column set; '' leaves the column to its name. */
export function withColumn(
  chosen: readonly SheetColumns[],
  header: Place & Pick<SheetHeader, 'cellId' | 'name'>,
  value: string,
): SheetColumns[] {
  const { cellId, name } = header
  const before = entryFor(chosen, header)
  const others = before.headers.filter(
    (written) => nameKey(written.name) !== nameKey(name) || written.cellId !== cellId,
  )
  const entry = { ...before, headers: value ? [...others, { cellId, name, value }] : others }
  return chosen.includes(before) ? chosen.map((choice) => (choice === before ? entry : choice)) : [...chosen, entry]
}
/** Lets rows go into this sheet; what was said of the others is kept. */
export function withSheet(chosen: readonly SheetColumns[], place: Place): SheetColumns[] {
  const entry = entryFor(chosen, place)
  return [entry, ...chosen.filter((choice) => choice !== entry)]
}
/** What is said of one sheet. */
export const writtenIn = (chosen: readonly SheetColumns[], place: Place): SheetColumns['headers'] =>
  entryFor(chosen, place).headers
