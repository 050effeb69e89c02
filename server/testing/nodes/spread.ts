import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '../../db/schema/migrate.ts'
import { distribute } from './distribute.ts'

/** Any number that nothing else locks. */
const SPREAD_LOCK = 7_040_009

/**
 * The database that `CITUS_URL` names: one on a coordinator with the extensions citus and pg_trgm on all nodes, and its workers added. All test files share
 * it. The first one migrates and spreads it.
 */
export async function spreadDatabase(connection: pg.PoolConfig): Promise<pg.PoolConfig> {
  const lock = new pg.Client(connection)
  await lock.connect()
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }) })
  try {
    await lock.query('select pg_advisory_lock($1)', [SPREAD_LOCK])
    await migrate(connection)
    await distribute(db)
    return connection
  } finally {
    await db.destroy()
    await lock.end()
  }
}
