import { expect, it } from 'vitest'
import { discoveryChecker } from '../../../channels/testing/published/discovery.ts'
import { describedBy, describedCalls } from '../testing/described.ts'
import { makeSheet, openTestGoogle } from '../testing/csv-account.ts'

const described = describedBy(
  ...['sheets.v4.json', 'drive.v3.json', 'oauth2.v2.json'].map((name) => `sheets/spec/${name}`),
)

it.skipIf(described.isAbsent)(
  `every answer keeps to Google's published API descriptions${described.note}`,
  async () => {
    const google = openTestGoogle()
    const checker = discoveryChecker(described.paths)
    const { call, problems } = describedCalls({ checker: () => checker, send: google.send })
    await call('GET', '/oauth2/v2/userinfo', 401)
    await google.connect()
    await call('GET', '/oauth2/v2/userinfo', 200)
    const id = await makeSheet(google, [
      ['SKU', 'Quantity'],
      ['TEE', 5],
    ])
    const at = `/v4/spreadsheets/${id}`
    await call('POST', '/v4/spreadsheets', 200, { properties: { title: 'Another' } })
    await call('GET', '/drive/v3/files?q=trashed%3Dfalse&fields=files(id,name,modifiedTime),nextPageToken', 200)
    await call('GET', `/drive/v3/files/${id}`, 200)
    await call('GET', '/drive/v3/files/none', 404)
    await call('GET', at, 200)
    await call('GET', '/v4/spreadsheets/none', 404)
    await call('GET', `${at}?ranges=Products!A1:B2&includeGridData=true`, 200)
    await call('GET', `${at}?fields=sheets(properties(sheetId,title),data(rowData(values(formattedValue))))`, 200)
    await call('POST', `${at}:getByDataFilter`, 200, {
      dataFilters: [{ gridRange: { sheetId: 0, startRowIndex: 0, endRowIndex: 2 } }],
      includeGridData: true,
    })
    await call('POST', `${at}:getByDataFilter`, 400, { dataFilters: [{ gridRange: { sheetId: 77 } }] })
    await call('GET', `${at}/values/Products!A1:B?valueRenderOption=UNFORMATTED_VALUE`, 200)
    await call('GET', `${at}/values/Gone!A1`, 400)
    await call('GET', `${at}/values:batchGet?ranges=Products!A:A&ranges=Products!B:B`, 200)
    await call('PUT', `${at}/values/Products!B2?valueInputOption=RAW`, 200, { values: [[4]] })
    await call('POST', `${at}/values/Products!A1:B1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`, 200, {
      values: [['MUG', 2]],
    })
    await call('POST', `${at}/values:batchUpdate`, 200, {
      valueInputOption: 'RAW',
      data: [{ range: 'Products!B3', values: [[1]] }],
    })
    const cell = { gridRange: { sheetId: 0, startRowIndex: 2, endRowIndex: 3, startColumnIndex: 1, endColumnIndex: 2 } }
    await call('POST', `${at}/values:batchUpdateByDataFilter`, 200, {
      valueInputOption: 'RAW',
      data: [{ dataFilter: cell, majorDimension: 'ROWS', values: [[0]] }],
    })
    await call('POST', `${at}/values:batchGetByDataFilter`, 200, { dataFilters: [{ a1Range: 'Products!A2:B' }] })
    await call('POST', `${at}/values/Products!B3:clear`, 200, {})
    await call('POST', `${at}:batchUpdate`, 200, {
      requests: [
        { addSheet: { properties: { title: 'Lists' } } },
        {
          setDataValidation: {
            range: { sheetId: 0, startRowIndex: 1, startColumnIndex: 1, endColumnIndex: 2 },
            rule: { condition: { type: 'NUMBER_GREATER_THAN_EQ', values: [{ userEnteredValue: '0' }] }, strict: true },
          },
        },
        {
          createDeveloperMetadata: {
            developerMetadata: {
              metadataKey: 'app',
              metadataValue: 'sku',
              visibility: 'DOCUMENT',
              location: { dimensionRange: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } },
            },
          },
        },
        {
          appendCells: {
            sheetId: 0,
            rows: [{ values: [{ userEnteredValue: { stringValue: '=1' } }] }],
            fields: 'userEnteredValue',
          },
        },
      ],
    })
    await call('POST', `${at}:batchUpdate`, 400, {
      requests: [{ appendDimension: { sheetId: 9, dimension: 'ROWS', length: 1 } }],
    })
    await call('GET', `${at}?includeGridData=true`, 200)
    expect(problems).toEqual([])
  },
)
