import type { Cell } from '#domain/listings/sheets/cell.ts'
import type { Target } from '#domain/listings/sheets/choices.ts'
import { fieldsByName } from '#domain/imports/mapping/synonyms.ts'
import { ChannelError, type ExternalListing } from '../../channel.ts'
import { atSheet } from '../errors.ts'
import { type CsvListing, type Wanted, wantedRows } from './rows.ts'
import { cellIn, ENDED, idOf, isEnded, LISTED, placeOf, type Row, rowsOfSku, type Table } from './table.ts'
import type { CellWrite } from './write.ts'

/** What writing a listing changes in its sheet. */
export interface Plan {
  external: ExternalListing
  writes: CellWrite[]
  added: Cell[][]
}
/** Which listing of ours a row belongs to. */
export const idFor = ({ key }: Pick<CsvListing, 'key'>): string => `M-${key}`

export function urlOf({ url, sheetId }: Pick<Table, 'url' | 'sheetId'>): string {
  const address = new URL(url)
  address.searchParams.set('gid', String(sheetId))
  address.hash = `gid=${sheetId}`
  return address.href
}
const dataOf = (
  { spreadsheetId, sheetId, headerRow }: Table,
  columns: { sku: string; skuCell?: string; quantity: string; quantityCell?: string },
) => ({ spreadsheetId, sheetId: String(sheetId), headerRow: String(headerRow), ...columns })

/** The columns of a sheet by what people call them. */
export const columnsByName = ({ names }: Table) => fieldsByName(names)

/** A row that we did not make, as a listing that can be linked: it is found again by its SKU. */
export function foreignListing(table: Table, row: Row, sku: string): ExternalListing {
  const columns = columnsByName(table)
  return {
    externalId: idOf(table, row) || `${table.spreadsheetId}/${table.sheetId}/${sku}`,
    url: urlOf(table),
    state: isEnded(table, row) ? 'ended' : 'live',
    data: dataOf(table, { sku: columns.sku ?? '', quantity: columns.quantity ?? '' }),
    parts: { [sku]: { sku } },
  }
}

export const twice = (table: Pick<Table, 'title'>, sku: string, rows: readonly Row[]): ChannelError =>
  atSheet(
    `Rows ${rows.map(({ index }) => index + 1).join(' and ')} in “${table.title}” are both for ${sku}. Delete one and list it again.`,
  )

/** Where each column stands now. @throws ChannelError `invalid` for one that would be filled and is not there */
function placesOf(table: Table, { fills, rows }: Wanted): (number | undefined)[] {
  return fills.map(({ header }, i) => {
    const place = placeOf(table, header.name, header.cellId)
    if (place === undefined && rows.some(({ cells }) => cells[i] !== '')) throw missingColumn(table, header.name)
    return place
  })
}
export const missingColumn = ({ title }: Pick<Table, 'title'>, name: string): ChannelError => {
  const sentence = `The sheet “${title}” no longer has the column “${name}”. Rename it back there. Or refresh the headers under Integrations › Google Sheets and map the new column in the listing template.`
  return new ChannelError('invalid', sentence, { fields: { [`spreadsheets.${name}`]: sentence } })
}

/**
 * What must change in a sheet so that it says this listing. Rows are ours by our listing's id beside their SKU, or because the seller linked them.
 * @param revises quantities of what stands there are left alone
 * @throws ChannelError `invalid`, `already_there`, or `ended` where nothing of it is there to revise
 */
