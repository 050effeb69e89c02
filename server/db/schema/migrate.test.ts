import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openQueue } from '../../jobs/queue.ts'
import { StartError } from '../../start-error.ts'
import { emptyDatabase, testDatabase } from '../../testing/setup/database.ts'
import { functionFiles } from './functions.ts'
import { migrate } from './migrate.ts'
import { migrationNames, foundation } from './migrations.ts'
import { schemaPage } from './page.ts'

async function ask<T>(connection: pg.PoolConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}
const applied = (connection: pg.PoolConfig) =>
  ask<{ name: string; timestamp: string }>(connection, 'select name, timestamp from kysely_migration order by name')

describe('migrating', () => {
  it('succeeds for all that start at once on an empty database, in one process and in several', async () => {
    const connection = await emptyDatabase()
    const another = () =>
      new Promise<number | null>((resolve) => {
        fork(join(import.meta.dirname, '../../testing/setup/migrating.ts'), [JSON.stringify(connection)], {
          stdio: 'inherit',
          execArgv: [],
        }).once('exit', resolve)
      })
    const codes = await Promise.all([
      migrate(connection).then(() => 0),
      migrate(connection).then(() => 0),
      another(),
      another(),
    ])
    expect(codes).toEqual([0, 0, 0, 0])
    expect((await applied(connection)).map((row) => row.name)).toEqual(migrationNames)
  })
  it('succeeds on several databases of one server at once, which share the role', async () => {
    const databases = await Promise.all([emptyDatabase(), emptyDatabase(), emptyDatabase()])
    await expect(Promise.all(databases.map((database) => migrate(database)))).resolves.toHaveLength(3)
  })
  it('does nothing the second time', async () => {
    const connection = await emptyDatabase()
    await migrate(connection)
    const before = await applied(connection)
    await migrate(connection)
    expect(await applied(connection)).toEqual(before)
  })
  it('lists what an administrator has to run for a user who may create nothing, and works once that is done', async () => {
    const { host, port, database, user } = await emptyDatabase()
    const name = `plain_${randomUUID().slice(0, 8)}`
    const owner = { host, port, database, user }
    await ask(owner, `create role ${name} login`)
    await migrate(await emptyDatabase()) // the role motto_app is the server's, so that it exists from here on
    const refusal = await migrate({ ...owner, user: name }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(StartError)
    const [sentence, ...statements] = (refusal as StartError).message.split('\n')
    expect(sentence).toContain(`The database user ${name} lacks rights that Motto needs.`)
    expect(statements.map((line) => line.trim())).toEqual([
      `grant motto_app to "${name}";`,
      `grant motto_limited to "${name}";`,
      'create extension pg_trgm;',
      `create schema jobs authorization "${name}";`,
      `grant create, usage on schema public to "${name}";`,
    ])
    for (const statement of statements) await ask(owner, statement)
    await expect(migrate({ ...owner, user: name })).resolves.toBeUndefined()
    const queue = await openQueue({ ...owner, user: name }, false, pino({ level: 'silent' }))
    await queue.stop()
  })
  it('refuses a database of a newer version, in words', async () => {
    const connection = await emptyDatabase()
    await migrate(connection)
    await ask(connection, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
    await expect(migrate(connection)).rejects.toThrow(
      /upgraded by a newer Motto, and its step 9999-later took away what this version/,
    )
  })
  it('goes in the order of its numbers, from the foundation on without a twin', () => {
    expect(migrationNames[0]).toBe(foundation)
    const numbers = migrationNames.map((name) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)].toSorted())
  })
})

describe('the functions', () => {
  const changed = `create or replace function own_organization() returns bigint language sql stable as 'select 7::bigint'`
  const organization = (connection: pg.PoolConfig) =>
    ask<{ id: number | null }>(connection, 'select own_organization()::int as id')

  it('are applied again when their file differs from what was applied last, and only then', async () => {
    const connection = await testDatabase()
    await ask(connection, changed)
    await migrate(connection)
    expect(await organization(connection)).toEqual([{ id: 7 }])
    await ask(connection, `update function_files set checksum = 'an older one' where name = 'organization'`)
    await migrate(connection)
    expect(await organization(connection)).toEqual([{ id: null }])
  })

  it('can be applied any number of times with checked bodies, and leave the same schema', async () => {
    const client = new pg.Client(await testDatabase())
    await client.connect()
    try {
      const before = await schemaPage(client)
      await client.query('set check_function_bodies = on')
      for (const { text } of functionFiles) await client.query(text)
      expect(await schemaPage(client)).toBe(before)
    } finally {
      await client.end()
    }
  })

  it('that columns, indexes or constraints are computed by stand in migrations alone', async () => {
    const computing = await ask<{ name: string }>(
      await testDatabase(),
      `select distinct p.proname as name from pg_depend d join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
       where p.pronamespace = 'public'::regnamespace and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)
         and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by 1`,
    )
    const replaceable = functionFiles.flatMap(({ text }) =>
      [...text.matchAll(/create or replace function (\w+)/g)].map(([, name]) => name),
    )
    expect(computing.map(({ name }) => name)).toContain('barcodes')
    expect(computing.filter(({ name }) => replaceable.includes(name))).toEqual([])
  })
})

it('docs/schema.sql shows the schema as it is: node bin/schema.ts writes it again', async () => {
  const client = new pg.Client(await testDatabase())
  await client.connect()
  const page = await schemaPage(client).finally(() => client.end())
  expect(readFileSync(join(import.meta.dirname, '../../../docs/schema.sql'), 'utf8')).toBe(page)
})
