// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { importFormats, rereadImport } from '#contract/imports.ts'
import { all, answer, away, choose, press, show, text, theOne, until } from '#web/testing/screen.tsx'
import { ReadingSettings } from './reading-settings.tsx'
import type { Import } from './upload.ts'
import { formatNames } from './words.ts'

afterEach(away)

const file = {
  id: 5,
  kind: 'products',
  fileName: 'stock.csv',
  format: 'motto',
  encoding: 'utf-8',
  separator: ',',
  headerRow: 1,
} as unknown as Import
const open = async (record: Import) => {
  const screen = show(<ReadingSettings record={record} />, { answers: [answer(rereadImport, { ok: true } as never)] })
  await press('button', 'Change file settings')
  return screen
}

it('a file that was taken for another program’s is read again as the one that is chosen, and nothing else changes', async () => {
  const screen = await open(file)
  expect((await theOne('button', 'Apply')).hasAttribute('disabled')).toBe(true)
  await press('field', 'Program')
  expect(all('option').map((option) => text(option))).toEqual(importFormats.map((format) => formatNames[format]))
  await press('option', formatNames.linnworks)
  await press('button', 'Apply')
  await until(() => screen.sent(rereadImport).length === 1)
  expect(screen.sent(rereadImport)).toEqual([{ headerRow: 1, format: 'linnworks' }])
})

it('another separator leaves the program alone', async () => {
  const screen = await open(file)
  await choose('Separator', 'Semicolon')
  await press('button', 'Apply')
  await until(() => screen.sent(rereadImport).length === 1)
  expect(screen.sent(rereadImport)).toEqual([{ separator: ';', headerRow: 1 }])
})

it('a file of templates is of no program', async () => {
  await open({ ...file, kind: 'templates' } as Import)
  await theOne('field', 'Header row')
  expect(all('field', 'Program')).toEqual([])
})
