import { describe, expect, it } from 'vitest'
import { driveFile, makeSheet, openTestGoogle } from '../testing/csv-account.ts'

const valuesOf = async (google: ReturnType<typeof openTestGoogle>, id: string, range = 'Products!A1:H') =>
  (await google.send('GET', `/v4/spreadsheets/${id}/values/${range}?valueRenderOption=UNFORMATTED_VALUE`)).body[
    'values'
  ]

describe('the consent', () => {
  it('gives a refresh token that stays, and an hour of access', async () => {
    const google = openTestGoogle()
    const { refresh_token: refresh, scope, expires_in: seconds } = await google.connect()
    expect([scope, seconds]).toEqual([expect.stringContaining(driveFile), 3599])
    google.pass(3600)
    expect((await google.send('GET', '/oauth2/v2/userinfo')).status).toBe(401)
    const next = await google.token({ grant_type: 'refresh_token', refresh_token: String(refresh) })
    expect(next.body['refresh_token']).toBeUndefined()
    google.useToken(String(next.body['access_token']))
    expect((await google.send('GET', '/oauth2/v2/userinfo')).body).toMatchObject({ email: 'ann@example.com' })
  })
  it('is denied, told from a wrong app, and proven by the verifier', async () => {
    const google = openTestGoogle()
    expect((await google.consent({ answer: 'deny' }))?.searchParams.get('error')).toBe('access_denied')
    expect(await google.consent({ client_id: 'other' })).toBeNull()
    expect(await google.consent({ redirect_uri: 'https://elsewhere.example' })).toBeNull()
    const code = (await google.consent())?.searchParams.get('code') ?? ''
    const stolen = await google.token({ grant_type: 'authorization_code', code, code_verifier: 'x'.repeat(43) })
    expect([stolen.status, stolen.body['error']]).toEqual([400, 'invalid_grant'])
  })
  it('may withhold the files: then calls are refused', async () => {
    const google = openTestGoogle()
    await google.connect({ drive: 'no' })
    const { status, body } = await google.send('GET', '/drive/v3/files')
    expect([status, body['error']]).toEqual([403, expect.objectContaining({ status: 'PERMISSION_DENIED' })])
  })
  it('ends when it is revoked', async () => {
    const google = openTestGoogle()
    const { access_token: token, refresh_token: refresh } = await google.connect()
    expect((await google.send('POST', `/revoke?token=${String(token)}`)).status).toBe(200)
    expect((await google.send('GET', '/oauth2/v2/userinfo')).status).toBe(401)
    const next = await google.token({ grant_type: 'refresh_token', refresh_token: String(refresh) })
    expect(next.body['error']).toBe('invalid_grant')
  })
})

describe('a spreadsheet', () => {
  const rows = [
    ['SKU', 'Quantity'],
    ['B', 2],
    ['A', 1],
  ]
  it("is nobody else's", async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, rows)
    await google.connect({ email: 'bob@example.com' })
    expect((await google.send('GET', `/v4/spreadsheets/${id}`)).status).toBe(404)
    expect((await google.send('GET', '/drive/v3/files')).body['files']).toEqual([])
  })
  it('keeps texts as they are with RAW, and takes them for typed ones otherwise', async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, rows)
    const write = (how: string, cell: string, value: string) =>
      google.send('PUT', `/v4/spreadsheets/${id}/values/Products!${cell}?valueInputOption=${how}`, {
        values: [[value]],
      })
    await write('RAW', 'C2', '=1+1')
    await write('RAW', 'C3', '00123')
    await write('USER_ENTERED', 'D2', '=1+1')
    await write('USER_ENTERED', 'D3', '00123')
    const path = `/v4/spreadsheets/${id}/values/Products!C2:D3`
    expect((await google.send('GET', `${path}?valueRenderOption=UNFORMATTED_VALUE`)).body['values']).toEqual([
      ['=1+1', '#FORMULA'],
      ['00123', 123],
    ])
    expect((await google.send('PUT', `/v4/spreadsheets/${id}/values/Products!A1`, { values: [['x']] })).status).toBe(
      400,
    )
  })
  it('changes as a whole or not at all', async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, rows)
    const good = {
      appendCells: { sheetId: 0, rows: [{ values: [{ userEnteredValue: { stringValue: 'C' } }] }], fields: '*' },
    }
    const bad = { appendDimension: { sheetId: 7, dimension: 'ROWS', length: 1 } }
    const { status, body } = await google.send('POST', `/v4/spreadsheets/${id}:batchUpdate`, { requests: [good, bad] })
    expect([status, body['error']]).toEqual([
      400,
      { code: 400, status: 'INVALID_ARGUMENT', message: 'Invalid requests[1].appendDimension: No grid with id: 7' },
    ])
    expect(await valuesOf(google, id)).toEqual(rows)
  })
  it('ends at its grid, and grows for cells that are appended', async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, rows)
    const put = await google.send('PUT', `/v4/spreadsheets/${id}/values/Products!A30?valueInputOption=RAW`, {
      values: [['x']],
    })
    expect([put.status, JSON.stringify(put.body)]).toEqual([400, expect.stringContaining('exceeds grid limits')])
    const many = Array.from({ length: 30 }, (_, i) => ({ values: [{ userEnteredValue: { stringValue: `N${i}` } }] }))
    const requests = [{ appendCells: { sheetId: 0, rows: many, fields: 'userEnteredValue' } }]
    expect((await google.send('POST', `/v4/spreadsheets/${id}:batchUpdate`, { requests })).status).toBe(200)
    expect(await valuesOf(google, id, 'Products!A33:A')).toEqual([['N29']])
  })
  it('is sorted, and gets rows and columns, by hand: notes at columns move along, those at rows stay', async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, rows)
    const note = (dimension: string, startIndex: number) => ({
      createDeveloperMetadata: {
        developerMetadata: {
          metadataKey: 'app',
          metadataValue: dimension,
          visibility: 'DOCUMENT',
          location: { dimensionRange: { sheetId: 0, dimension, startIndex, endIndex: startIndex + 1 } },
        },
      },
    })
    await google.send('POST', `/v4/spreadsheets/${id}:batchUpdate`, { requests: [note('COLUMNS', 1)] })
    expect(await google.press(id, { sheet: '0', do: 'up 0' })).toBe(303)
    expect(await valuesOf(google, id)).toEqual([rows[0], ['A', 1], ['B', 2]])
    await google.press(id, { sheet: '0', do: 'insertRow 1' })
    await google.press(id, { sheet: '0', do: 'insertColumn 0' })
    expect(await valuesOf(google, id)).toEqual([['', 'SKU', 'Quantity'], [], ['', 'A', 1], ['', 'B', 2]])
    const fields = 'sheets(data(columnMetadata(developerMetadata(metadataValue))))'
    const { body } = await google.send('GET', `/v4/spreadsheets/${id}?fields=${fields}`)
    const columns = (body['sheets'] as { data: { columnMetadata: object[] }[] }[])[0]?.data[0]?.columnMetadata ?? []
    expect(columns.findIndex((column) => 'developerMetadata' in column)).toBe(2)
  })
  it('is typed into: a text of digits is a number, what begins with = a formula, what is unchanged stays', async () => {
    const google = openTestGoogle()
    await google.connect()
    const id = await makeSheet(google, [['SKU'], ['00123']])
    await google.press(id, { sheet: '0', do: 'save', 'cell-1-0': '00123', 'cell-2-0': '7', 'cell-3-0': '=A1' })
    expect(await valuesOf(google, id)).toEqual([['SKU'], ['00123'], [7], ['#FORMULA']])
  })
})