export function planFor(table: Table, listing: CsvListing, target: Target, revises: boolean): Plan {
  const rows = wantedRows(listing, target)
  const [problem] = Object.values(rows.errors)
  if (problem !== undefined || !rows.keys)
    throw new ChannelError('invalid', problem ?? 'Nothing to write.', { fields: rows.errors })
  const places = placesOf(table, rows)
  const { sku: skuFill, quantity: quantityFill } = rows.keys
  const skuPlace = places[rows.fills.indexOf(skuFill)]
  const quantityPlace = places[rows.fills.indexOf(quantityFill)]
  const id = idFor(listing)
  const ours = table.rows.filter((row) => idOf(table, row) === id)
  const standing = new Map(rows.rows.map(({ sku }) => [sku, standingRow(table, { listing, id, sku, skuPlace })]))
  if (revises && ours.length === 0 && [...standing.values()].every((row) => row === undefined))
    throw new ChannelError('ended', `This product’s rows are no longer in the sheet “${table.title}”.`)
  const writes: CellWrite[] = []
  const added: Cell[][] = []
  const parts: ExternalListing['parts'] = {}
  for (const { sku, cells } of rows.rows) {
    const row = standing.get(sku)
    parts[sku] = { sku, id }
    if (row) writes.push(...changesOf(row, cells))
    else added.push(newRow(cells))
  }
  const reused = new Set(standing.values())
  for (const row of ours)
    if (!reused.has(row) && !isEnded(table, row)) writes.push(...endingOf(table, row, quantityPlace))
  const external: ExternalListing = {
    externalId: id,
    url: urlOf(table),
    state: 'live',
    data: dataOf(table, {
      sku: skuFill.header.name,
      skuCell: skuFill.header.cellId,
      quantity: quantityFill.header.name,
      quantityCell: quantityFill.header.cellId,
    }),
    parts,
  }
  return { external, writes: writes.map((write) => ({ ...write, sku: skuPlace })), added }

  function changesOf(row: Row, cells: readonly Cell[]): CellWrite[] {
    const keepsQuantity = revises && !isEnded(table, row)
    const mine = places.flatMap((column, i): CellWrite[] => {
      if (column === undefined || (column === quantityPlace && keepsQuantity)) return []
      return change(row, column, cells[i] ?? '')
    })
    return [...mine, ...change(row, table.own.id, id), ...change(row, table.own.status, LISTED)]
  }
  function newRow(cells: readonly Cell[]): Cell[] {
    const row: Cell[] = []
    const set = (column: number | undefined, cell: Cell) => {
      if (column === undefined) return
      while (row.length < column) row.push('')
      row[column] = cell
    }
    places.forEach((column, i) => set(column, cells[i] ?? ''))
    set(table.own.id, id)
    set(table.own.status, LISTED)
    return row
  }
}

const change = (row: Row, column: number | undefined, cell: Cell): CellWrite[] =>
  column === undefined || cellIn(row, column) === cell ? [] : [{ row: row.index, column, cell }]

/** What takes a row off sale: it stays, so that no other row moves and nothing that somebody noted in it is lost. */
export const endingOf = ({ own }: Table, row: Row, quantity: number | undefined): CellWrite[] => [
  ...change(row, quantity, 0),
  ...change(row, own.status, ENDED),
]

/** The row of one SKU of a listing, where there is one. @throws ChannelError `already_there` for a row that is not ours, `invalid` where there are two */
function standingRow(
  table: Table,
  { listing, id, sku, skuPlace }: { listing: CsvListing; id: string; sku: string; skuPlace: number | undefined },
): Row | undefined {
  const all = listing.variants.map((variant) => variant.sku)
  const same = rowsOfSku(table, skuPlace, sku, all)
  const ours = same.filter((row) => idOf(table, row) === id)
  if (ours.length > 1) throw twice(table, sku, ours)
  const foreign = same.filter((row) => idOf(table, row) !== id && !isEnded(table, row))
  const [first, ...more] = foreign
  if (ours[0]) return ours[0]
  // Linked by the seller: nobody's until now.
  const isLinked = listing.external?.parts[sku] !== undefined
  if (first && more.length === 0 && isLinked && idOf(table, first) === '') return first
  if (first)
    throw new ChannelError('already_there', `The sheet “${table.title}” already has a row with the SKU ${sku}.`, {
      fields: { sku: `Row ${first.index + 1} of the sheet “${table.title}” has this SKU.` },
      there: foreignListing(table, first, sku),
    })
  return undefined
}
