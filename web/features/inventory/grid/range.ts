/** A cell by the number of its row on the page and of its column on the screen. */
export interface At {
  row: number
  column: number
}
/** Cells between two corners; `anchor` is where it began and stays. */
export interface Range {
  anchor: At
  head: At
}
export interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

export const single = (at: At): Range => ({ anchor: at, head: at })

export const rectangleOf = ({ anchor, head }: Range): Rectangle => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
})

export const contains = ({ top, bottom, left, right }: Rectangle, { row, column }: At): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

export const isMany = ({ anchor, head }: Range): boolean => anchor.row !== head.row || anchor.column !== head.column

export type Step = 'up' | 'down' | 'left' | 'right'

/** The range with its head one cell, or with `edge` all cells, further. @param size of the table */
export function extend(
  { anchor, head }: Range,
  step: Step,
  edge: boolean,
  size: { rows: number; columns: number },
): Range {
  const most = { row: size.rows - 1, column: size.columns - 1 }
  const by = edge ? Number.POSITIVE_INFINITY : 1
  const row = step === 'down' ? head.row + by : step === 'up' ? head.row - by : head.row
  const column = step === 'right' ? head.column + by : step === 'left' ? head.column - by : head.column
  return {
    anchor,
    head: { row: Math.max(0, Math.min(row, most.row)), column: Math.max(0, Math.min(column, most.column)) },
  }
}
