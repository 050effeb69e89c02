import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Runs a statement that locks one row, and keeps the lock: work on many rows waits when it comes to this one, so that it is seen under way however
 * quick the machine is. @returns what lets go of the row, and leaves it as it was
 */
export async function holdRow(
  connection: pg.PoolConfig,
  statement: string,
  values: readonly unknown[],
): Promise<() => Promise<void>> {
  const client = new pg.Client(connection)
  // The database may be killed with the Motto that it belongs to.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(statement, [...values])
  if (rowCount !== 1) throw new Error(`${rowCount} rows are held, not one: ${statement}`)
  return () => client.end()
}

/** The database that a Motto runs in its own data folder, by what PostgreSQL noted there: its port and its socket's folder. */
export function embeddedDatabase(dataDir: string): pg.PoolConfig {
  const [, , , port, host] = readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')
  if (!host) throw new Error(`No database runs in ${dataDir}.`)
  return { host, port: Number(port), user: 'motto', database: 'motto' }
}
