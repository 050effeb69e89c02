import pg from 'pg'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as foundation } from './migrations/0001-foundation.ts'

/** In order; a released one is never edited. */
const migrations: Record<string, Migration> = { '0001-foundation': { up: foundation } }

export const migrationNames = Object.keys(migrations)

/**
 * Brings the schema up to date. Safe when several processes start together: one migrates, the others wait.
 * @throws the database's own error, with the name of the migration
 */
export async function migrate(connection: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select set_config('client_min_messages', 'warning', false)`.execute(db)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) {
      const failed = results?.find((r) => r.status === 'Error')?.migrationName
      throw new Error(`The database could not be brought up to date${failed ? ` (migration ${failed})` : ''}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  } finally {
    await db.destroy()
  }
}
