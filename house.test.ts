import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descriptions } from '#contract/channels/all.ts'
import type { ChannelDescription } from '#contract/channels/describe.ts'
import { channelIds } from '#contract/channels/names.ts'
import { databaseWriters, guests, owners, unspelled } from './server/db/tables/owners.ts'
import { missingParts } from './bin/channel-parts.ts'
import { clientFiles } from './bin/lib/client/generate.ts'
import { screensAlone, serverAlone } from './bin/test-files.ts'
import { type Import, circlesOf, codeOf, importsOf, isSupport, isTest, readSources } from './bin/lib/sources.ts'
import { ungrouped } from './server/http/document/tags.ts'

/** An area calls only areas named before it; what must travel back is a job. */
const areas =
  'tokens accounts organizations notifications webhooks outbox stock templates safety images variations products mappings pricing changes exports views integrations listings publishing requirements library sync orders adopting imports search analytics reports ai support agents'.split(
    ' ',
  )

const text = readSources('.')
/** What makes the database. */
const sqlFiles = globSync('server/db/{migrations,functions}/**/*.sql').toSorted()
const definedFunction = /\bcreate (?:or replace )?function\s+(\w+)\s*\([^$]*(\$\w*\$)([\s\S]*?)\2/g
const files = [...text.keys()]
const sources = files.filter((file) => !isTest(file) && !isSupport(file))
const code = (file: string) => codeOf(text.get(file) ?? '')
const imports = sources.flatMap((from) => importsOf(from, text.get(from) ?? ''))

/** Made by a command, and compared by a test. */
const isGenerated = (file: string) => /^packages\/\w+\/generated\//.test(file)

/** A workspace package is a room by its own name. */
const inRooms = (path: string) => path.replace(/^packages\//, '')
const room = (path: string) => inRooms(path).split('/')[0] ?? ''
const part = (path: string) => inRooms(path).split('/')[1] ?? ''
const rooms = [
  'contract',
  'domain',
  'channels',
  'server',
  'web',
  'sandbox',
  'client',
  'cli',
  'seed',
  'e2e',
  'bench',
  'bin',
]
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
    ['client', ['client']],
    ['cli', ['cli', 'client', 'node:*']],
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
    expect(imports.filter((edge) => isOurs(edge.to) && closed(edge.to) && !may(edge)).map(show)).toEqual([])
  })

  it('a channel knows no other channel, and a simulator no other simulator', () => {
    const folder = (path: string) => (inRooms(path).split('/').length > 2 ? part(path) : '')
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

describe('the tables', () => {
  const writers = sources.filter((file) => room(file) === 'server')
  const writes = writers.flatMap((file) => writesIn(code(file)).map((table) => ({ file, table })))
  const isGuest = (write: Write) =>
    guests.some(({ file, table }) => file === write.file && snake(table) === write.table)
  const show = ({ file, table }: Write) => `${file} writes ${table}`

  it('are each written by their owner alone, or by a guest whose reason is given', () => {
    expect(writes.length).toBeGreaterThan(40)
    expect(writes.filter((write) => !ownsWrite(write) && !isGuest(write)).map(show)).toEqual([])
  })

  it('have guests that do write them, and owners that exist', () => {
    const written = new Set(writes.map(show))
    const idle = guests.filter(({ file, table }) => !written.has(show({ file, table: snake(table) })))
    expect(idle.map(({ file }) => file)).toEqual([])
    expect(guests.filter(({ why }) => why.length < 20)).toEqual([])
    const known = (owner: string) => [...areas, 'audit', 'http'].includes(owner)
    expect(Object.values(owners).filter((owner) => !known(owner))).toEqual([])
  })

  it('are named by the statement that writes them, but for a list of the same owner', () => {
    const takesVariable =
      /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*')|\b(?:insert into|delete from|truncate|merge into|update) \$\{/
    expect(writers.filter((file) => takesVariable.test(code(file)))).toEqual(unspelled)
  })

  it('are written in the database by its known functions', () => {
    const writes = sqlFiles.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(definedFunction)].map(
        ([, name = '', , body = '']) => [name, writesIn(body)] as const,
      ),
    )
    expect(writes.length).toBeGreaterThan(80)
    expect(Object.fromEntries(writes.filter(([, tables]) => tables.length > 0))).toEqual(databaseWriters)
  })

  it.each([
    ["ctx.db.updateTable('integrations as i').set({ name })", 'integrations'],
    ["db.insertInto('orderItems').values(rows)", 'order_items'],
    ['ctx.db\n  .deleteFrom(\n    "views",\n  )', 'views'],
    ['sql`update stock_levels v set reserved = 0`', 'stock_levels'],
    ['sql`with gone as (delete from only products where id = 1 returning id) select 1`', 'products'],
    ['sql`insert into listing_products (id) select 1 on conflict do update set id = 1`', 'listing_products'],
  ])('would not be written by a stranger: %s', (statement, table) => {
    expect(writesIn(statement)).toEqual([table])
    const write = { file: 'server/features/exports/service.ts', table }
    expect(ownsWrite(write) || isGuest(write)).toBe(false)
  })

  it('are read by everybody', () => {
    expect(writesIn("db.selectFrom('orders').forUpdate() … sql`select 1 from products for update of v`")).toEqual([])
  })
})

