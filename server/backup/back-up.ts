import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { backup as copySqlite, DatabaseSync } from 'node:sqlite'
import { type Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../start-error.ts'
import { type BackupKeys, deriveKeys } from './encryption.ts'
import { pathsIn, writeFile } from './files.ts'
import { type BackupFile, type Manifest, parts, sealedManifest } from './manifest.ts'
import { columnList, newestMigration, quoted, readTables, type Table, unfilledSteps } from './tables.ts'
import { refuseUnfinished } from './unfinished.ts'

/**
 * Writes everything that Motto keeps into a new folder: the tables as of one moment, pictures, the secret key. Motto may
 * run meanwhile. The manifest is written last, so a folder without one is a backup that did not come to its end.
 * @param dataDir where pictures, key and the sandbox's shop are, those of them that there are
 * @param password encrypts every file but the manifest, which shows names, sizes and numbers of rows
 * @throws StartError when the folder holds something, or the database an unfinished restore
 */
export async function backUp(
  connection: pg.PoolConfig,
  dataDir: string,
  folder: string,
  password?: string,
): Promise<Manifest> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length) throw new StartError(`${folder} isn’t empty. Choose a new folder for the backup.`)
  const salt = randomBytes(16).toString('hex')
  const keys = password === undefined ? undefined : deriveKeys(password, salt)
  const { files, ...database } = await backUpTables(connection, folder, keys)
  files.push(...(await backUpFiles(dataDir, folder, keys)))
  const manifest: Manifest = {
    format: 2,
    createdAt: new Date().toISOString(),
    ...database,
    files,
    ...(keys && { encryption: { salt } }),
  }
  writeFileSync(join(folder, parts.manifest), sealedManifest(manifest, keys?.manifest), { mode: 0o600, flush: true })
  return manifest
}

async function backUpTables(connection: pg.PoolConfig, folder: string, keys: BackupKeys | undefined) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // One moment for all tables: what is written meanwhile is in none of them.
    await client.query('begin isolation level repeatable read, read only')
    const migration = await newestMigration(client)
    if (!migration) throw new StartError('This database has no Motto data. There’s nothing to back up.')
    await refuseUnfinished(client)
    const unfilled = await unfilledSteps(client)
    const tables: Manifest['tables'] = []
    const files: BackupFile[] = []
    for (const table of await readTables(client)) {
      const { rows, file } = await backUpTable(client, table, folder, keys)
      tables.push({ ...table, rows })
      files.push(file)
    }
    const { rows } = await client.query<{ name: string; last: number | null }>(
      `select sequencename as name, last_value::float8 as last from pg_sequences where schemaname = 'public'`,
    )
    return {
      migration,
      ...(unfilled.length && { unfilled }),
      tables,
      sequences: Object.fromEntries(rows.map(({ name, last }) => [name, last])),
      files,
    }
  } finally {
    await client.end()
  }
}

async function backUpTable(
  client: pg.ClientBase,
  { name, columns }: Table,
  folder: string,
  keys: BackupKeys | undefined,
): Promise<{ rows: number; file: BackupFile }> {
  const copy = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`))
  const packed = createGzip()
  copy.on('error', (error) => packed.destroy(error))
  const file = await writeFile(folder, `${parts.tables}/${name}.gz`, copy.pipe(packed), keys)
  return { rows: copy.rowCount, file }
}

async function backUpFiles(dataDir: string, folder: string, keys: BackupKeys | undefined): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for (const path of [...pathsIn(dataDir, parts.media), parts.key]) {
    const content = await openIfPresent(join(dataDir, path))
    if (content) files.push(await writeFile(folder, path, content, keys))
  }
  const sandbox = join(dataDir, parts.sandbox)
  if (existsSync(sandbox)) files.push(await backUpSandbox(sandbox, folder, keys))
  return files
}

/** @returns undefined where there is no such file: a picture may have been deleted since its folder was read */
async function openIfPresent(file: string): Promise<Readable | undefined> {
  try {
    return (await open(file)).createReadStream()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function backUpSandbox(from: string, folder: string, keys: BackupKeys | undefined): Promise<BackupFile> {
  const copy = join(folder, `${parts.sandbox}.copy`)
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    await copySqlite(database, copy)
    return await writeFile(folder, parts.sandbox, createReadStream(copy), keys)
  } finally {
    database.close()
    rmSync(copy, { force: true })
  }
}
