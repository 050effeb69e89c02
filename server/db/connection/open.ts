import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { OpenDatabase } from './open-database.ts'
import { throughPooler } from './pooler.ts'

const OLDEST = 15
const CONNECT_MS = 10_000

/** The database of the settings: the one that DATABASE_URL names, else the embedded one, started. @throws StartError */
export async function openDatabase(o: {
  databaseUrl: string | undefined
  /** Where to listen for notifications; undefined where `databaseUrl` serves for that, too. */
  listenUrl?: string | undefined
  dataDir: string
  log: (line: string) => void
}): Promise<OpenDatabase> {
  if (o.databaseUrl) {
    const connection = await checked({ connectionString: o.databaseUrl })
    return { connection: await throughPooler(connection, o.listenUrl), stop: async () => {} }
  }
  const { startEmbedded } = await import('../embedded/embedded.ts')
  return startEmbedded(o)
}

/** @throws StartError when the database does not answer, or is too old */
async function checked<C extends pg.PoolConfig>(connection: C): Promise<C> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {}) // it also rejects the call that waits
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < OLDEST)
      throw new StartError(`DATABASE_URL names a PostgreSQL ${version}, and Motto needs ${OLDEST} or newer.`)
    return connection
  } catch (error) {
    if (error instanceof StartError) throw error
    const { message, code } = error as { message: string; code?: string }
    throw new StartError(
      `DATABASE_URL names a database that cannot be used (${message || code}): check that it runs and that its address, user, password and name are right.`,
    )
  } finally {
    await client.end()
  }
}