describe('the files', () => {
  it('import in no circle, not for types either', () => {
    expect(circlesOf(imports)).toEqual([])
  })

  it('have at most 400 lines', () => {
    const lines = (file: string) => text.get(file) ?? readFileSync(file, 'utf8')
    const written = [...files, ...sqlFiles].filter((file) => !isGenerated(file))
    expect(written.filter((file) => lines(file).split('\n').length > 401)).toEqual([])
  })

  it('stand in folders of at most 25 files', () => {
    const sizes = Map.groupBy([...files, ...sqlFiles], (file) => file.slice(0, file.lastIndexOf('/')))
    const large = [...sizes].filter(([folder, contents]) => contents.length > (largerFolders[folder] ?? 25))
    expect(large.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([])
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

  it('of the core never ask which channel it is', () =>
    expect(core.filter((file) => asks.test(code(file)))).toEqual([]))

  it('of the core know no field of a single channel', () =>
    expect(core.filter((file) => namesField.test(code(file)))).toEqual([]))

  it.each([
    "if (row.channel === 'ebay') return",
    "switch (channel) { case 'csv': return }",
    "channels.includes('etsy') && <Etsy />",
  ])('of the core would not ask: %s', (text) => expect(asks.test(text)).toBe(true))

  it.each([
    'splitList(fields.ebayCategoryIds)',
    "'aspects' in fields",
    '{ ...own, collectionIds: selectedCollectionIds }',
    'fields.taxonomyIds',
    'row.settings.buffer ?? 0',
  ])('of the core would not name: %s', (text) => expect(namesField.test(text)).toBe(true))
})

describe('the tests', () => {
  const alone = [...screensAlone, ...serverAlone]
  const replaces = /\bvi\.(mock|doMock|resetModules|hoisted)\(/

  it('that share a process replace no modules; those that do are listed in bin/test-files.ts', () => {
    const replacing = files.filter((file) => isTest(file) && replaces.test(code(file)))
    expect(replacing.filter((file) => !alone.includes(file))).toEqual([])
  })

  it('that are listed as alone exist', () => expect(alone.filter((file) => !text.has(file))).toEqual([]))
})

it('every area of the contract is in a group of the API document', () => {
  expect(ungrouped(), 'Enter them in server/http/document/tags.ts').toEqual([])
})

describe('the client', () => {
  it('knows the contract as it is: node bin/packages.ts writes what it knows', async () => {
    const generated = await clientFiles()
    const inFolder = Object.entries(generated).map(([name, content]) => [`packages/client/generated/${name}`, content])
    expect(files.filter(isGenerated)).toEqual(inFolder.map(([file]) => file).toSorted())
    expect(inFolder.filter(([file = '', content]) => text.get(file) !== content).map(([file]) => file)).toEqual([])
  })
})

describe('the channels', () => {
  it('that are said to be built have all their parts', () => expect(missingParts()).toEqual([]))
})

/** Folders that may hold more files, with their limit. */
const largerFolders: Record<string, number> = {
  e2e: 48,
  'e2e/support': 30,
}

/** What is one channel's: its part of the contract, and what draws what only it has. */
const ofOneChannel = new RegExp(`^contract/channels/|^web/features/listings/(${channelIds.join('|')})/`)
const core = sources.filter(
  (file) => ['server', 'domain', 'web', 'contract'].includes(room(file)) && !ofOneChannel.test(file),
)
/** A dialog in which one types keeps that from a press beside it; these need not ask. */
const plainDialogs: Record<string, string> = {
  'web/features/accounts/set-up-two-factor.tsx': 'does not close by a press beside it',
  'web/features/products/prices/suggest-dialog.tsx': 'looks for something; what is kept of it has a button of its own',
  'web/features/templates/delete-dialog.tsx': 'its field repeats a name, so that nothing is deleted unasked',
}

describe('a dialog', () => {
  it('with fields to type in is a FormDialog, which asks before it loses what was typed', () => {
    const typedIn = (text: string) => /<Modal\b/.test(text) && /<(\w+Input|\w+Field|Textarea)\s/.test(text)
    const plain = sources.filter((file) => room(file) === 'web' && typedIn(code(file)))
    expect(plain.sort()).toEqual(Object.keys(plainDialogs).sort())
  })
})

/** A cast switches off the compiler's check of a link; so does handing a link to a component that takes any property. */
const inBraces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
const cast = String.raw`\sas (?:string|never|object|unknown)\b(?!\[)`
const castLink = new RegExp(
  String.raw`\b(?:to|params|search)(?:=\{(?:[^{}]|${inBraces})*?${cast}|: (?:[^{},\n]|${inBraces})*?${cast})|\bcomponent=\{Link\}`,
)

describe('a link', () => {
  it('is checked by the compiler: no address is cast', () => {
    expect(files.filter((file) => room(file) === 'web' && castLink.test(code(file)))).toEqual([])
  })

  it.each([
    "<Link to={'/orders' as string}>",
    '<Link to={`/order/${id}` as string}>',
    '<Link to="/orders" search={{ ...filter, tags: [tag] } as never}>',
    "navigate({ to: '/orders' as string, search })",
    "navigate({ to: '.', search: ((now: object) => ({ ...now, ...change })) as never, resetScroll: false })",
    "linkTo({ to: '/order/$orderId', params: { orderId } as object })",
    '<Button component={Link} to="/nowhere">',
  ])('is refused with a cast: %s', (line) => expect(castLink.test(line)).toBe(true))

  it.each([
    '<Link {...toOrder(order.id)}>',
    '<Link to="/orders" search={{ tags: [tag] }}>{name as string}</Link>',
    "const draft = { to: '', tags: [] as string[] }",
  ])('is accepted without a cast: %s', (line) => expect(castLink.test(line)).toBe(false))
})

const anyId = `'(${channelIds.join('|')})'`
const asks = new RegExp(`[!=]==?\\s*${anyId}|case ${anyId}|includes\\(${anyId}\\)`)
/** Words that core has for its own things, too. */
const shared =
  'title description condition vendor tags brand type materials properties locationId categoryIds spreadsheets'.split(
    ' ',
  )
const fieldNames = Object.values<ChannelDescription>(descriptions)
  .flatMap(({ fields = [] }) => fields.flatMap(({ name, override }) => [name, override ?? name]))
  .filter((name) => !shared.includes(name))
const namesField = new RegExp(`\\b(${[...new Set(fieldNames)].join('|')})\\b(?!\\.tsx?')|settings\\.buffer\\b`)

interface Write {
  file: string
  table: string
}
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Kept by the database alone: no query of ours names them. */
const hidden = ['count_changes']
const tables = new Set([...Object.keys(owners).map(snake), ...hidden])

/** @returns the tables that Kysely's calls and the SQL in a source insert into, change or delete from, each once */
function writesIn(source: string): string[] {
  const calls = source.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g)
  const statements = source.matchAll(
    /\b(?:(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(\w+)|update\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b)/g,
  )
  const names = [
    ...[...calls].map(([, name = '']) => snake(name)),
    ...[...statements].map(([, quoted, two]) => quoted ?? two ?? ''),
  ]
  return [...new Set(names)].filter((name) => tables.has(name))
}

it('all test projects have the same number of workers, without which the runner starts none of them', () => {
  const configs = globSync('{vitest.config.ts,packages/*/vitest.config.ts}')
  const workers = configs.map((file) => /\bmaxWorkers: (\d+)/.exec(readFileSync(file, 'utf8'))?.[1])
  expect(workers.length).toBeGreaterThan(1)
  expect(new Set(workers).size, `${configs.join(', ')}: ${workers.join(', ')}`).toBe(1)
})

function ownsWrite({ file, table }: Write): boolean {
  const owner = Object.entries(owners).find(([name]) => snake(name) === table)?.[1]
  return new RegExp(`^server/(features/)?${owner}[/.]`).test(file)
}
