import { z } from 'zod'
import { csv } from '../csv.ts'
import { schemaOf, settingsOf } from '../shape.ts'

const SpreadsheetId = z.string().min(1).max(100)
const SheetId = z.number().int().min(0)

/** LST-338: what a product says in one column; '' is filled by the column's name. */
const ColumnValue = z.object({ cellId: z.string().max(20), name: z.string().max(1000), value: z.string().max(50_000) })
/** One sheet that products are written to. */
const SheetColumns = z.object({
  spreadsheetId: SpreadsheetId,
  sheetId: SheetId,
  headers: z.array(ColumnValue).max(1000).default([]),
})
export type SheetColumns = z.output<typeof SheetColumns>

/** LST-338: how a template lists in spreadsheets. Rows go into the first sheet; of the others their columns are remembered. */
export const CsvSchema = schemaOf(csv, { spreadsheets: z.array(SheetColumns).max(100).default([]) })
export type CsvSchema = z.output<typeof CsvSchema>

/** CHN-087..CHN-093. `dataType` and `options` are what the sheet's data validation says of the column. */
const SheetHeader = z.object({
  spreadsheetId: SpreadsheetId,
  sheetId: SheetId,
  cellId: z.string().max(20),
  name: z.string().max(1000),
  dataType: z.string().max(40),
  /** Its name ends with a star. */
  required: z.boolean(),
  /** Values that are no option are refused. */
  strict: z.boolean(),
  /** As long as a cell of a sheet. */
  options: z.array(z.string().max(50_000)).max(1000),
  /** What the column compares a value with, as it stands in the sheet's rule. Absent: read before Motto kept it. */
  bounds: z.array(z.string().max(1000)).max(10).optional(),
})
export type SheetHeader = z.output<typeof SheetHeader>
/** CHN-082..CHN-086. */
const ConfiguredSheet = z.object({
  sheetId: SheetId,
  sheetTitle: z.string().max(200),
  index: z.number().int().min(0),
  /** Which row contains the headers, from 1; null: this sheet is not used. */
  headerRow: z.number().int().min(1).max(1000).nullable(),
  headers: z.array(SheetHeader).max(1000),
})
export type ConfiguredSheet = z.output<typeof ConfiguredSheet>
/** CHN-079..CHN-081. */
export const ConfiguredSpreadsheet = z.object({
  spreadsheetId: SpreadsheetId,
  title: z.string().max(1000),
  url: z.string().max(1000),
  sheets: z.array(ConfiguredSheet).max(200),
})
export type ConfiguredSpreadsheet = z.output<typeof ConfiguredSpreadsheet>

/** CHN-078. */
export const CsvSettings = settingsOf(csv).extend({ spreadsheets: z.array(ConfiguredSpreadsheet).max(100).default([]) })
export type CsvSettings = z.output<typeof CsvSettings>

export const csvReplies = { sheets: z.array(ConfiguredSpreadsheet) }
