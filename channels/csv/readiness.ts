import type { ReadinessItem } from '#contract/integrations/health.ts'
import { type CsvConnection, getOther } from './calls.ts'
import { driveFile } from './connect.ts'
import { UserInfo } from './wire.ts'

const item = (id: string, title: string, isFine: boolean, detail: string): ReadinessItem =>
  isFine ? { id, title, state: 'ok', detail: '' } : { id, title, state: 'todo', detail }

/** What Google and the seller must have done before products can be written. */
export async function readiness(c: CsvConnection): Promise<ReadinessItem[]> {
  // Proves that the token holds.
  await getOther(c, UserInfo, '/oauth2/v2/userinfo')
  const { scope } = c.facts
  const sheets = c.settings.spreadsheets.flatMap((spreadsheet) => spreadsheet.sheets)
  return [
    item(
      'files',
      'Permission for files',
      scope === undefined || scope.split(' ').includes(driveFile),
      'Motto isn’t allowed to use your spreadsheets. Re-authorize and select the Drive files permission.',
    ),
    item(
      'spreadsheet',
      'A spreadsheet with headers',
      sheets.some(({ headers }) => headers.length > 0),
      'Products need a sheet with column headers. Create a spreadsheet above.',
    ),
  ]
}
