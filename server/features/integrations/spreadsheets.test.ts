import { beforeAll, describe, expect, it } from 'vitest'
import type { ConfiguredSpreadsheet } from '#contract/channels/shapes/csv.ts'
import { createSpreadsheet, lookups, updateConfig } from '#contract/integrations/lookups.ts'
import { integrationsApp } from '../../testing/shop/integrations.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'

const { app, sandbox, integrations } = integrationsApp()

describe('the spreadsheets of an account', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app(), sandbox(), ['csv'])
  })
  const stored = async () => {
    const { csv } = await integrations(shop.as)
    return (csv?.integration.config.spreadsheets ?? []) as ConfiguredSpreadsheet[]
  }
  const save = (spreadsheets: ConfiguredSpreadsheet[]) =>
    app().call(updateConfig, { body: { config: { spreadsheets } }, as: shop.as })

  it('CHN-078..CHN-093 CHN-119 one that is made is kept with its sheets, and what each of their columns takes', async () => {
    expect([createSpreadsheet.method, createSpreadsheet.path]).toEqual(['POST', '/channels/csv/createSpreadsheet'])
    const made = await app().call(createSpreadsheet, { body: { title: 'Harbor stock' }, as: shop.as })
    const spreadsheetId = made.body.data?.id ?? ''
    const [first, ...others] = await stored()
    expect(others).toEqual([])
    expect(first).toMatchObject({ spreadsheetId, title: 'Harbor stock' })
    const [sheet] = first?.sheets ?? []
    expect(sheet).toMatchObject({ sheetId: 0, sheetTitle: 'Products', index: 0, headerRow: 1 })
    const header = (name: string) => sheet?.headers.find((h) => h.name === name)
    const at = { spreadsheetId, sheetId: 0, required: false }
    expect(header('Weight Unit')).toEqual({
      ...at,
      cellId: 'N1',
      name: 'Weight Unit',
      dataType: 'ONE_OF_LIST',
      strict: true,
      options: ['lb', 'oz', 'kg', 'g'],
    })
    expect(header('Price')).toMatchObject({ ...at, cellId: 'D1', dataType: 'NUMBER_GREATER_THAN_EQ', strict: true })
    expect(header('Title')).toMatchObject({ ...at, cellId: 'B1', strict: false, options: [] })
  })

  it('CHN-121 which row names the columns is kept, with the columns that this row names now', async () => {
    expect([updateConfig.method, updateConfig.path]).toEqual(['POST', '/channels/csv/updateConfig'])
    const [first] = await stored()
    if (!first) throw new Error('no spreadsheet')
    const at = (headerRow: number | null) => ({
      ...first,
      sheets: first.sheets.map((sheet) => ({ ...sheet, headerRow })),
    })
    expect(await save([at(2)])).toMatchObject({ status: 200, body: { message: 'Updated Integration' } })
    // Nothing stands in the second row.
    expect((await stored())[0]?.sheets).toMatchObject([{ headerRow: 2, headers: [] }])
    await save([at(null)])
    expect((await stored())[0]?.sheets).toMatchObject([{ headerRow: null, headers: [] }])
    await save([at(1)])
    expect((await stored())[0]?.sheets[0]?.headers.length).toBeGreaterThan(10)
    const wrong = { ...first, sheets: first.sheets.map((sheet) => ({ ...sheet, headerRow: 0 })) }
    expect(await save([wrong])).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await stored())[0]?.sheets[0]?.headerRow).toBe(1)
  })

  it('CHN-122 sheets, headers and validation are read anew for the spreadsheets that are named', async () => {
    const { method, path } = lookups.csv.sheets
    expect([method, path]).toEqual(['GET', '/channels/csv/sheets'])
    const second = (await app().call(createSpreadsheet, { body: { title: 'Second' }, as: shop.as })).body.data?.id ?? ''
    const first = (await stored()).map(({ spreadsheetId }) => spreadsheetId).find((id) => id !== second) ?? ''
    const read = async (spreadsheetIds: string) =>
      (await app().call(lookups.csv.sheets, { query: { spreadsheetIds }, as: shop.as })).body.data ?? []
    const ids = async (query: string) => (await read(query)).map(({ spreadsheetId }) => spreadsheetId)
    expect(await ids(second)).toEqual([second])
    expect(await ids(`${first},${second}`)).toEqual([first, second])
    expect(new Set(await ids(''))).toEqual(new Set([first, second]))
    expect((await read(second))[0]?.sheets[0]?.headers).toContainEqual(
      expect.objectContaining({ name: 'Weight Unit', options: ['lb', 'oz', 'kg', 'g'] }),
    )
    expect(await read('gone')).toEqual([expect.objectContaining({ spreadsheetId: 'gone', sheets: [] })])
  })
})
