import { csvReplies, CsvSchema, CsvSettings } from '#contract/channels/shapes/csv.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { columnRequests, csvRefusals } from '../testing/refusals/sheets.ts'
import { conformance } from '../testing/conformance/conformance.ts'
import { connect, type Inspect, remote } from '../testing/conformance/stage.ts'
import { inspectGoogle, isGoogleDescribed } from '../testing/published/google.ts'
import { csv } from './index.ts'
import { write } from './calls.ts'
import { LISTED, ownColumns } from './listings/table.ts'

const app = { clientId: 'motto-sandbox.apps.googleusercontent.com', clientSecret: 'sandbox-google-secret', secrets: {} }
let keys = 0

conformance('Google Sheets', isGoogleDescribed, async () => {
  const sandbox = await openSandbox()
  const base = `${sandbox.url}/csv`
  const inspected: Inspect = isGoogleDescribed ? inspectGoogle(base) : () => []
  const stage = await connect({
    channel: csv,
    settings: CsvSettings.parse({}),
    inspect(call, answer) {
      // Sixty calls in a minute are all that Google takes; here nobody waits.
      sandbox.simulators.get('csv')?.refill()
      return inspected(call, answer)
    },
    redirect: 'http://localhost:3000/oauth/csv',
    context: { ...app, facts: {}, origins: { accounts: base, oauth: base, api: base, sheets: base }, shop: '' },
  })
  const id = (await csv.make?.(stage.connection(), 'spreadsheets', { title: 'Shop' })) ?? ''
  const made = csvReplies.sheets.parse(await csv.lookups['sheets']?.(stage.connection(), { spreadsheetIds: id }))
  const sheet = made[0]?.sheets[0]
  // Behind the headers are the two columns of Motto's own.
  const requests = columnRequests(sheet?.sheetId ?? 0, (sheet?.headers.length ?? 0) + Object.keys(ownColumns).length)
  await write(stage.connection(), { id, rest: ':batchUpdate', json: { requests } })
  const spreadsheets = csvReplies.sheets.parse(
    await csv.lookups['sheets']?.(stage.connection(), { spreadsheetIds: id }),
  )
  stage.settings = CsvSettings.parse({ spreadsheets })
  const known = new Map<string, number>()
  const keyOf = (name: string) => known.get(name) ?? (known.set(name, ++keys), keys)
  const listing = (name: string, more: Partial<ReadyListing<CsvSchema>> = {}): ReadyListing<CsvSchema> => ({
    key: keyOf(name),
    title: `Shirt ${name}`,
    description: '<p>Soft</p>',
    currency: '',
    condition: 'New',
    images: ['https://pictures.example/shirt.jpg', 'https://pictures.example/back.jpg'],
    tags: ['soft shirt', 'gift'],
    vendor: '',
    sizeAndWeight: { weightUnit: 'oz', weight: 6, sizeUnit: 'in', length: 10, width: 8, height: 1 },
    variants: [{ sku: name, options: {}, price: 1299, quantity: 5 }],
    fields: CsvSchema.parse({}),
    external: null,
    ...more,
  })
  const combinations = ['Red', 'Teal'].flatMap((Color) => ['M', 'L'].map((Size) => ({ Color, Size })))
  const unit = spreadsheets[0]?.sheets[0]?.headers.find(({ name }) => name === 'Weight Unit')
  return {
    stage,
    sandbox: remote(sandbox.url, 'csv'),
    listing,
    family: (name) =>
      listing(name, {
        variants: combinations.map((options, i) => ({ sku: `${name}-${i + 1}`, options, price: 1299, quantity: 5 })),
      }),
    refused: (name) => ({
      listing: listing(name, {
        fields: CsvSchema.parse({
          spreadsheets: [
            {
              spreadsheetId: id,
              sheetId: 0,
              headers: [{ cellId: unit?.cellId, name: 'Weight Unit', value: 'stone' }],
            },
          ],
        }),
      }),
      field: 'spreadsheets.Weight Unit',
    }),
    lookups: { sheets: { query: { spreadsheetIds: '' }, shape: csvReplies.sheets } },
    refusals: csvRefusals({
      spreadsheetId: id,
      sheetId: spreadsheets[0]?.sheets[0]?.sheetId ?? 0,
      cellOf: (header) => spreadsheets[0]?.sheets[0]?.headers.find(({ name }) => name === header)?.cellId ?? '',
    }),
    isLive: (status) => status === LISTED || status === 'By hand',
    locationId: '',
    manyOrders: 0,
    clientSecret: app.clientSecret,
    stop: () => sandbox.stop(),
  }
})
