import { cpSync, createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isBeforeFoundation, presentName } from '../db/schema/adopt.ts'
import { migrate } from '../db/schema/migrate.ts'
import { migrationNames } from '../db/schema/migrations.ts'
import { StartError } from '../start-error.ts'
import { Manifest, parts } from './manifest.ts'
import { columnList, newestMigration, quoted, readTables } from './tables.ts'

/**
 * Fills an empty database and data folder from a backup, also one of an older Motto: its tables are filled as they were,
 * then brought up to date. All or nothing: until it comes to its end the database stays empty.
 * @throws StartError when the folder is no whole backup, comes from a newer Motto, or something is there already
 */
export async function restore(connection: pg.PoolConfig, dataDir: string, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const name of [parts.media, parts.sandbox])
    if (existsSync(join(folder, name)) && existsSync(join(dataDir, name)))
      throw new StartError(`${join(dataDir, name)} already exists. Restore into a new DATA_DIR.`)
  await refuseFilled(connection, manifest)
  await migrate(connection, presentName(manifest.migration))
  await fillTables(connection, manifest, folder)
  await migrate(connection)
  restoreFiles(dataDir, folder)
  return manifest
}

/** @throws StartError */
export function readManifest(folder: string): Manifest {
  const file = join(folder, parts.manifest)
  if (!existsSync(file)) throw new StartError(`${folder} isn’t a complete backup: ${parts.manifest} is missing.`)
  const read = Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success)
    throw new StartError(`${file} can’t be read: ${read.error.issues[0]?.message ?? 'unknown format'}.`)
  if (isBeforeFoundation(read.data.migration))
    throw new StartError(
      `This backup is too old for this version of Motto (${read.data.migration}). Restore it with the last release before 1.0.0, start that once, then make a new backup.`,
    )
  if (!migrationNames.includes(presentName(read.data.migration)))
    throw new StartError(
      `This backup was made by a newer version of Motto (${read.data.migration}). Install that version or later.`,
    )
  return read.data
}

/** A key of another installation would make the restored tokens unreadable, so the backup's takes its place. */
function restoreFiles(dataDir: string, folder: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  for (const name of [parts.media, parts.key, parts.sandbox])
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(dataDir, name), { recursive: true })
}

async function refuseFilled(connection: pg.PoolConfig, { migration }: Manifest): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.users') is not null as exists`)
    if (!rows[0]?.exists) return
    const { rowCount } = await client.query('select from users limit 1')
    if (rowCount) throw new StartError('This database already has data. Restore into an empty one, or a new DATA_DIR.')
    if (presentName((await newestMigration(client)) ?? '') !== presentName(migration))
      throw new StartError(
        'This database and the backup are from different versions. Restore into a new database, or a new DATA_DIR.',
      )
  })
}

/** Fills the tables of a backup, all or none. */
export async function fillTables(connection: pg.PoolConfig, manifest: Manifest, folder: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin')
    const here = (await readTables(client)).map(({ name }) => quoted(name))
    // Migrations put rows of their own into some.
    await client.query(`truncate ${here.join(', ')}`)
    // What triggers would compute is in the backup. Owners may switch off their own; those of foreign keys stay and hold.
    for (const table of here) await client.query(`alter table ${table} disable trigger user`)
    for (const { name, columns, rows } of manifest.tables) {
      const copy = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`))
      await pipeline(createReadStream(join(folder, parts.tables, `${name}.gz`)), createGunzip(), copy)
      if (copy.rowCount !== rows)
        throw new StartError(`The backup is damaged: ${name} has ${copy.rowCount} of ${rows} rows.`)
    }
    for (const table of here) await client.query(`alter table ${table} enable trigger user`)
    for (const [name, last] of Object.entries(manifest.sequences))
      if (last !== null) await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
    await client.query('commit')
    await client.query('analyze')
  })
}

async function withClient(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await work(client).finally(() => client.end())
}
