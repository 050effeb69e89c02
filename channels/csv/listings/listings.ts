import type { SizeAndWeight } from '#contract/shapes.ts'
import type { ImportField } from '#contract/imports.ts'
import { plainNumber } from '#domain/numbers/read.ts'
import { ChannelError, type ExternalListing, isOfAccount, type Outcome, type Page } from '../../channel.ts'
import { done, refused, throwIfWhole } from '../../kit/batch.ts'
import { toMinor } from '../../kit/money.ts'
import { htmlOf } from '../../kit/text.ts'
import type { ChannelProduct } from '../../product.ts'
import type { CsvConnection } from '../calls.ts'
import { isSheetGone } from '../errors.ts'
import { columnsByName, endingOf, urlOf } from './plan.ts'
import { placeOfListing } from '../stock.ts'
import {
  cellIn,
  idOf,
  isEnded,
  isOwnName,
  placeOf,
  readTable,
  type Row,
  type Table,
  textIn,
  withOwnColumns,
} from './table.ts'
import { type CellWrite, writeCells } from './write.ts'

/** Marks the rows of listings as ended and without pieces. They stay where they are: nothing moves, and no note in them is lost. */
export async function end(c: CsvConnection, batch: ExternalListing[]): Promise<Outcome[]> {
  const outcomes = new Map<ExternalListing, Outcome>()
  const groups = Map.groupBy(batch, (listing) => {
    const { spreadsheetId, sheetId } = placeOfListing(c, listing)
    return `${spreadsheetId} ${sheetId}`
  })
  let stopped: ChannelError | undefined
  for (const own of groups.values()) {
    const answer = stopped ? refused(stopped) : await endInSheet(c, own)
    if (!answer.ok && isOfAccount(answer.error)) stopped = answer.error
    for (const listing of own) outcomes.set(listing, answer)
  }
  return throwIfWhole(batch.map((listing) => outcomes.get(listing) ?? done))
}

async function endInSheet(c: CsvConnection, own: readonly ExternalListing[]): Promise<Outcome> {
  try {
    const [first] = own
    if (!first?.data?.spreadsheetId) return done
    const read = await readTable(c, placeOfListing(c, first))
    if (own.every((listing) => rowsOf(read, listing).length === 0)) return done
    const table = await withOwnColumns(c, read)
    const writes = own.flatMap((listing): CellWrite[] => {
      const quantity = placeOf(table, listing.data?.quantity ?? '', listing.data?.quantityCell)
      const sku = placeOf(table, listing.data?.sku ?? '', listing.data?.skuCell)
      return rowsOf(table, listing).flatMap((row) =>
        endingOf(table, row, quantity).map((cellWrite) => ({ ...cellWrite, sku })),
      )
    })
    await writeCells(c, table, writes)
    return done
  } catch (error) {
    // With its sheet the rows are gone, too.
    if (isSheetGone(error)) return done
    if (error instanceof ChannelError) return refused(error)
    throw error
  }
}

/** All rows of a listing: by its id, those that were linked and never written by their SKU. */
export function rowsOf(table: Table, { externalId, parts, data = {} }: ExternalListing): Row[] {
  const sku = placeOf(table, data.sku ?? '', data.skuCell)
  return table.rows.filter((row) => {
    const id = idOf(table, row)
    return id
      ? id === externalId
      : sku !== undefined && Object.hasOwn(parts, textIn(row, sku)) && !parts[textIn(row, sku)]?.id
  })
}

/** Every row with a SKU, sheet by sheet; rows of one listing of ours are one product. The cursor is the place of the sheet. */
export async function pull(c: CsvConnection, cursor = '0'): Promise<Page<ChannelProduct>> {
  const sheets = c.settings.spreadsheets.flatMap(({ spreadsheetId, sheets: all }) =>
    all.flatMap(({ sheetId, headerRow, headers }) =>
      headerRow === null || headers.length === 0 ? [] : [{ spreadsheetId, sheetId, headerRow }],
    ),
  )
  const place = sheets[Number(cursor)]
  if (!place) return { items: [], next: undefined }
  const items = await readTable(c, place).then(productsOf, (error: unknown) => {
    if (isSheetGone(error)) return []
    throw error
  })
  const next = Number(cursor) + 1
  return { items, next: next < sheets.length ? String(next) : undefined }
}

type Named = Partial<Record<ImportField, number>>

