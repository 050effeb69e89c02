import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isNewer, version } from '../../version.ts'
import { checksumOf, readSqlFiles, type SqlFile } from './sql-files.ts'
import { type Tell, withShortWaits } from './steps/locks.ts'
import { statementsOf } from './steps/statements.ts'

/**
 * Functions, views and triggers as they should be now, one file per subject. They are applied after all migrations, in the order of
 * their names. A function's body is not checked until it runs, so it may call functions of any file; a trigger or view needs
 * what it names in its own file, an earlier one or a migration.
 */
export const functionFiles: readonly SqlFile[] = readSqlFiles(join(import.meta.dirname, '../functions'))

/** @returns the files that have changed since they were applied last. One that a newer version applied stays */
export async function changedFunctions(db: Kysely<unknown>): Promise<SqlFile[]> {
  const { rows } = await sql<{ name: string; checksum: string; release: string }>`
    select name, checksum, coalesce(to_jsonb(f)->>'release', '') as release from function_files f`.execute(db)
  const applied = new Map(rows.map((row) => [row.name, row]))
  return functionFiles.filter(({ name, text }) => {
    const row = applied.get(name)
    return row?.checksum !== checksumOf(text) && !isNewer(row?.release || '0.0.0')
  })
}

/** Applies changed files, each in its own transaction. @param whole without the short waits for locks: nobody serves on the database */
export async function applyFunctions(db: Kysely<unknown>, tell: Tell, whole: boolean): Promise<void> {
  const files = await changedFunctions(db)
  if (whole) {
    await db.transaction().execute(async (transaction) => {
      await sql`set local check_function_bodies = off`.execute(transaction)
      await sql`set local client_min_messages = warning`.execute(transaction)
      for (const { text } of files) await sql.raw(text).execute(transaction)
      await recordFunctions(transaction, files.map(recordOf))
    })
    return
  }
  for (const file of files)
    await withShortWaits(db, `The functions of ${file.name}`, tell, async (transaction, run) => {
      await sql`set local check_function_bodies = off`.execute(transaction)
      for (const statement of statementsOf(file.text)) await run(statement)
      await recordFunctions(transaction, [recordOf(file)])
    })
}

const recordOf = ({ name, text }: SqlFile) => ({ name, checksum: checksumOf(text), release: version })

/** @param files `release`: of which version they are; '' where it is from before versions were kept */
export async function recordFunctions(
  db: Kysely<unknown>,
  files: { name: string; checksum: string; release: string }[],
): Promise<void> {
  if (!files.length) return
  await sql`insert into function_files (name, checksum, release)
    select name, checksum, release from jsonb_to_recordset(${JSON.stringify(files)}) as f(name text, checksum text, release text)
    on conflict (name) do update set checksum = excluded.checksum, release = excluded.release, applied_at = now()`.execute(
    db,
  )
}

export async function createFunctionsTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists function_files (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(db)
  await sql`alter table function_files add column if not exists release text not null default ''`.execute(db)
}
