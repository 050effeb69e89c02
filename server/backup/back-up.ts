import { cpSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup as copySqlite, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import { type Manifest, parts } from './manifest.ts'
import { columnList, newestMigration, quoted, readTables, type Table } from './tables.ts'

/**
 * Writes everything that Motto keeps into a new folder: the tables as of one moment, pictures, the secret key. Motto may
 * run meanwhile. The manifest is written last, so a folder without one is a backup that did not come to its end.
 * @param dataDir where pictures, key and the sandbox's shop are, those of them that there are
 * @throws StartError when the folder holds something
 */
export async function backUp(connection: pg.PoolConfig, dataDir: string, folder: string): Promise<Manifest> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length) throw new StartError(`${folder} isn’t empty. Choose a new folder for the backup.`)
  mkdirSync(join(folder, parts.tables), { mode: 0o700 })
  const manifest = await backUpTables(connection, folder)
  for (const name of [parts.media, parts.key])
    if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(folder, name), { recursive: true })
  await backUpSandbox(join(dataDir, parts.sandbox), join(folder, parts.sandbox))
  writeFileSync(join(folder, parts.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  return manifest
}

async function backUpTables(connection: pg.PoolConfig, folder: string): Promise<Manifest> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // One moment for all tables: what is written meanwhile is in none of them.
    await client.query('begin isolation level repeatable read, read only')
    const migration = await newestMigration(client)
    if (!migration) throw new StartError('This database has no Motto data. There’s nothing to back up.')
    const tables: Manifest['tables'] = []
    for (const table of await readTables(client))
      tables.push({ ...table, rows: await backUpTable(client, table, folder) })
    const { rows } = await client.query<{ name: string; last: number | null }>(
      `select sequencename as name, last_value::float8 as last from pg_sequences where schemaname = 'public'`,
    )
    return {
      format: 1,
      createdAt: new Date().toISOString(),
      migration,
      tables,
      sequences: Object.fromEntries(rows.map(({ name, last }) => [name, last])),
    }
  } finally {
    await client.end()
  }
}

/** @returns how many rows it has */
async function backUpTable(client: pg.ClientBase, { name, columns }: Table, folder: string): Promise<number> {
  const copy = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
  await pipeline(copy, createGzip(), createWriteStream(join(folder, parts.tables, `${name}.gz`), { mode: 0o600 }))
  return copy.rowCount
}

async function backUpSandbox(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  const database = new DatabaseSync(from, { readOnly: true })
  await copySqlite(database, to).finally(() => database.close())
}
