import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openBackup } from '#server/backup/open.ts'
import { fillTables } from '#server/backup/restore.ts'
import { readTables } from '#server/backup/tables.ts'
import { emptyDatabase, testDatabase } from '#server/testing/setup/database.ts'
import { foundationChecksums, earlierMigrations } from './before-foundation.ts'
import { functionFiles } from './functions.ts'
import { migrate } from './migrate.ts'
import { foundation, migrationNames, migrations } from './migrations.ts'
import { schemaPage } from './page.ts'
import { checksumOf } from './sql-files.ts'
import { fillBatch } from './steps/fill.ts'

/** A dump of the schema after all 86 migrations, taken before they were squashed, and a backup of the demo shop from that day. */
const fixture = join(import.meta.dirname, '../../backup/fixture-0086')

async function withClient<T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A database as the last version before the foundation left it. */
async function olderDatabase(o: { rows: boolean }): Promise<pg.PoolConfig> {
  await testDatabase() // brings the role, which belongs to the server
  const connection = await emptyDatabase()
  const schema = gunzipSync(readFileSync(join(fixture, 'schema.sql.gz'))).toString()
  await withClient(connection, (client) => client.query(schema))
  if (o.rows) await fillTables(connection, await openBackup(fixture))
  return connection
}

/** What a job does once the version serves. */
async function fillAll(connection: pg.PoolConfig): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(connection) }) })
  for (const step of migrations.filter(({ kind }) => kind === 'backfill'))
    while ((await fillBatch(db, step, 1000)).state !== 'done');
  await db.destroy()
}

const appliedNames = (client: pg.Client) =>
  client
    .query<{ name: string }>('select name from kysely_migration order by name')
    .then(({ rows }) => rows.map(({ name }) => name))

async function rowsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name } of await readTables(client)) {
    const result = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    rows[name] = result.rows.map(({ row }) => row)
  }
  return rows
}

interface DefinedFunction {
  name: string
  body: string
  /** Changes whenever the function is defined again. */
  version: string
}
/** Without comments and white space, which say nothing about what a function does. */
async function functionsOf(client: pg.Client): Promise<DefinedFunction[]> {
  const { rows } = await client.query<DefinedFunction>(
    `select p.oid::regprocedure::text as name, p.prosrc as body, p.xmin::text || p.ctid::text as version from pg_proc p
     where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  return rows.map((row) => ({ ...row, body: row.body.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, '') }))
}

/** What is applied to a database at the foundation: later migrations, and files of functions that have changed since. */
const later = [
  ...migrations.filter(({ name }) => name > foundation).flatMap(({ texts }) => texts()),
  ...functionFiles.filter(({ name, text }) => foundationChecksums[name] !== checksumOf(text)).map(({ text }) => text),
]
const definedLater = later.flatMap((text) =>
  [...text.matchAll(/create (?:or replace )?function (\w+)/g)].map(([, name]) => name),
)

it('a database with all migrations from before the foundation is recorded as being at it, and then becomes like a new one', async () => {
  const old = await olderDatabase({ rows: true })
  await withClient(old, async (client) => {
    const [rows, functions] = [await rowsOf(client), await functionsOf(client)]
    expect(rows['orders']?.length).toBeGreaterThan(300)

    await migrate(old, { upTo: foundation })
    expect(await appliedNames(client)).toEqual([foundation])
    expect(await rowsOf(client)).toEqual(rows)
    expect(await functionsOf(client)).toEqual(functions)

    await migrate(old)
    await fillAll(old)
    // What the next version takes away.
    await client.query(`update upgrade_steps set begun_by = '${foundation}'`)
    await migrate(old)
    const fresh = await testDatabase()
    expect(await appliedNames(client)).toEqual(migrationNames)
    expect(await schemaPage(client)).toBe(await withClient(fresh, schemaPage))
    const upgraded = await functionsOf(client)
    const bodies = (functions: readonly DefinedFunction[]) => functions.map(({ name, body }) => [name, body])
    expect(bodies(upgraded)).toEqual(bodies(await withClient(fresh, functionsOf)))
    const versions = new Map(functions.map(({ name, version }) => [name, version]))
    const redefined = upgraded.filter(({ name, version }) => versions.get(name) !== version)
    expect(redefined.map(({ name }) => name.split('(')[0]).filter((name) => !definedLater.includes(name))).toEqual([])
  })
}, 90_000)

it('a database with some of the migrations from before the foundation is left alone, and the error says which release upgrades it', async () => {
  const connection = await olderDatabase({ rows: false })
  await withClient(connection, (client) => client.query(`delete from kysely_migration where name > '0042'`))
  const before = await withClient(connection, schemaPage)
  await expect(migrate(connection)).rejects.toThrow(
    'This database is older than Motto 1.0.0 can upgrade (it is at 0041-rule-changes): start the last release before 1.0.0 on it once, then start this one.',
  )
  expect(await withClient(connection, schemaPage)).toBe(before)
  expect(await withClient(connection, appliedNames)).toEqual(earlierMigrations.slice(0, 41))
})
