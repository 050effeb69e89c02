import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const missingIn = (folder: string) =>
  execFileSync(process.execPath, ['bin/channel-parts.ts'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

describe('a channel that is said to be built', () => {
  it('has all its parts', () => expect(missingIn('.')).toEqual([]))
})

describe('a new channel whose adapter and simulator are empty', () => {
  let folder: string
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).toContain(from)
    write(file, text.replace(from, to))
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'motto-channel-'))
    const copied =
      'contract domain channels sandbox docs bin package.json README.md .env.example web/ui web/features/listings/editor'
    for (const path of copied.split(' ')) cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    edit('contract/channels/names.ts', "name: 'Google Sheets', built: false", "name: 'Google Sheets', built: true")
    write('channels/csv/index.ts', 'export const csv = { id: "csv", lookups: {} }\n')
    write('sandbox/csv/index.ts', 'export const makeSheets = undefined\n')
    edit('channels/registry.ts', 'ebay: asChannel(ebay)', 'ebay: asChannel(ebay), csv: asChannel(csv as never)')
    edit('channels/registry.ts', 'import { ebay }', "import { csv } from './csv/index.ts'\nimport { ebay }")
    edit('sandbox/registry.ts', '  ebay: {', "  csv: { name: 'Google Sheets', make: makeSheets },\n  ebay: {")
    edit(
      'sandbox/registry.ts',
      'import { makeEbay }',
      "import { makeSheets } from './csv/index.ts'\nimport { makeEbay }",
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is told everything that is missing, and where', () => {
    expect(missingIn(folder)).toEqual([
      'contract/channels/csv.ts: docs',
      'contract/channels/csv.ts: limits',
      'contract/channels/csv.ts: needsPicture',
      'contract/channels/csv.ts: needsCategory',
      'contract/channels/csv.ts: lookups',
      'contract/channels/access.ts: its hosts and credentials, from which its settings follow',
      'contract/channels/schemas.ts: the schema of its fields',
      "contract/lookups.ts: the shapes of its lookups' answers",
      'channels/csv/index.ts: name',
      'channels/csv/index.ts: connect',
      'channels/csv/index.ts: settings',
      'channels/csv/index.ts: fields',
      'channels/csv/index.ts: limits',
      'channels/csv/index.ts: account',
      'channels/csv/index.ts: check',
      'channels/csv/index.ts: listings',
      'channels/csv/index.ts: stock',
      'sandbox/registry.ts: make',
      'channels/csv/conformance.test.ts: the conformance test',
      'sandbox/csv/conformance.test.ts: the conformance test',
      'docs/channels/csv.md: how to go live, and what the channel is like',
      'docs/tour.md: a link to docs/channels/csv.md',
      'web/features/listings/editor/parts.tsx: what draws the columns of spreadsheets',
    ])
  })

  it('is told which settings are not explained, and that mark and colour are missing', () => {
    const credential = (name: string) => `{ setting: 'SHEETS_${name}', example: 'x', sandbox: 'x' }`
    edit(
      'contract/channels/access.ts',
      '  ebay: ebayAccess',
      `  csv: { clientId: ${credential('CLIENT_ID')}, clientSecret: ${credential('CLIENT_SECRET')}, hosts: { api: { setting: 'SHEETS_API_URL', live: 'https://sheets.googleapis.com' } } },\n  ebay: ebayAccess`,
    )
    edit('web/ui/channel-mark.tsx', "  csv: '", "  none: '")
    edit('web/ui/tokens.css', '--ch-csv:', '--ch-none:')
    expect(missingIn(folder)).toEqual(
      expect.arrayContaining([
        ...['CLIENT_ID', 'CLIENT_SECRET', 'API_URL'].flatMap((name) => [
          `.env.example: SHEETS_${name}`,
          `README.md: SHEETS_${name}`,
        ]),
        'web/ui/channel-mark.tsx: its sign',
        'web/ui/tokens.css: its colour, light and dark',
      ]),
    )
  })
})
