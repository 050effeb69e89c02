import type { Decimal } from '#domain/numbers/read.ts'
import { cellText, readCell, readOnlyReason, type Typed, writtenIn } from '../cells/cells.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import type { At, Rectangle } from './range.ts'
import type { Block } from '#web/ui/tables/tsv.ts'

/** A cell and its new value. */
export interface CellEdit extends Typed {
  row: ProductRow
  column: ColumnDef
}

/** What a table shows, in the order of the screen. */
export interface Sheet {
  rows: readonly ProductRow[]
  columns: readonly ColumnDef[]
  /** The cell's current value, including unsaved edits. */
  textOf: (row: ProductRow, column: ColumnDef) => string | null
}

/** One cell's edit; undefined where it cannot be changed. @param decimal the sign of who typed it; a point in what a cell held */
export function editOf(
  row: ProductRow | undefined,
  column: ColumnDef | undefined,
  typed: string,
  decimal: Decimal = '.',
): CellEdit | undefined {
  if (!row || !column || readOnlyReason(row, column)) return undefined
  return { row, column, ...readCell(column, typed, cellText(row, column) ?? '', decimal) }
}

export interface Pasted {
  edits: CellEdit[]
  /** Cells that were left out because they cannot be changed. */
  readOnly: number
  /** Rows and columns of the block for which the page has no room. */
  rowsOver: number
  columnsOver: number
}

/**
 * Lays a block over the table from its upper left corner on. A single cell fills the whole target, and a block is repeated
 * when the target is a multiple of it, as spreadsheets do.
 */
export function pasteInto({ rows, columns }: Sheet, target: Rectangle, block: Block, decimal: Decimal = '.'): Pasted {
  const height = block.length
  const width = Math.max(0, ...block.map((row) => row.length))
  if (!height || !width) return { edits: [], readOnly: 0, rowsOver: 0, columnsOver: 0 }
  const down = repeated(target.bottom - target.top + 1, height)
  const across = repeated(target.right - target.left + 1, width)
  const edits: CellEdit[] = []
  let readOnly = 0
  for (let r = 0; r < Math.min(down, rows.length - target.top); r++) {
    for (let c = 0; c < Math.min(across, columns.length - target.left); c++) {
      const typed = block[r % height]?.[c % width]
      if (typed === undefined) continue
      const edit = editOf(rows[target.top + r], columns[target.left + c], typed, decimal)
      if (edit) edits.push(edit)
      else readOnly++
    }
  }
  return {
    edits,
    readOnly,
    rowsOver: Math.max(0, target.top + down - rows.length),
    columnsOver: Math.max(0, target.left + across - columns.length),
  }
}

const repeated = (target: number, size: number) => (target > size && target % size === 0 ? target : size)

const fill = (
  sheet: Sheet,
  { top, bottom, left, right }: Rectangle,
  textAt: (at: At) => string | null | undefined,
  decimal: Decimal = '.',
): CellEdit[] => {
  const edits: CellEdit[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const typed = textAt({ row, column })
      const edit =
        typed === null || typed === undefined
          ? undefined
          : editOf(sheet.rows[row], sheet.columns[column], typed, decimal)
      if (edit) edits.push(edit)
    }
  }
  return edits
}

const textAt = ({ rows, columns, textOf }: Sheet, { row, column }: At): string | null | undefined => {
  const product = rows[row]
  const def = columns[column]
  return product && def && textOf(product, def)
}

/** Every cell of the target takes what was typed. */
export const fillWith = (sheet: Sheet, target: Rectangle, typed: string, decimal?: Decimal): CellEdit[] =>
  fill(sheet, target, () => typed, decimal)

/** Fills the cells below with the first row of the target; a single row is filled with the row above it. */
export function fillDown(sheet: Sheet, target: Rectangle): CellEdit[] {
  const isSingleRow = target.top === target.bottom
  const from = isSingleRow ? target.top - 1 : target.top
  return fill(sheet, { ...target, top: isSingleRow ? target.top : target.top + 1 }, ({ column }) =>
    textAt(sheet, { row: from, column }),
  )
}

/** The cells that the fill handle was dragged over repeat its source, row by row. */
export const fillFrom = (sheet: Sheet, source: Rectangle, target: Rectangle): CellEdit[] =>
  fill(sheet, { ...source, top: source.bottom + 1, bottom: target.bottom }, ({ row, column }) =>
    textAt(sheet, { row: source.top + ((row - source.top) % (source.bottom - source.top + 1)), column }),
  )

/** Blank, or for numbers the saved value again. */
export const clear = (sheet: Sheet, target: Rectangle): CellEdit[] => fillWith(sheet, target, '')

/** What copying takes along, as a spreadsheet of the same reader takes it. */
export function copyOf(sheet: Sheet, { top, bottom, left, right }: Rectangle, decimal: Decimal = '.'): string[][] {
  const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
  return range(top, bottom).map((row) => range(left, right).map((column) => written(sheet, { row, column }, decimal)))
}

function written(sheet: Sheet, at: At, decimal: Decimal): string {
  const column = sheet.columns[at.column]
  const text = textAt(sheet, at) ?? ''
  return column ? writtenIn(column, text, decimal) : text
}
