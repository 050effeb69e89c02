import pg from 'pg'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { StartError } from '../../start-error.ts'
import { adopt } from './adopt.ts'
import { refuseMissingGrants } from './grants.ts'
import { applyFunctions, createFunctionsTable } from './functions.ts'
import { migrations, newestMigration } from './migrations.ts'

/** Kysely's own, so that releases before the foundation wait for it, too. */
const MIGRATION_LOCK = '3853314791062309107'

/**
 * Brings the schema up to date, in one transaction. Safe when several processes start together: one migrates, the others wait.
 * @param upTo the newest migration to run; unless told otherwise all of them, and then the functions
 * @throws StartError where the database lacks something; else its own error, with the name of the migration
 */
export async function migrate(connection: pg.PoolConfig, upTo = newestMigration): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`set local client_min_messages = warning`.execute(transaction)
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(transaction)
      await refuseMissingGrants(transaction)
      await createQueueSchema(transaction)
      await createFunctionsTable(transaction)
      await adopt(transaction)
      await addTrigrams(transaction)
      await runMigrations(transaction, upTo)
      if (upTo === newestMigration) await applyFunctions(transaction)
    })
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new Error(`The database upgrade failed${error instanceof Error ? `: ${error.message}` : ''}`, {
      cause: error,
    })
  } finally {
    await db.destroy()
  }
}

async function runMigrations(db: Transaction<unknown>, upTo: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateTo(upTo)
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const message = error instanceof Error ? error.message : String(error)
  throw new Error(failed ? `migration ${failed}: ${message}` : message, { cause: error })
}

/** The queue makes its tables in it, but a user who may not create schemas would be refused even where it exists. */
const createQueueSchema = (db: Transaction<unknown>) =>
  sql`do $$ begin if not exists (select from pg_namespace where nspname = 'jobs') then create schema jobs; end if; end $$`.execute(
    db,
  )

/** @throws StartError when the database refuses the extension that finds similar texts */
async function addTrigrams(db: Transaction<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (error) {
    throw new StartError(
      `The database lacks the extension pg_trgm, and its user may not add it (${(error as Error).message}): have its administrator run "create extension pg_trgm" in that database, then start Motto again.`,
    )
  }
}
