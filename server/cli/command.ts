import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { refuseUnfinishedRestore } from '../backup/unfinished.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/schema/migrate.ts'
import { openDatabase } from '../db/connection/open.ts'
import { openPools } from '../db/connection/pools.ts'
import type { DB } from '../db/types.ts'
import { StartError } from '../start-error.ts'

/**
 * Runs `node server/cli/<file> <email>` on this installation's database, while Motto is stopped or with DATABASE_URL.
 * @param otherwise what is given where the command needs nothing
 */
export async function runCommand(
  file: string,
  work: (db: Kysely<DB>, argument: string) => Promise<string>,
  otherwise?: string,
): Promise<void> {
  await onDatabase(file, process.argv[2] ?? otherwise, work).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  })
}

async function onDatabase(
  file: string,
  argument: string | undefined,
  work: (db: Kysely<DB>, value: string) => Promise<string>,
): Promise<void> {
  if (argument === undefined)
    throw new StartError(`Missing email address. Example: node server/cli/${file} dana@example.com`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { databaseUrl, dataDir } = readConfig(process.env)
  const opened = await openDatabase({ databaseUrl, dataDir, log: (line) => console.error(line) })
  try {
    await refuseUnfinishedRestore(opened.connection)
    await migrate(opened.connection)
    const pools = openPools(opened.connection, 1)
    console.log(await work(pools.system, argument).finally(() => pools.close()))
  } finally {
    await opened.stop()
  }
}
