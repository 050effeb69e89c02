import type { Cell } from '#domain/products/files/cells.ts'
import type { Part } from '../../http/replies/file.ts'
import type { Table } from './table.ts'
import { MOST_BYTES, type ZipEntry, zip } from './zip.ts'

/** The limits of a sheet (Excel's specifications and limits). */
const MOST_ROWS = 1_048_576
const MOST_CHARACTERS = 32_767
/** Left free for the rows that are being written when a sheet is nearly full. */
const RESERVE_BYTES = 64 * 1024 * 1024

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What XML does not keep as it is; and texts that look like the form in which Excel keeps that. */
const special = /[&<>\uFFFE\uFFFF]|(?![\t\n])\p{Cc}|_(?=x[0-9A-Fa-f]{4}_)/gu
const asXml = (text: string) =>
  text.replace(special, (c) => escapes[c] ?? `_x${c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`)

/** 0 → A, 25 → Z, 26 → AA. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

function cellXml(cell: Cell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${asXml(cell.slice(0, MOST_CHARACTERS))}</t></is></c>`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** The header row stays in sight. */
const SHEET = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

/** An Excel workbook (ECMA-376) of rows as they come. Texts are texts, whatever they look like; a sheet that is full is followed by another. */
export const workbook = (name: string, read: Table['read'], mostRows = MOST_ROWS): AsyncGenerator<Part> =>
  zip(entries(name, read, mostRows))

async function* entries(name: string, read: Table['read'], mostRows: number): AsyncGenerator<ZipEntry> {
  // It is the same for every workbook, so that the file begins before its columns are known.
  yield relations
  const { header, rows } = await read()
  const source = filled(rows)
  const places = header.map((_, at) => columnName(at))
  let sheets = 0
  try {
    for (let next = await source.next(); sheets === 0 || !next.done; ) {
      sheets += 1
      const sheet = writeSheet({ header, places, mostRows }, source, next)
      yield { name: `xl/worksheets/sheet${sheets}.xml`, parts: sheet.parts }
      next = sheet.next()
    }
  } finally {
    await source.return(undefined)
  }
  yield* frame(name, sheets)
}

interface Sheet {
  header: readonly string[]
  places: readonly string[]
  mostRows: number
}
type Rows = Awaited<ReturnType<Table['read']>>['rows']
type Next = IteratorResult<readonly Cell[][], unknown>

async function* filled(rows: Rows): AsyncGenerator<readonly Cell[][]> {
  for await (const group of rows) if (group.length > 0) yield group
}

/** One sheet, until it is full or the rows end. @returns its parts, and what was read of the rows when they are all taken */
function writeSheet(
  { header, places, mostRows }: Sheet,
  source: AsyncGenerator<readonly Cell[][]>,
  first: Next,
): { parts: AsyncGenerator<Part>; next: () => Next } {
  let next = first
  const rowXml = (cells: readonly Cell[], row: number) =>
    `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${places[at]}${row}`)).join('')}</row>`
  async function* write(): AsyncGenerator<Part> {
    let row = 1
    let bytes = 0
    yield SHEET + rowXml(header, row)
    while (!next.done && row + next.value.length <= mostRows && bytes < MOST_BYTES - RESERVE_BYTES) {
      const part = next.value.map((cells) => rowXml(cells, (row += 1))).join('')
      bytes += Buffer.byteLength(part)
      yield part
      next = await source.next()
    }
    yield '</sheetData></worksheet>'
  }
  return { parts: write(), next: () => next }
}

const file = (path: string, xml: string): ZipEntry => ({ name: path, parts: [XML + xml] })
const relations = file(
  '_rels/.rels',
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
)

/** What a workbook is besides its sheets. */
function* frame(name: string, sheets: number): Generator<ZipEntry> {
  const numbers = Array.from({ length: sheets }, (_, n) => n + 1)
  const all = (numberOf: (n: number) => string) => numbers.map(numberOf).join('')
  yield file(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${all((n) => `<sheet name="${asXml(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  )
  yield file(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${all((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  )
  yield file(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>${all((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`)}</Types>`,
  )
}
