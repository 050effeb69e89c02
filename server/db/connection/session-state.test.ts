import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * What a statement may leave on its connection. Behind a pooler in transaction mode, whoever gets the connection next would find it, and who left it would not.
 * Functions of the database that set something for their own duration (`language … set …`) leave nothing.
 */
const leavings: [what: string, pattern: RegExp][] = [
  ['a setting', /\bset_config\([^)]*,\s*false\s*\)/i],
  ['a setting', /(?:^|[`'";]\s*)set\s+(?!local\b|transaction\b|constraints\b)(?:session\s+)?[a-z_.]+\s*(?:=|\bto\b)/im],
  ['a role', /(?:^|[`'";]\s*)set\s+(?:session\s+)?(?:role|session authorization)\b/im],
  ['a lock', /\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(/i],
  ['a temporary table', /\bcreate\s+(?:local\s+)?temp(?:orary)?\s+table\s+(?!\w+\s+on commit drop)/i],
  ['a prepared statement', /(?:^|[`'";]\s*)(?:prepare|deallocate)\s+\w+/im],
  ['a cursor', /\bwith\s+hold\b/i],
  ['a listener', /(?:^|[`'";]\s*)listen\s+[\w$]/im],
]

/** These listen, or make tables, on a connection of their own, past a pooler, or ask for one where there is no pooler alone. */
const exceptions = new Set([
  'server/events.ts',
  'server/jobs/queue.ts',
  'server/db/connection/pooler.ts',
  'server/db/connection/prepared.ts',
  'server/db/nodes/distribute.ts',
])

const left = (source: string) => leavings.filter(([, pattern]) => pattern.test(source)).map(([what]) => what)

it('no statement of the server leaves anything on its connection', () => {
  const files = globSync('server/**/*.{ts,sql}', {
    exclude: (name) => name === 'testing' || name.endsWith('.test.ts'),
  }).filter((file) => !exceptions.has(file) && !/\/(?:testing|embedded)\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  const statements = files.flatMap((file) => left(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`))
  expect(statements).toEqual([])
})

it('the rule names each kind of leaving, and lets what ends with the transaction pass', () => {
  const planted = [
    "sql`select set_config('app.organization_id', ${id}, false)`",
    "client.query('set work_mem = 1')",
    'sql`set role motto_app`',
    'select pg_advisory_lock(1);',
    'create temporary table rows as select 1;',
    'sql`prepare find as select 1`',
    'declare c cursor with hold for select 1',
    'client.query(`listen news`)',
  ]
  expect(planted.filter((source) => left(source).length === 0)).toEqual([])
  const passing = [
    "sql`select set_config('app.organization_id', ${id}, true)`",
    'sql`set local role none`',
    'select pg_advisory_xact_lock(1);',
    'create temporary table leaving on commit drop as select 1',
    "update products set name = 'x'",
    'language plpgsql set search_path = public, pg_temp as $$',
  ]
  expect(passing.flatMap(left)).toEqual([])
})
