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
    edit('contract/channels/names.ts', "name: 'Etsy', built: false", "name: 'Etsy', built: true")
    write('channels/etsy/index.ts', 'export const etsy = { id: "etsy", lookups: {} }\n')
    write('sandbox/etsy/index.ts', 'export const makeEtsy = undefined\n')
    edit('channels/registry.ts', 'ebay: asChannel(ebay)', 'ebay: asChannel(ebay), etsy: asChannel(etsy as never)')
    edit('channels/registry.ts', 'import { ebay }', "import { etsy } from './etsy/index.ts'\nimport { ebay }")
    edit('sandbox/registry.ts', '  ebay: {', "  etsy: { name: 'Etsy', make: makeEtsy },\n  ebay: {")
    edit(
      'sandbox/registry.ts',
      'import { makeEbay }',
      "import { makeEtsy } from './etsy/index.ts'\nimport { makeEbay }",
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is told everything that is missing, and where', () => {
    expect(missingIn(folder)).toEqual([
      'contract/channels/etsy.ts: docs',
      'contract/channels/etsy.ts: limits',
      'contract/channels/etsy.ts: needsPicture',
      'contract/channels/etsy.ts: needsCategory',
      'contract/channels/access.ts: its hosts and credentials, from which its settings follow',
      'contract/listings.ts: the schema of its fields',
      "contract/lookups.ts: the shapes of its lookups' answers",
      'channels/etsy/index.ts: name',
      'channels/etsy/index.ts: connect',
      'channels/etsy/index.ts: settings',
      'channels/etsy/index.ts: fields',
      'channels/etsy/index.ts: limits',
      'channels/etsy/index.ts: account',
      'channels/etsy/index.ts: check',
      'channels/etsy/index.ts: listings',
      'channels/etsy/index.ts: stock',
      'channels/etsy/index.ts: the lookup taxonomy',
      'channels/etsy/index.ts: the lookup properties',
      'channels/etsy/index.ts: the lookup propertiesMany',
      'channels/etsy/index.ts: the lookup shippingProfiles',
      'channels/etsy/index.ts: the lookup returnPolicies',
      'sandbox/registry.ts: make',
      'channels/etsy/conformance.test.ts: the conformance test',
      'sandbox/etsy/conformance.test.ts: the conformance test',
      'docs/channels/etsy.md: how to go live, and what the channel is like',
      'docs/tour.md: a link to docs/channels/etsy.md',
      'web/features/listings/editor/parts.tsx: what draws the attributes of properties',
    ])
  })

  it('is told which settings are not explained, and that mark and colour are missing', () => {
    const credential = (name: string) => `{ setting: 'ETSY_${name}', example: 'x', sandbox: 'x' }`
    edit(
      'contract/channels/access.ts',
      '{ ebay: ebayAccess',
      `{ etsy: { clientId: ${credential('CLIENT_ID')}, clientSecret: ${credential('CLIENT_SECRET')}, hosts: { api: { setting: 'ETSY_API_URL', live: 'https://api.etsy.com' } } }, ebay: ebayAccess`,
    )
    edit('web/ui/channel-mark.tsx', "  etsy: '", "  none: '")
    edit('web/ui/tokens.css', '--ch-etsy:', '--ch-none:')
    expect(missingIn(folder)).toEqual(
      expect.arrayContaining([
        ...['CLIENT_ID', 'CLIENT_SECRET', 'API_URL'].flatMap((name) => [
          `.env.example: ETSY_${name}`,
          `README.md: ETSY_${name}`,
        ]),
        'web/ui/channel-mark.tsx: its sign',
        'web/ui/tokens.css: its colour, light and dark',
      ]),
    )
  })
})
