// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConfiguredSpreadsheet, SheetHeader } from '#contract/channels/shapes/csv.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { createSpreadsheet, lookups, updateConfig } from '#contract/integrations/lookups.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { anIntegration, answerIntegrations } from '#web/testing/integrations.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, submit, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

const header = (cellId: string, name: string, over: Partial<SheetHeader> = {}): SheetHeader => ({
  spreadsheetId: 'sheet-1',
  sheetId: 0,
  cellId,
  name,
  dataType: 'ANY',
  required: false,
  strict: false,
  options: [],
  ...over,
})
const spreadsheet = (over: Partial<ConfiguredSpreadsheet> = {}): ConfiguredSpreadsheet => ({
  spreadsheetId: 'sheet-1',
  title: 'Harbor stock',
  url: 'https://sheets.example/d/sheet-1/edit',
  sheets: [
    {
      sheetId: 0,
      sheetTitle: 'Products',
      index: 0,
      headerRow: 1,
      headers: [
        header('A1', 'Title'),
        header('D1', 'Price', { dataType: 'NUMBER_GREATER_THAN_EQ', bounds: ['0'], strict: true }),
        header('N1', 'Weight Unit', { dataType: 'ONE_OF_LIST', strict: true, options: ['lb', 'oz', 'kg', 'g'] }),
        header('P1', 'Maker *', { required: true }),
      ],
    },
    { sheetId: 1, sheetTitle: 'Archive', index: 1, headerRow: null, headers: [] },
  ],
  ...over,
})
const keep = (...spreadsheets: ConfiguredSpreadsheet[]) =>
  server.answer(listIntegrations, {
    csv: {
      ...anIntegration('csv', {
        integration: { shop: 'dana@example.com', updatedAt: '2026-11-20T10:00:00.000Z', config: { spreadsheets } },
      }),
      others: [],
    },
  })
const open = async () => {
  await renderPage('/integrations/csv')
  return theOne('section', 'Spreadsheets')
}
beforeEach(() => {
  answerIntegrations(server, {})
  keep(spreadsheet())
})
const cells = async (name: RegExp) =>
  [...(await theOne('row', name)).querySelectorAll('td')].map(
    (cell) => text(cell) || (cell.querySelector('input')?.placeholder ?? ''),
  )

