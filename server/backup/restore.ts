import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { presentName } from '../db/schema/adopt.ts'
import { migrate } from '../db/schema/migrate.ts'
import { migrations } from '../db/schema/migrations.ts'
import { StartError } from '../start-error.ts'
import { damaged, pathsIn, readFile } from './files.ts'
import { type Manifest, parts } from './manifest.ts'
import type { Backup } from './open.ts'
import { columnList, fillAnew, newestMigration, quoted, readTables } from './tables.ts'
import { isUnfinished, markFinished, markUnfinished } from './unfinished.ts'

/**
 * Fills an empty database and data folder from a backup, also one of an older Motto: its tables are filled as they were,
 * then brought up to date. Until it comes to its end Motto does not start on them; it can be repeated.
 * @throws StartError when something is there already, or a table cannot be read
 */
export async function restore(connection: pg.PoolConfig, dataDir: string, backup: Backup): Promise<void> {
  const { manifest } = backup
  const files = filesOf(backup)
  for (const name of [parts.media, parts.sandbox])
    if (files.some((path) => partOf(path) === name) && existsSync(join(dataDir, name)))
      throw new StartError(`${join(dataDir, name)} already exists. Restore into a new DATA_DIR.`)
  await withClient(connection, async (client) => {
    await refuseFilled(client, manifest)
    await markUnfinished(client)
  })
  const staged = await stageFiles(dataDir, backup, files)
  await migrate(connection, { upTo: presentName(manifest.migration) })
  await fillTables(connection, backup)
  await migrate(connection)
  moveFiles(staged, dataDir, files)
  await withClient(connection, markFinished)
}

/** The paths of all files that are not tables. A manifest of format 1 does not list them. */
function filesOf({ manifest, folder }: Backup): string[] {
  if (manifest.format === 2)
    return manifest.files.map(({ path }) => path).filter((path) => partOf(path) !== parts.tables)
  const others = [parts.key, parts.sandbox].filter((name) => existsSync(join(folder, name)))
  return [...pathsIn(folder, parts.media), ...others]
}

const partOf = (path: string) => path.split('/')[0]

/** Writes the files into a folder beside those that Motto reads. @returns the folder */
async function stageFiles(dataDir: string, { folder, keys }: Backup, files: readonly string[]): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const staged = join(dataDir, 'unfinished-restore')
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { mode: 0o700 })
  for (const path of files) {
    if (!existsSync(join(folder, path))) continue // a key that is kept elsewhere: `openBackup` has refused everything else
    const target = join(staged, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(await readFile(folder, path, keys), createWriteStream(target, { mode: 0o600, flush: true }))
  }
  return staged
}

/** A key of another installation would make the restored tokens unreadable, so the backup's takes its place. */
function moveFiles(staged: string, dataDir: string, files: readonly string[]): void {
  for (const name of new Set(files.map((path) => path.split('/')[0] ?? '')))
    if (existsSync(join(staged, name))) renameSync(join(staged, name), join(dataDir, name))
  rmSync(staged, { recursive: true })
}

async function refuseFilled(client: pg.Client, { migration }: Manifest): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.users') is not null as exists`)
  if (!rows[0]?.exists) return
  const { rowCount } = await client.query('select from users limit 1')
  if (rowCount && !(await isUnfinished(client)))
    throw new StartError('This database already has data. Restore into an empty one, or a new DATA_DIR.')
  const here = presentName((await newestMigration(client)) ?? '')
  const there = presentName(migration)
  if (here !== there && (here > there || newestAddition(here) !== newestAddition(there)))
    throw new StartError(
      'This database and the backup are from different versions. Restore into a new database, or a new DATA_DIR.',
    )
}

/** The newest step up to this one that adds something: where the backfills and contract steps after it still wait, all tables of the backup are there. */
const newestAddition = (migration: string): string | undefined =>
  migrations.findLast(({ name, kind }) => name <= migration && (kind === 'expand' || kind === 'index'))?.name

/** Fills the tables of a backup, all or none. */
export async function fillTables(connection: pg.PoolConfig, backup: Backup): Promise<void> {
  const { tables, sequences, unfilled = [] } = backup.manifest
  await withClient(connection, async (client) => {
    await client.query('begin')
    const here = (await readTables(client)).map(({ name }) => quoted(name))
    // Migrations put rows of their own into some.
    await client.query(`truncate ${here.join(', ')}`)
    // What triggers would compute is in the backup. Owners may switch off their own; those of foreign keys stay and hold.
    for (const table of here) await client.query(`alter table ${table} disable trigger user`)
    for (const table of tables) await fillTable(client, table, backup)
    for (const table of here) await client.query(`alter table ${table} enable trigger user`)
    for (const [name, last] of Object.entries(sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
    await fillAnew(client, unfilled)
    await client.query('commit')
    await client.query('analyze')
  })
}

async function fillTable(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  { folder, keys }: Backup,
): Promise<void> {
  const path = `${parts.tables}/${name}.gz`
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`))
  try {
    await pipeline(await readFile(folder, path, keys), createGunzip(), copy)
  } catch (error) {
    throw damaged(`${path} can’t be restored (${(error as Error).message})`)
  }
  if (copy.rowCount !== rows) throw damaged(`${name} has ${copy.rowCount} of ${rows} rows`)
}

async function withClient(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await work(client).finally(() => client.end())
}
