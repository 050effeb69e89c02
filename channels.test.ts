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
      'contract domain channels packages docs bin package.json README.md .env.example web/ui web/public web/features/listings/editor'
    for (const path of copied.split(' ')) cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    edit(
      'contract/channels/names.ts',
      '} as const satisfies',
      "  mars: { id: 'mars', name: 'Mars Market', built: true },\n} as const satisfies",
    )
    const field = "{ name: 'wares', label: 'Wares', section: 'Wares', kind: 'columns', on: ['template'] }"
    write(
      'contract/channels/mars.ts',
      `import { named } from './names.ts'\nexport const mars = { ...named.mars, fields: [${field}] }\n`,
    )
    edit('contract/channels/all.ts', 'descriptions = { ebay', 'descriptions = { mars, ebay')
    edit('contract/channels/all.ts', 'import { ebay }', "import { mars } from './mars.ts'\nimport { ebay }")
    write('channels/mars/index.ts', 'export const mars = { id: "mars", lookups: {} }\n')
    write('packages/sandbox/mars/simulator.ts', 'export const makeMars = undefined\n')
    edit('channels/registry.ts', 'ebay: asChannel(ebay)', 'ebay: asChannel(ebay), mars: asChannel(mars as never)')
    edit('channels/registry.ts', 'import { ebay }', "import { mars } from './mars/index.ts'\nimport { ebay }")
    edit('packages/sandbox/registry.ts', '  ebay: {', "  mars: { name: 'Mars Market', make: makeMars },\n  ebay: {")
    edit(
      'packages/sandbox/registry.ts',
      'import { makeEbay }',
      "import { makeMars } from './mars/simulator.ts'\nimport { makeEbay }",
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is told everything that is missing, and where', () => {
    expect(missingIn(folder)).toEqual([
      'contract/channels/mars.ts: docs',
      'contract/channels/mars.ts: limits',
      'contract/channels/mars.ts: needsPicture',
      'contract/channels/mars.ts: needsCategory',
      'contract/channels/mars.ts: lookups',
      'contract/channels/access.ts: its hosts and credentials, from which its settings follow',
      'contract/channels/schemas.ts: the schema of its fields',
      "contract/integrations/lookups.ts: the shapes of its lookups' answers",
      'channels/mars/index.ts: name',
      'channels/mars/index.ts: connect',
      'channels/mars/index.ts: settings',
      'channels/mars/index.ts: fields',
      'channels/mars/index.ts: limits',
      'channels/mars/index.ts: account',
      'channels/mars/index.ts: check',
      'channels/mars/index.ts: listings',
      'channels/mars/index.ts: stock',
      'packages/sandbox/registry.ts: make',
      'channels/mars/conformance.test.ts: the conformance test',
      'packages/sandbox/mars/conformance.test.ts: the conformance test',
      'docs/channels/mars.md: how to go live, and what the channel is like',
      'docs/tour.md: a link to docs/channels/mars.md',
      'web/ui/images/channel-signs.ts: its sign',
      'web/ui/theme/tokens.css: its colour, light and dark',
      'web/public/channel_icons/mars.png: its icon, drawn by bin/channel-icons.ts',
      'web/features/listings/editor/parts.tsx: what draws the columns of wares',
    ])
  })

  it('is told which settings are not explained', () => {
    const credential = (name: string) => `{ setting: 'MARS_${name}', example: 'x', sandbox: 'x' }`
    edit(
      'contract/channels/access.ts',
      '  ebay: ebayAccess',
      `  mars: { clientId: ${credential('CLIENT_ID')}, clientSecret: ${credential('CLIENT_SECRET')}, hosts: { api: { setting: 'MARS_API_URL', live: 'https://api.mars.example' } } },\n  ebay: ebayAccess`,
    )
    expect(missingIn(folder)).toEqual(
      expect.arrayContaining(
        ['CLIENT_ID', 'CLIENT_SECRET', 'API_URL'].flatMap((name) => [
          `.env.example: MARS_${name}`,
          `README.md: MARS_${name}`,
        ]),
      ),
    )
  })
})
