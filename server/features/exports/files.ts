import { BYTE_ORDER_MARK, csvCell, csvLine } from '#domain/products/files/cells.ts'
import { OutgoingFile, type Part } from '../../http/replies/file.ts'
import type { Table } from './table.ts'
import { workbook } from './xlsx.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table as a file. @param title of its sheets, where it has some */
export const tableFile = (table: Table, format: 'csv' | 'xlsx', title: string): OutgoingFile =>
  format === 'xlsx' ? new OutgoingFile(`${table.name}.xlsx`, XLSX, workbook(title, table.read)) : csvFile(table)

/** A table as CSV in UTF-8, safe to open in a spreadsheet. */
export const csvFile = ({ name, ...table }: Table): OutgoingFile =>
  new OutgoingFile(`${name}.csv`, 'text/csv; charset=utf-8', lines(table))

async function* lines({ first = [], read }: Omit<Table, 'name'>): AsyncGenerator<Part> {
  const known = first.map(csvCell).join(',')
  // More than a few letters: what is compressed on its way waits for ten.
  yield BYTE_ORDER_MARK + known
  const { header, rows } = await read()
  // Headers stand there as they are to be read: what they need was done to them.
  yield csvLine(header).slice(known.length)
  for await (const group of rows) yield group.map((cells) => csvLine(cells)).join('')
}
