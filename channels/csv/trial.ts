import { CsvSchema } from '#contract/channels/shapes/csv.ts'
import type { ExternalListing } from '../channel.ts'
import type { Trial } from '../trial.ts'
import type { CsvConnection } from './calls.ts'
import { isSheetGone } from './errors.ts'
import { rowsOf } from './listings/listings.ts'
import { placeOf, readTable } from './listings/table.ts'
import { type CellWrite, writeCells } from './listings/write.ts'
import { placeOfListing } from './stock.ts'

/** A row of the seller's sheet. It is blanked and not deleted: no other row moves while somebody works there. */
export const trial: Trial<CsvSchema, CsvConnection, ExternalListing> = {
  makes: 'A row in your sheet. Its cells are blanked at the end, and the empty row stays.',
  seenBy: 'Everyone who can open your spreadsheet sees a test row for about a minute.',
  fields: async () => CsvSchema.parse({}),
  async remove(c, listing) {
    if (!listing.data?.spreadsheetId) return
    try {
      const table = await readTable(c, placeOfListing(c, listing))
      const sku = placeOf(table, listing.data.sku ?? '', listing.data.skuCell)
      const blanks = rowsOf(table, listing).flatMap(({ index: row, cells }) =>
        cells.flatMap((cell, column): CellWrite[] => (cell === '' ? [] : [{ row, column, cell: '', sku }])),
      )
      if (blanks.length > 0) await writeCells(c, table, blanks)
    } catch (error) {
      if (!isSheetGone(error)) throw error
    }
  },
}
