import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { readConfig } from '../config.ts'
import type { OpenDatabase } from '../db/connection/open-database.ts'
import { openDatabase } from '../db/connection/open.ts'
import { StartError } from '../start-error.ts'
import { backUp } from './back-up.ts'
import { openBackup } from './open.ts'
import { restore } from './restore.ts'

/** `npm run backup -- FOLDER`: says what it did. @throws StartError */
export async function backUpCommand(words: readonly string[]): Promise<string> {
  const folder = named(words, 'backup')
  const { databaseUrl, dataDir, backupKey } = settings()
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new StartError(`DATA_DIR ${dataDir} has no Motto data. There’s nothing to back up.`)
  const database = (!databaseUrl && (await openRunning(dataDir))) || (await openDatabase({ databaseUrl, dataDir, log }))
  try {
    const { tables } = await backUp(database.connection, dataDir, folder, backupKey)
    const note = backupKey
      ? 'It’s encrypted. Store BACKUP_KEY somewhere else. Without it nobody can restore the backup.'
      : 'It includes the secret key. Anyone with this folder can access all data, so store it safely, or set BACKUP_KEY to encrypt it.'
    return `Backed up ${rowsOf(tables)} rows of ${tables.length} tables to ${folder}. ${note}`
  } finally {
    await database.stop()
  }
}

/** `npm run restore -- FOLDER`: fills a new DATA_DIR, or an empty database, from a backup. @throws StartError */
export async function restoreCommand(words: readonly string[]): Promise<string> {
  const folder = named(words, 'restore')
  const { databaseUrl, dataDir, backupKey, secretKey } = settings()
  // Before a database is made.
  const backup = await openBackup(folder, { password: backupKey, hasSecretKey: secretKey !== undefined })
  const database = await openDatabase({ databaseUrl, dataDir, log })
  try {
    await restore(database.connection, dataDir, backup)
    const { tables, createdAt } = backup.manifest
    return `Restored ${rowsOf(tables)} rows of ${tables.length} tables, as of ${createdAt}. Start Motto as usual.`
  } finally {
    await database.stop()
  }
}

const log = (line: string) => console.error(line)
const rowsOf = (tables: readonly { rows: number }[]) =>
  tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-US')

function named(words: readonly string[], command: string): string {
  const [folder, ...more] = words
  if (!folder || more.length) throw new StartError(`Enter one folder: npm run ${command} -- ./motto-2026-11-22`)
  return resolve(folder)
}

function settings() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** The embedded database of a Motto that runs on this folder, whose socket stands there unless the path is too long for one. */
export async function openRunning(dataDir: string): Promise<OpenDatabase | undefined> {
  const connection = { host: join(dataDir, 'run'), port: 5432, user: 'motto', database: 'motto' }
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await client.end()
    return { connection, stop: async () => {} }
  } catch {
    return undefined // nobody answers: Motto does not run there, and opening it will say so if it does elsewhere
  }
}
