import {
  ChannelError,
  type ExternalListing,
  isOfAccount,
  type Level,
  type Outcome,
  type Place,
  type Shown,
} from '../channel.ts'
import { done, ok, refused, throwIfWhole } from '../kit/batch.ts'
import type { CsvConnection } from './calls.ts'
import { atSheet } from './errors.ts'
import { missingColumn, twice } from './listings/plan.ts'
import {
  cellIn,
  idOf,
  isEnded,
  placeOf,
  type Row,
  rowsOfSku,
  readTable,
  type SheetPlace,
  type Table,
} from './listings/table.ts'
import { writeCells } from './listings/write.ts'

/** Where a listing's rows are; its header row as the account says now. */
export function placeOfListing({ settings }: CsvConnection, { data = {} }: ExternalListing): SheetPlace {
  const { spreadsheetId = '', headerRow } = data
  const sheetId = Number(data.sheetId ?? 0)
  const known = settings.spreadsheets
    .find((spreadsheet) => spreadsheet.spreadsheetId === spreadsheetId)
    ?.sheets.find((sheet) => sheet.sheetId === sheetId)
  return { spreadsheetId, sheetId, headerRow: known?.headerRow ?? (Number(headerRow) || 1) }
}

/** Does `work` for all that is in one sheet at once, the sheet read right before. */
async function eachSheet<T extends { listing: ExternalListing }, V>(
  c: CsvConnection,
  rows: readonly T[],
  work: (table: Table, own: readonly T[]) => Promise<Outcome<V>[]>,
): Promise<Outcome<V>[]> {
  const groups = Map.groupBy(rows, ({ listing }) => {
    const { spreadsheetId, sheetId } = placeOfListing(c, listing)
    return `${spreadsheetId} ${sheetId}`
  })
  const outcomes = new Map<T, Outcome<V>>()
  let stopped: ChannelError | undefined
  for (const own of groups.values()) {
    const [first] = own
    if (!first) continue
    const answers = stopped
      ? own.map(() => refused(stopped as ChannelError))
      : await readTable(c, placeOfListing(c, first.listing))
          .then((table) => work(table, own))
          .catch((error: unknown) => {
            if (!(error instanceof ChannelError)) throw error
            if (isOfAccount(error)) stopped = error
            return own.map(() => refused(error))
          })
    own.forEach((row, i) => outcomes.set(row, answers[i] ?? refused(new ChannelError('unavailable', 'No response.'))))
  }
  return throwIfWhole(rows.map((row) => outcomes.get(row) ?? refused(new ChannelError('unavailable', 'No response.'))))
}

/** The row of a SKU of a listing and the column of its pieces. @throws ChannelError `not_found`, `ended`, or `invalid` where the sheet has changed too much */
function findRow(table: Table, { sku, listing }: Place): { row: Row; quantity: number; skuColumn: number } {
  const { data = {}, parts } = listing
  const part = Object.hasOwn(parts, sku) ? parts[sku] : undefined
  if (!part) throw new ChannelError('not_found', `This listing has no row for ${sku}.`)
  const column = (name: string, cellId?: string) => {
    const place = placeOf(table, name, cellId)
    if (place === undefined) throw missingColumn(table, name)
    return place
  }
  const skuColumn = column(data.sku ?? '', data.skuCell)
  const same = rowsOfSku(table, skuColumn, sku, Object.keys(parts))
  const rows = part.id ? same.filter((row) => idOf(table, row) === part.id) : same
  const [row, ...more] = rows
  if (more.length > 0) throw twice(table, sku, rows)
  if (!row || isEnded(table, row))
    throw new ChannelError('ended', `The row for ${sku} is no longer in the sheet “${table.title}”.`)
  if (!data.quantity)
    throw atSheet(`The sheet “${table.title}” has no quantity column. Add one and list the product again.`)
  return { row, quantity: column(data.quantity, data.quantityCell), skuColumn }
}

const attempt = <T>(work: () => T): { value: T } | { error: ChannelError } => {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof ChannelError) return { error }
    throw error
  }
}

export const readStock = (c: CsvConnection, places: Place[]): Promise<Outcome<Shown>[]> =>
  eachSheet(c, places, async (table, own) =>
    own.map((place) => {
      const there = attempt(() => piecesAt(table, findRow(table, place)))
      return 'error' in there ? refused(there.error) : ok({ quantity: there.value, live: true })
    }),
  )

/** @throws ChannelError `invalid` for a cell that holds no number of pieces */
function piecesAt(table: Table, { row, quantity }: { row: Row; quantity: number }): number {
  const cell = cellIn(row, quantity)
  const pieces = cell === '' ? 0 : Number(cell)
  if (typeof cell === 'boolean' || !Number.isFinite(pieces))
    throw atSheet(
      `Row ${row.index + 1} of the sheet “${table.title}” has ${Number.isNaN(cell) ? 'an error' : `“${cell}”`} instead of a quantity.`,
    )
  return Math.max(0, Math.floor(pieces))
}

/** All numbers of a sheet in one call. */
export const setStock = (c: CsvConnection, levels: Level[]): Promise<Outcome[]> =>
  eachSheet(c, levels, async (table, own) => {
    const places = own.map((level) => attempt(() => findRow(table, level)))
    const writes = places.flatMap((there, i) => {
      const cell = own[i]?.quantity
      if ('error' in there || cell === undefined || cellIn(there.value.row, there.value.quantity) === cell) return []
      return [{ row: there.value.row.index, column: there.value.quantity, cell, sku: there.value.skuColumn }]
    })
    await writeCells(c, table, writes)
    return places.map((there) => ('error' in there ? refused(there.error) : done))
  })