it('counts sixty reads and sixty writes in a minute, and begins anew with the next', async () => {
  const google = openTestGoogle()
  await google.connect()
  const id = await makeSheet(google, [['SKU']])
  const read = () => google.send('GET', `/v4/spreadsheets/${id}?fields=spreadsheetId`)
  for (let i = 0; i < 60; i++) expect((await read()).status).toBe(200)
  expect((await read()).body['error']).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' })
  const write = await google.send('PUT', `/v4/spreadsheets/${id}/values/A2?valueInputOption=RAW`, { values: [['A']] })
  expect(write.status).toBe(200)
  google.pass(60)
  expect((await read()).status).toBe(200)
})

it('has no buyers: its rows are changed by hand', async () => {
  const google = openTestGoogle()
  await google.connect()
  await makeSheet(google, [
    ['SKU', 'Title', 'Price', 'Quantity'],
    ['A', 'Mug', 12.5, 3],
  ])
  const { simulator } = google
  simulator.addItems([{ sku: 'B', title: 'Tee', price: 9, quantity: 1 }])
  simulator.edit({ sku: 'A', quantity: 2 })
  expect(simulator.listings()).toMatchObject([
    { sku: 'A', title: 'Mug', price: 12.5, quantity: 2, status: 'By hand' },
    { sku: 'B', quantity: 1 },
  ])
  simulator.edit({ sku: 'A', status: 'ended' })
  expect(simulator.listings().map(({ sku }) => sku)).toEqual(['B'])
  expect(() => simulator.buy({ lines: [{ sku: 'B', quantity: 1 }], payment: 'paid', test: false })).toThrow(
    'Nobody buys',
  )
})

it('several accounts have spreadsheets of their own: the one connected last is meant, another one by its name, a stranger is refused', async () => {
  const google = openTestGoogle()
  const { simulator } = google
  const row = (sku: string) => [{ sku, title: 'Mug', price: 9, quantity: 3 }]
  const skus = (account?: string) => simulator.listings(account).map(({ sku }) => sku)
  await google.connect()
  simulator.addItems(row('ANNS'))
  await google.connect({ email: 'bob@example.com' })
  simulator.addItems(row('BOBS'))
  expect([skus(), skus('ann@example.com'), skus('bob@example.com')]).toEqual([['BOBS'], ['ANNS'], ['BOBS']])
  // What only one has is found there.
  simulator.edit({ sku: 'ANNS', quantity: 2 })
  expect(simulator.listings('ann@example.com')).toMatchObject([{ quantity: 2 }])
  for (const act of [() => skus('eve@example.com'), () => simulator.addItems(row('EVES'), 'eve@example.com')])
    expect(act).toThrow('Google knows no account eve@example.com. Known: ann@example.com, bob@example.com.')
})
