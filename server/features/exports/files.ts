import { BYTE_ORDER_MARK, type Cell, csvLine } from '#domain/products/csv-cells.ts'
import { OutgoingFile, type Part } from '../../http/file.ts'
import { workbook } from './xlsx.ts'

/** A table to be written: rows come in groups, as they are read. */
export interface Table { name: string; header: readonly string[]; rows: AsyncIterable<readonly Cell[][]> }

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table as a file. @param title of its sheets, where it has some */
export const tableFile = (table: Table, format: 'csv' | 'xlsx', title: string): OutgoingFile =>
  format === 'xlsx' ? new OutgoingFile(`${table.name}.xlsx`, XLSX, workbook(title, table.header, table.rows)) : csvFile(table)

/** A table as CSV in UTF-8, safe to open in a spreadsheet. */
export const csvFile = ({ name, header, rows }: Table): OutgoingFile => new OutgoingFile(`${name}.csv`, 'text/csv; charset=utf-8', lines(header, rows))

async function* lines(header: readonly string[], rows: Table['rows']): AsyncGenerator<Part> {
  // Headers stand there as they are to be read: what they need was done to them.
  yield BYTE_ORDER_MARK + csvLine(header)
  for await (const group of rows) yield group.map((cells) => csvLine(cells)).join('')
}
