import { account } from './account.ts'
import { type Stand, expect } from './stand.ts'

/** Google's own libraries. Their option for another address keeps no path, so they ask Google's hosts. A spreadsheet is listed and changed by its rows; it sells and ships nothing, and calls nobody. */
export async function walkGoogle(stand: Stand, done: (step: string) => void): Promise<void> {
  const { sheets: openSheets, auth } = await stand.load('@googleapis/sheets')
  const { drive: openDrive } = await stand.load('@googleapis/drive')
  const { token, clientId, clientSecret } = await account(stand, 'csv')
  const client = new auth.OAuth2(clientId, clientSecret)
  client.setCredentials({ access_token: token })
  const { spreadsheets } = openSheets({ version: 'v4', auth: client })
  const drive = openDrive({ version: 'v3', auth: client })

  const { data: made } = await spreadsheets.create({ requestBody: { properties: { title: 'Stock' } } })
  const spreadsheetId = made.spreadsheetId
  const range = `${made.sheets[0].properties.title}!A1:C2`
  const write = (quantity: number) =>
    spreadsheets.values.update({
      spreadsheetId,
      range,
      valueInputOption: 'RAW',
      requestBody: {
        values: [
          ['SKU', 'Price', 'Quantity'],
          ['SHEET-MUG', 18, quantity],
        ],
      },
    })
  const row = async () =>
    (await spreadsheets.values.get({ spreadsheetId, range, valueRenderOption: 'UNFORMATTED_VALUE' })).data.values[1]
  await write(5)
  expect('the row', await row(), ['SHEET-MUG', 18, 5])
  expect('its file', (await drive.files.get({ fileId: spreadsheetId, fields: 'id,name' })).data.name, 'Stock')
  done('list')
  await write(7)
  expect('the row', await row(), ['SHEET-MUG', 18, 7])
  done('change')
}
