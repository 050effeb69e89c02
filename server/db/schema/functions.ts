import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { checksumOf, readSqlFiles, type SqlFile } from './sql-files.ts'

/**
 * Functions, views and triggers as they should be now, one file per subject. They are applied after all migrations, in the order of
 * their names. A function's body is not checked until it runs, so it may call functions of any file; a trigger or view needs
 * what it names in its own file, an earlier one or a migration.
 */
export const functionFiles: readonly SqlFile[] = readSqlFiles(join(import.meta.dirname, '../functions'))

/** Applies the files that have changed since they were applied last. */
export async function applyFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from function_files`.execute(db)
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = functionFiles.filter(({ name, text }) => applied.get(name) !== checksumOf(text))
  if (!changed.length) return
  await sql`set local check_function_bodies = off`.execute(db)
  for (const { text } of changed) await sql.raw(text).execute(db)
  await recordFunctions(
    db,
    changed.map(({ name, text }) => ({ name, checksum: checksumOf(text) })),
  )
}

export async function recordFunctions(db: Kysely<unknown>, files: { name: string; checksum: string }[]): Promise<void> {
  await sql`insert into function_files (name, checksum)
    select name, checksum from jsonb_to_recordset(${JSON.stringify(files)}) as f(name text, checksum text)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`.execute(db)
}

export async function createFunctionsTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists function_files (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(db)
}
