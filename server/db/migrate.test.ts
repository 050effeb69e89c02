import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { emptyDatabase } from '../testing/setup/database.ts'
import { migrate, migrationNames } from './migrate.ts'

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
        fork(join(import.meta.dirname, '../testing/setup/migrating.ts'), [JSON.stringify(connection)], {
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
    await expect(Promise.all(databases.map((one) => migrate(one)))).resolves.toHaveLength(3)
  })
  it('does nothing the second time', async () => {
    const connection = await emptyDatabase()
    await migrate(connection)
    const before = await applied(connection)
    await migrate(connection)
    expect(await applied(connection)).toEqual(before)
  })
  it('says in one sentence what to run where its user may not add the extension it needs', async () => {
    const { host, port, database, user } = await emptyDatabase()
    const name = `plain_${randomUUID().slice(0, 8)}`
    const owner = { host, port, database, user }
    await ask(owner, `create role ${name} login createrole`)
    await ask(
      owner,
      `do $$ begin if exists (select from pg_roles where rolname = 'motto_app') then grant motto_app to ${name} with admin option; end if; end $$`,
    )
    await ask(owner, `grant create, usage on schema public to ${name}`)
    await expect(migrate({ ...owner, user: name })).rejects.toThrow(
      /lacks the extension pg_trgm.*create extension pg_trgm/,
    )
    await ask(owner, 'create extension pg_trgm')
    await expect(migrate({ ...owner, user: name })).resolves.toBeUndefined()
  })
  it('refuses a database of a newer version, in words', async () => {
    const connection = await emptyDatabase()
    await migrate(connection)
    await ask(connection, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
    await expect(migrate(connection)).rejects.toThrow(/could not be brought up to date.*9999-later/)
  })
  it('goes in the order of its numbers, without a gap or a twin', () => {
    expect(migrationNames.map((name) => name.slice(0, 4))).toEqual(
      migrationNames.map((_, i) => String(i + 1).padStart(4, '0')),
    )
    expect(migrationNames.every((name) => /^\d{4}-[a-z0-9-]+$/.test(name))).toBe(true)
  })
})