describe('the spreadsheets of an account', () => {
  it('CHN-044 CHN-061 CHN-075 without a spreadsheet the tab says so, above the authentication card', async () => {
    keep()
    const card = await open()
    await says('No Spreadsheets', card)
    const authentication = await theOne('section', 'Authentication')
    expect(card.compareDocumentPosition(authentication) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    // Nobody buys there.
    expect(all('button', 'Check for orders now')).toEqual([])
  })

  it('CHN-045..CHN-050 each has its title, its id, a link, and a tab for each sheet with its header row', async () => {
    await open()
    expect((await theOne('link', /^Harbor stock/)).getAttribute('href')).toBe('https://sheets.example/d/sheet-1/edit')
    await says('sheet-1')
    expect(all('tab').map((tab) => text(tab))).toEqual(['Products', 'Archive'])
    expect(await valueOf('Header Row')).toBe('1')
    await says('Which row contains the headers?')
  })

  it('CHN-053..CHN-060 each header shows its cell, name, type, flags and options', async () => {
    await open()
    expect(await cells(/Price/)).toEqual([
      'D1',
      'Price',
      'Number greater than or equal 0',
      'No',
      'Yes',
      'No validation options',
    ])
    expect((await cells(/Weight Unit/)).slice(0, 5)).toEqual(['N1', 'Weight Unit', 'One of list', 'No', 'Yes'])
    expect((await cells(/Maker/)).slice(3, 5)).toEqual(['Yes', 'No'])
    await press('field', 'Validation options for Weight Unit')
    await theOne('option', 'kg')
    expect(all('option').map((option) => text(option))).toEqual(['lb', 'oz', 'kg', 'g'])
  })

  it('CHN-062 CHN-063 a spreadsheet without sheets and a sheet without headers say so', async () => {
    await open()
    await press('tab', 'Archive')
    await says('No headers found for this sheet.')
    keep(spreadsheet({ sheets: [] }))
    await open()
    await says('No Sheets found for this spreadsheet.')
  })
})

describe('editing the spreadsheets of an account', () => {
  const buttons = () => [...all('button', 'Save Changes'), ...all('button', 'Clear')].map((button) => text(button))

  it('CHN-051 CHN-052 CHN-064 CHN-065 Save Changes and Clear stand there once a header row was edited', async () => {
    server.answer(updateConfig, ok)
    await open()
    await theOne('field', 'Header Row')
    expect(buttons()).toEqual([])
    await type('Header Row', '7')
    await until(() => buttons().length === 2)
    expect(buttons()).toEqual(['Save Changes', 'Clear'])
    await press('button', 'Clear')
    await until(async () => (await valueOf('Header Row')) === '1')
    expect(buttons()).toEqual([])
    await type('Header Row', '')
    await until(async () => (await valueOf('Header Row')) === '')
    await type('Header Row', '3')
    await press('button', 'Save Changes')
    await says('Updated Integration')
    expect(server.calls(updateConfig)[0]?.body.config.spreadsheets[0]?.sheets[0]?.headerRow).toBe(3)
  })

  it('CHN-066 a re-sync reads sheets and headers again, to be saved', async () => {
    const added = spreadsheet()
    added.sheets[0]?.headers.push(header('Q1', 'Color'))
    server.answer(lookups.csv.sheets, [added])
    await open()
    await press('button', 'Re-sync Harbor stock')
    await theOne('row', /Color/)
    await says('Headers updated. Save to keep them.')
    await theOne('button', 'Save Changes')
    expect(server.requests.at(-1)).toContain('spreadsheetIds=sheet-1')
  })

  it('CHN-076 CHN-077 a failure says what failed and keeps what was there', async () => {
    server.fail(lookups.csv.sheets, 'channel_unavailable')
    await open()
    await press('button', 'Re-sync Harbor stock')
    await says('Failed to fetch headers. Try again later or Re-Authorize.')
    await theOne('row', /Maker/)
    server.fail(updateConfig, 'channel_unavailable')
    await type('Header Row', '2')
    await press('button', 'Save Changes')
    await says('Failed to update integration')
    expect(await valueOf('Header Row')).toBe('2')
  })
})

describe('a new spreadsheet', () => {
  it('CHN-067..CHN-074 CHN-120 its dialog asks for a title, explains what can be accessed, and Enter creates', async () => {
    keep()
    server.answer(createSpreadsheet, () => {
      keep(spreadsheet())
      return { id: 'sheet-1' }
    })
    await open()
    await press('button', 'New Spreadsheet')
    const dialog = await theOne('dialog', 'New Spreadsheet')
    await says('Only sheets that Motto creates here can be accessed', dialog)
    for (const step of ['Choose File, then Import', '“Insert new sheet(s)”', '“Replace”']) await says(step, dialog)
    const create = (await theOne('button', 'Create', dialog)) as HTMLButtonElement
    expect([
      create.disabled,
      ((await theOne('field', /^Spreadsheet title/, dialog)) as HTMLInputElement).required,
    ]).toEqual([true, true])
    await theOne('button', 'Cancel', dialog)
    await type(/^Spreadsheet title/, ' ', dialog)
    expect(create.disabled).toBe(true)
    await type(/^Spreadsheet title/, 'Harbor stock', dialog)
    await until(() => !create.disabled)
    submit(dialog)
    await says('Spreadsheet created')
    await theOne('link', /^Harbor stock/)
    expect(server.calls(createSpreadsheet).map(({ body }) => body.title)).toEqual(['Harbor stock'])
  })
})
