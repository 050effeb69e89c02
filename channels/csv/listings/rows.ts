import type { CsvSchema, SheetColumns } from '#contract/channels/shapes/csv.ts'
import {
  cellOf,
  columnOf,
  type Fill,
  fillsOf,
  optionProblem,
  type RowCell,
  type RowSource,
  type RowVariant,
} from '#domain/listings/content/columns.ts'
import { rowsMeter } from '#domain/products/attributes/meter.ts'
import { problem, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import type { Cell } from '#domain/listings/sheets/cell.ts'
import { type Target, targetOf } from '#domain/listings/sheets/choices.ts'
import type { ReadyListing, ReadyVariant } from '../../channel.ts'
import { toDecimal } from '../../kit/money.ts'
import { plainText } from '../../kit/text.ts'
import type { CsvConnection } from '../calls.ts'

export type CsvListing = ReadyListing<CsvSchema>

/** The columns in which a row's SKU and pieces stand. */
export interface KeyColumns {
  sku: Fill
  quantity: Fill
}
export interface WantedRow {
  sku: string
  /** In the order of the fills. */
  cells: Cell[]
}
export interface Wanted {
  fills: Fill[]
  keys: KeyColumns | undefined
  rows: WantedRow[]
  /** Our field → sentence, and why. */
  errors: Record<string, string>
  causes: Problems
  warnings: Record<string, string>
}

/** Where nothing is chosen, what is there stays where it is. */
export function chosenOf({ fields: { spreadsheets }, external }: CsvListing): readonly SheetColumns[] {
  const { spreadsheetId, sheetId } = external?.data ?? {}
  if (spreadsheets.length > 0 || !spreadsheetId || !external?.externalId) return spreadsheets
  return [{ spreadsheetId, sheetId: Number(sheetId), headers: [] }]
}

/** The sheet of a listing, by its own choice and the account's spreadsheets. */
export const sheetOf = (
  { settings }: Pick<CsvConnection, 'settings'>,
  listing: CsvListing,
): Target | { problem: string } => targetOf(chosenOf(listing), settings.spreadsheets)

const sourceOf = ({ title, description, condition, tags, vendor, images, sizeAndWeight }: CsvListing): RowSource => ({
  title,
  description: plainText(description),
  condition,
  tags,
  vendor,
  images,
  sizeAndWeight,
})
const variantOf = ({ price, ...variant }: ReadyVariant, currency: string): RowVariant => ({
  ...variant,
  price: toDecimal(price, currency),
})

const noColumn = (word: string): string =>
  `No column holds the ${word === 'SKU' ? 'SKU' : 'quantity'}. Add a column named “${word}”, or use @${word} in a column.`

/** The rows of a listing in a sheet, and what its columns would refuse. */
export function wantedRows(listing: CsvListing, { sheet, written }: Target): Wanted {
  const fills = fillsOf(sheet.headers, written)
  const [sku, quantity] = [columnOf(fills, 'SKU'), columnOf(fills, 'Quantity')]
  const problems: Problems = {}
  const warnings: Record<string, string> = {}
  if (!sku || !quantity)
    problems['spreadsheets'] = problem('sheet_unusable', { sentence: noColumn(sku ? 'Quantity' : 'SKU') })
  const source = sourceOf(listing)
  const meter = rowsMeter()
  const rows = listing.variants.map((input) => {
    const variant = variantOf(input, listing.currency)
    const cells = fills.map((fill) => {
      const made = cellOf(fill, source, variant, meter)
      judge(fill, made, { problems, warnings })
      return made.cell
    })
    return { sku: variant.sku, cells }
  })
  return { fills, keys: sku && quantity && { sku, quantity }, rows, ...spoken('csv', problems), warnings }
}

const TOO_LONG = 'The attributes in this column make more text than Motto works with. Use fewer or shorter attributes.'

/** The first thing to say of a column stays. */
function judge(
  { header }: Fill,
  { cell, unresolved, isTooLong }: RowCell,
  { problems, warnings }: { problems: Problems; warnings: Record<string, string> },
): void {
  const field = `spreadsheets.${header.name}`
  const refusal = optionProblem(header, cell)
  const [first, ...others] = unresolved
  if (isTooLong) problems[field] ??= problem('column_refused', { about: header.name, sentence: TOO_LONG })
  else if (first !== undefined) problems[field] ??= problem('missing_reference', { about: first, others })
  else if (header.required && cell === '') problems[field] ??= problem('missing_column', { about: header.name })
  else if (refusal?.refuses)
    problems[field] ??= problem('column_refused', { about: header.name, sentence: refusal.sentence })
  else if (refusal) warnings[field] ??= refusal.sentence
}
