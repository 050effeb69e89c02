import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { channels } from '#channels/registry.ts'
import { registry as simulators } from './sandbox/registry.ts'

/** An area calls only areas named before it; what must travel back is a job. */
const areas =
  'accounts organizations notifications stock templates library images variations products changes exports views mappings integrations listings sync orders imports search analytics ai support'.split(
    ' ',
  )

interface Import {
  from: string
  /** A path of ours, or the name of a package. */
  to: string
  typeOnly: boolean
}

const files = globSync('{bin,contract,domain,channels,server,web,sandbox,seed,e2e,bench}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**'],
}).toSorted()
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
/** What tests share. */
const isSupport = (file: string) => /^((server|sandbox)\/testing\/|e2e\/|channels\/testing\/)/.test(file)
const sources = files.filter((file) => !isTest(file) && !isSupport(file))
const text = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
/** Without comments. A `//` inside a text goes too, with the rest of its line, which no rule below minds. */
const code = (file: string) => (text.get(file) ?? '').replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const importPattern = /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
const imports: Import[] = sources.flatMap((from) =>
  [...code(from).matchAll(importPattern)].map(([, type, fixed, dynamic]) => ({
    from,
    to: target(from, fixed ?? dynamic ?? ''),
    typeOnly: type !== undefined,
  })),
)

function target(from: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? join(dirname(from), name) : name
}

const room = (path: string) => path.split('/')[0] ?? ''
const part = (path: string) => path.split('/')[1] ?? ''
const rooms = ['contract', 'domain', 'channels', 'server', 'web', 'sandbox', 'seed', 'e2e', 'bench', 'bin']
const isOurs = (path: string) => rooms.includes(room(path)) && path.includes('/')
const show = ({ from, to }: Import) => `${from} → ${to}`
const within = (name: string) => imports.filter(({ from }) => room(from) === name)

describe('the walls between the rooms', () => {
  it('finds the imports that the other rules speak of', () => {
    expect(imports.length).toBeGreaterThan(300)
    expect(imports.filter(({ to }) => isOurs(to) && /\.tsx?$/.test(to) && !text.has(to)).map(show)).toEqual([])
  })

  it.each([
    ['contract', ['contract', 'zod']],
    ['domain', ['contract', 'domain']],
    ['channels', ['contract', 'domain', 'channels', 'zod', 'node:*']],
    ['server', ['contract', 'domain', 'channels', 'server', '*']],
    ['web', ['contract', 'domain', 'web', '*']],
    ['sandbox', ['sandbox', 'node:*', 'graphql']],
  ])('%s imports only what it may', (name, allowed) => {
    const may = (to: string) => {
      if (isOurs(to)) return allowed.includes(room(to))
      return allowed.includes('*') || allowed.includes(to) || (to.startsWith('node:') && allowed.includes('node:*'))
    }
    expect(
      within(name)
        .filter(({ to }) => !may(to))
        .map(show),
    ).toEqual([])
  })

  it('nobody imports tests, their support, the seed or the journeys, but the commands', () => {
    const closed = (to: string) => isTest(to) || isSupport(to) || ['seed', 'e2e', 'bench', 'bin'].includes(room(to))
    const may = ({ from, to }: Import) => room(from) === 'bin' || room(from) === room(to) || room(from) === 'bench'
    expect(imports.filter((one) => isOurs(one.to) && closed(one.to) && !may(one)).map(show)).toEqual([])
  })

  it('a channel knows no other channel, and a simulator no other simulator', () => {
    const folder = (path: string) => (path.split('/').length > 2 ? part(path) : '')
    const strangers = (name: string) =>
      within(name).filter(
        ({ from, to }) =>
          room(to) === name && folder(from) && folder(to) && folder(to) !== 'kit' && folder(from) !== folder(to),
      )
    expect([...strangers('channels'), ...strangers('sandbox')].map(show)).toEqual([])
  })

  it('the web knows no package of Node, and what areas of it share lies below them', () => {
    expect(
      within('web')
        .filter(({ to }) => to.startsWith('node:'))
        .map(show),
    ).toEqual([])
    const feature = (path: string) => (path.startsWith('web/features/') ? path.split('/')[2] : undefined)
    const crossing = within('web').filter(
      ({ from, to }) => feature(to) && !/^web\/(routes|outside)\//.test(from) && feature(from) !== feature(to),
    )
    expect(crossing.map(show)).toEqual([])
  })
})