export function productsOf(table: Table): ChannelProduct[] {
  const known: Named = Object.fromEntries(
    Object.entries(columnsByName(table)).map(([field, name]) => [field, placeOf(table, name ?? '')]),
  )
  if (known.sku === undefined) return []
  const rows = table.rows.filter((row) => textIn(row, known.sku) !== '')
  const groups = Map.groupBy(
    rows,
    (row) => idOf(table, row) || `${table.spreadsheetId}/${table.sheetId}/${textIn(row, known.sku)}`,
  )
  return [...groups].map(([externalId, own]) => toProduct(table, known, externalId, own))
}

const units = { weightUnit: ['kg', 'lb', 'g', 'oz'], sizeUnit: ['cm', 'in'] } as const

function toProduct(table: Table, known: Named, externalId: string, rows: readonly Row[]): ChannelProduct {
  const [first] = rows
  const text = (field: ImportField, row = first) => (row ? textIn(row, known[field]) : '')
  const rest = otherColumns(table, known)
  const varying = rest.filter(({ column }) => new Set(rows.map((row) => textIn(row, column))).size > 1)
  const ended = rows.every((row) => isEnded(table, row))
  return {
    externalId,
    url: urlOf(table),
    state: ended ? 'ended' : 'live',
    updatedAt: null,
    title: text('title') || text('sku'),
    description: htmlOf(text('description')),
    images: picturesIn(known, first),
    category: { id: '', name: '' },
    brand: '',
    condition: text('condition'),
    tags: text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    attributes: rest
      .filter((column) => !varying.includes(column))
      .flatMap(({ name, column }) => {
        const value = first ? textIn(first, column) : ''
        return value === '' ? [] : [{ name, values: [value] }]
      }),
    sizeAndWeight: sizeIn(known, first),
    currency: '',
    variants: rows.map((row) => ({
      sku: text('sku', row),
      options:
        rows.length > 1 ? Object.fromEntries(varying.map(({ name, column }) => [name, textIn(row, column)])) : {},
      price: moneyIn(row, known.price),
      quantity: isEnded(table, row) ? 0 : countIn(row, known.quantity),
      barcode: text('barcode', row),
      image: picturesIn(known, row)[0] ?? '',
      part: { sku: text('sku', row), ...(idOf(table, row) && { id: idOf(table, row) }) },
    })),
    data: {
      spreadsheetId: table.spreadsheetId,
      sheetId: String(table.sheetId),
      headerRow: String(table.headerRow),
      sku: table.names[known.sku ?? 0] ?? '',
      quantity: table.names[known.quantity ?? -1] ?? '',
    },
  }
}

/** Columns that are no field of a product, nor ours: they hold its attributes. */
function otherColumns({ names }: Table, known: Named): { name: string; column: number }[] {
  const used = new Set<number | undefined>(Object.values(known))
  return names.flatMap((name, column) =>
    name.trim() === '' || used.has(column) || isOwnName(name)
      ? []
      : [{ name: name.replace(/\s*\*\s*$/, '').trim(), column }],
  )
}

function picturesIn(known: Named, row: Row | undefined): string[] {
  if (!row) return []
  const columns = ['images', ...Array.from({ length: 12 }, (_, n) => `image${n + 1}`)] as ImportField[]
  const texts = columns.flatMap((field) => textIn(row, known[field]).split(/[\s,;]+/))
  return [...new Set(texts.filter((text) => /^https?:\/\/\S+$/.test(text)))]
}

/** What a person typed as a price may be anything; what is no number counts as none. */
function moneyIn(row: Row, column: number | undefined): number {
  const digits = plainNumber(textIn(row, column), '.')
  return digits === undefined ? 0 : Math.max(0, toMinor(digits, ''))
}
function countIn(row: Row, column: number | undefined): number | null {
  const cell = cellIn(row, column)
  const count = Number(cell)
  return cell === '' || typeof cell === 'boolean' || !Number.isFinite(count) ? null : Math.max(0, Math.floor(count))
}

function sizeIn(known: Named, row: Row | undefined): SizeAndWeight | null {
  if (!row) return null
  const number = (field: ImportField) => {
    const value = Number(textIn(row, known[field]) || Number.NaN)
    return Number.isFinite(value) && value >= 0 ? value : null
  }
  const [weight, length, width, height] = [number('weight'), number('length'), number('width'), number('height')]
  if (weight === null && length === null && width === null && height === null) return null
  const unit = <U extends string>(field: 'weightUnit' | 'sizeUnit', all: readonly U[], standard: U) =>
    all.find((value) => value === textIn(row, known[field]).toLowerCase()) ?? standard
  return {
    weightUnit: unit('weightUnit', units.weightUnit, 'lb'),
    sizeUnit: unit('sizeUnit', units.sizeUnit, 'in'),
    weight,
    length,
    width,
    height,
  }
}
