import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import { foundationChecksums, earlierMigrations } from './before-foundation.ts'
import { recordFunctions } from './functions.ts'
import { foundation } from './migrations.ts'

/**
 * Records a database with all migrations from before the foundation as being at the foundation. Nothing in it changes.
 * @throws StartError when it has only some of them
 */
export async function adopt(db: Kysely<unknown>): Promise<void> {
  const old = (await appliedMigrations(db)).filter((name) => earlierMigrations.includes(name))
  if (!old.length) return
  if (old.length < earlierMigrations.length)
    throw new StartError(
      `This database is older than Motto 1.0.0 can upgrade (it is at ${old.at(-1)}): start the last release before 1.0.0 on it once, then start this one.`,
    )
  await sql`delete from kysely_migration where name = any(${old})`.execute(db)
  await sql`insert into kysely_migration (name, timestamp) values (${foundation}, ${new Date().toISOString()})`.execute(
    db,
  )
  await recordFunctions(
    db,
    Object.entries(foundationChecksums).map(([name, checksum]) => ({ name, checksum, release: '' })),
  )
}

/** @returns names in order; none in a database that Motto never started on */
export async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('public.kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Where a backup or database that names this migration is now: the last migration before the foundation made the same tables. */
export const presentName = (migration: string): string =>
  migration === earlierMigrations.at(-1) ? foundation : migration

/** Whether only a release before the foundation knows this migration. */
export const isBeforeFoundation = (migration: string): boolean =>
  earlierMigrations.includes(migration) && migration !== earlierMigrations.at(-1)
