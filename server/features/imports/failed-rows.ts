import { tableFileName } from '#contract/imports.ts'
import { REASON_COLUMN, formats } from '#domain/imports/reading/formats.ts'
import { BYTE_ORDER_MARK, csvCell, csvLine, neutralise, restore } from '#domain/products/files/cells.ts'
import { breathe } from '../../breathe.ts'
import type { Ctx } from '../../context.ts'
import { OutgoingFile } from '../../http/replies/file.ts'
import { failedRows, mustFind } from './service.ts'

/** Characters sent at once. */
const PART = 65_536

/** A cell as CSV, a long one in parts: it may be a million quotation marks. */
function* written(cell: string): Generator<string> {
  if (cell.length <= PART) return yield csvCell(cell)
  yield `"${neutralise(cell.slice(0, PART)).replaceAll('"', '""')}`
  for (let at = PART; at < cell.length; at += PART) yield cell.slice(at, at + PART).replaceAll('"', '""')
  yield '"'
}

/** The refused rows of an import under the file's own header, with the reason in a last column; corrected, the file can be imported as it is. @throws not_found */
export async function failedRowsFile(ctx: Ctx, id: number): Promise<OutgoingFile> {
  const { columns, fileName, format } = await mustFind(ctx, id)
  const names = columns.map((c) => c.name)
  const text = formats[format].guarded || names.includes(REASON_COLUMN) ? restore : (cell: string) => cell
  const reason = names.indexOf(REASON_COLUMN)
  const header = [...names.map(text), ...(reason < 0 ? [REASON_COLUMN] : [])]
  async function* parts() {
    let part = BYTE_ORDER_MARK + csvLine(header)
    for await (const row of failedRows(ctx, id)) {
      const cells = Array.from({ length: names.length }, (_, n) => text(row.cells[n] ?? ''))
      if (reason < 0) cells.push(row.reason)
      else cells[reason] = row.reason
      for (const [n, cell] of cells.entries()) {
        if (n > 0) part += ','
        for (const text of written(cell)) {
          part += text
          if (part.length < PART) continue
          yield part
          part = ''
          await breathe()
        }
      }
      part += '\r\n'
    }
    yield part
  }
  return new OutgoingFile(
    `${fileName.replace(tableFileName, '').replaceAll(/[^\w.-]+/g, '-')}-failed.csv`,
    'text/csv; charset=utf-8',
    parts(),
  )
}
