import type { Cell } from '#domain/listings/sheets/cell.ts'
import { ChannelError } from '../../channel.ts'
import { type CsvConnection, write } from '../calls.ts'
import { cellIn, placeOf, lettersOf, readRows, readTable, type Row, type Table, textIn } from './table.ts'

export interface CellWrite {
  row: number
  column: number
  cell: Cell
  /** The column that says, beside that of our ids, whose row it is. */
  sku?: number | undefined
}

/** So often may somebody move rows within the moment between reading and writing before Motto lets them finish. */
const ROUNDS = 3

/**
 * Writes single cells as they are given, never as if typed: nothing is computed. Google compares nothing, so each row is looked at once more: where
 * somebody sorted the sheet in between, what was hit gets back what it said, and the right rows are written.
 * @param read as the sheet was read right before
 * @throws ChannelError `unavailable` where rows move each time
 */
export async function writeCells(c: CsvConnection, read: Table, cells: readonly CellWrite[]): Promise<void> {
  let table = read
  let remaining = cells
  for (let round = 1; remaining.length > 0; round += 1) {
    await send(c, table, remaining)
    if (await allRight(c, table, remaining)) return
    if (round === ROUNDS)
      throw new ChannelError(
        'unavailable',
        `Rows in “${table.title}” keep moving while Motto writes. It will try again later.`,
      )
    const now = await readTable(c, table)
    remaining = repairs(table, now, remaining)
    table = now
  }
}

async function send(c: CsvConnection, { spreadsheetId, sheetId }: Table, cells: readonly CellWrite[]): Promise<void> {
  const data = cells.map(({ row, column, cell }) => ({
    dataFilter: {
      gridRange: {
        sheetId,
        startRowIndex: row,
        endRowIndex: row + 1,
        startColumnIndex: column,
        endColumnIndex: column + 1,
      },
    },
    majorDimension: 'ROWS',
    values: [[cell]],
  }))
  const json = { valueInputOption: 'RAW', data }
  await write(c, { id: spreadsheetId, rest: '/values:batchUpdateByDataFilter', json })
}

/** What a row says in a column before and after what is written. */
function saidIn(table: Table, cells: readonly CellWrite[], row: number, column: number | undefined): string[] {
  const before = table.rows.find(({ index }) => index === row)
  const written = cells.find((cell) => cell.row === row && cell.column === column)
  const after = written && textIn({ index: row, cells: [written.cell] }, 0)
  return [...(before ? [textIn(before, column)] : ['']), ...(after === undefined ? [] : [after])]
}

/** Whether each row that was written is still the one that was meant. */
async function allRight(c: CsvConnection, table: Table, cells: readonly CellWrite[]): Promise<boolean> {
  const there = new Map(
    (await readRows(c, table, [...new Set(cells.map(({ row }) => row))])).map((row) => [row.index, row]),
  )
  return cells.every(({ row: index, sku }) => {
    const row = there.get(index) ?? { index, cells: [] }
    return [sku, table.own.id].every(
      (column) => column === undefined || saidIn(table, cells, index, column).at(-1) === textIn(row, column),
    )
  })
}

/** Where a column stands in the sheet as it is now. */
function columnIn(now: Table, before: Table, column: number | undefined): number | undefined {
  if (column === undefined) return undefined
  if (column === before.own.id) return now.own.id
  if (column === before.own.status) return now.own.status
  const name = before.names[column] ?? ''
  return now.names[column] === name ? column : placeOf(now, name, lettersOf(column))
}

/** What puts right what was written into rows that somebody had moved: first what was hit says again what it said, then what was meant is written. */
export function repairs(before: Table, now: Table, cells: readonly CellWrite[]): CellWrite[] {
  const missed = cells.flatMap((cell) => {
    const [sku, column] = [cell.sku, cell.column].map((place) => columnIn(now, before, place))
    const proofs = [cell.sku, before.own.id].flatMap((was) =>
      was === undefined ? [] : [{ at: columnIn(now, before, was), texts: saidIn(before, cells, cell.row, was) }],
    )
    const [target, ...more] = now.rows.filter((row) => proofs.every(({ at, texts }) => texts.includes(textIn(row, at))))
    const isRight = target && more.length === 0 && cellIn(target, column) === cell.cell
    return isRight ? [] : [{ missedCell: cell, target: more.length === 0 ? target : undefined, column, sku }]
  })
  const back = missed.flatMap(({ missedCell, sku }): CellWrite[] => {
    const hit = now.rows.find(({ index }) => index === missedCell.row)
    if (!hit || cellIn(hit, missedCell.column) !== missedCell.cell) return []
    const cell = saidBefore({ before, now, cells }, hit, missedCell.column)
    return cell === undefined ? [] : [{ row: hit.index, column: missedCell.column, cell, sku }]
  })
  const again = missed.flatMap(({ missedCell, target, column, sku }): CellWrite[] =>
    target && column !== undefined ? [{ row: target.index, column, cell: missedCell.cell, sku }] : [],
  )
  // Of one cell the last word counts.
  return [...new Map([...back, ...again].map((entry) => [`${entry.row} ${entry.column}`, entry])).values()]
}

/** What a cell that was hit said before, known by all other texts of its row; undefined where that is not certain. */
function saidBefore(
  { before, now, cells }: { before: Table; now: Table; cells: readonly CellWrite[] },
  hit: Row,
  column: number,
): Cell | undefined {
  const struck = new Set(cells.flatMap((cell) => (cell.row === hit.index ? [cell.column] : [])))
  // Numbers may be computed from what was hit.
  const texts = hit.cells.flatMap((cell, place) => {
    const was = columnIn(before, now, place)
    return typeof cell === 'string' && cell !== '' && was !== undefined && !struck.has(place) ? [{ cell, was }] : []
  })
  if (hit.cells.every((cell, place) => cell === '' || struck.has(place))) return ''
  const [row, ...more] = before.rows.filter(
    (candidate) =>
      candidate.index >= 0 && texts.length > 0 && texts.every(({ cell, was }) => cellIn(candidate, was) === cell),
  )
  const was = columnIn(before, now, column)
  return row && more.length === 0 && was !== undefined ? cellIn(row, was) : undefined
}
