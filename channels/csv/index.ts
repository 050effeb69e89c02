import { CsvSchema, CsvSettings } from '#contract/channels/shapes/csv.ts'
import { csv as described } from '#contract/channels/csv.ts'
import type { Channel } from '../channel.ts'
import { getOther } from './calls.ts'
import { check, csvLimits, facts, offers } from './listings/check.ts'
import { googleConnect } from './connect.ts'
import { end, pull } from './listings/listings.ts'
import { csvLookups } from './lookups.ts'
import { make } from './listings/make.ts'
import { publish, revise } from './listings/publish.ts'
import { readiness } from './readiness.ts'
import { chosenOf } from './listings/rows.ts'
import { readStock, setStock } from './stock.ts'
import { UserInfo } from './wire.ts'
import { trial } from './trial.ts'

/** Google Sheets: a product is rows of a spreadsheet, one for each variation. Nobody buys there, so there are no orders. */
export const csv: Channel<CsvSchema, CsvSettings> = {
  id: 'csv',
  name: 'Google Sheets',
  connect: { oauth: googleConnect },
  settings: CsvSettings,
  fields: CsvSchema,
  limits: csvLimits,
  lacks: described.lacks,
  lookups: csvLookups,
  async account(c) {
    const { id, email } = await getOther(c, UserInfo, '/oauth2/v2/userinfo')
    // A spreadsheet has no currency: prices stand in it as the organization has them.
    return { accountId: id, shop: '', name: email, currency: '' }
  },
  check,
  trial,
  facts,
  factsSeconds: 60,
  offers,
  factsKey: (listing) =>
    JSON.stringify(chosenOf(listing).map(({ spreadsheetId, sheetId }) => [spreadsheetId, sheetId])),
  listings: { publish, revise, end, pull },
  stock: { mode: 'last', read: readStock, set: setStock },
  readiness,
  make,
  async disconnect(c) {
    await c.http({ method: 'POST', url: `${c.origins.oauth}/revoke`, form: { token: c.accessToken }, reads: true })
  },
}