describe('the areas of the server', () => {
  const area = (path: string) => /^server\/features\/([\w-]+)\//.exec(path)?.[1]
  const between = imports.filter(({ from, to }) => area(from) && area(to) && area(from) !== area(to))

  it('are all known', () => {
    expect([...new Set(sources.flatMap((file) => area(file) ?? []))].filter((name) => !areas.includes(name))).toEqual(
      [],
    )
  })

  it('call only areas named before them, and never their queries or routes', () => {
    const order = (path: string) => areas.indexOf(area(path) ?? '')
    expect(between.filter(({ from, to }) => order(to) > order(from)).map(show)).toEqual([])
    expect(between.filter(({ to }) => /\/(queries|routes)\.ts$/.test(to)).map(show)).toEqual([])
  })

  it('stand on what lies below and are unknown to it', () => {
    const below = within('server').filter(
      ({ from, to }) => /^server\/(db|http|jobs|mail)\//.test(from) && to.startsWith('server/features/'),
    )
    expect(below.map(show)).toEqual([])
  })
})

describe('the files', () => {
  it('import in no circle', () => {
    const next = new Map<string, string[]>()
    for (const { from, to, typeOnly } of imports)
      if (!typeOnly && text.has(to)) next.set(from, [...(next.get(from) ?? []), to])
    expect(findCircle(next)).toEqual([])
  })

  it('have at most 400 lines, but for migrations, which are never edited', () => {
    const edited = files.filter((file) => !file.includes('/migrations/'))
    expect(edited.filter((file) => (text.get(file) ?? '').split('\n').length > 401)).toEqual([])
  })

  it('have names in kebab-case', () => {
    expect(
      files.filter((file) => !/^[a-z0-9-]+(\.(test|spec|d|config))?\.tsx?$/.test(file.split('/').at(-1) ?? '')),
    ).toEqual([])
  })

  it.each([
    [
      'a word that switches a check off',
      /@ts-(ignore|nocheck|expect-error)|oxlint-disable|eslint-disable|biome-ignore/,
    ],
    ['work left for later', /\b(TODO|FIXME|XXX|HACK)\b/],
    ['a barrel', /^export \* from/m],
  ])('hold nowhere %s', (_, pattern) => {
    expect(files.filter((file) => pattern.test(text.get(file) ?? ''))).toEqual([])
  })

  it('of the domain have no clock, no chance, no waiting and no way out', () => {
    const impure = /\basync\b|\bawait\b|\bDate\.now\b|\bMath\.random\b|\bnew Date\(\)|\bfetch\(|\bprocess\.|\bconsole\./
    expect(sources.filter((file) => room(file) === 'domain' && impure.test(code(file)))).toEqual([])
  })

  it('of the core never ask which channel it is', () => {
    const asks =
      /[!=]==?\s*'(ebay|etsy|shopify|square|bigcommerce|clover|csv)'|case '(ebay|etsy|shopify|square|bigcommerce|clover)'/
    expect(
      sources.filter((file) => ['server', 'domain', 'web', 'contract'].includes(room(file)) && asks.test(code(file))),
    ).toEqual([])
  })
})

describe('the channels', () => {
  it('all have a simulator, and no simulator is without its channel', () => {
    expect(Object.keys(simulators).toSorted()).toEqual(Object.keys(channels).toSorted())
  })
})

/** @returns the files of one circle in order, none when there is none */
function findCircle(next: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    const seen = path.indexOf(file)
    if (seen >= 0) return [...path.slice(seen), file]
    if (done.has(file)) return []
    for (const to of next.get(file) ?? []) {
      const circle = visit(to, [...path, file])
      if (circle.length) return circle
    }
    done.add(file)
    return []
  }
  for (const file of next.keys()) {
    const circle = visit(file, [])
    if (circle.length) return circle
  }
  return []
}
