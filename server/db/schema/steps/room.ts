import { statfs } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { StartError } from '../../../start-error.ts'
import type { Tell } from './locks.ts'
import { barely, statementsOf } from './statements.ts'
import { type Step, tableOf } from './steps.ts'

/** For what every upgrade writes, its log of changes included. */
const SPARE = 200 * 1024 ** 2
const indexed = /^create (?:unique )?index concurrently if not exists \S+ on (?:only )?"?(\w+)"?/

/** The tables that a step reads or changes from end to end, one entry for each time. */
export const tablesOf = ({ kind, texts }: Step): string[] => {
  const text = texts().join('\n')
  if (kind === 'backfill') return [tableOf(text) ?? ''].filter(Boolean)
  if (kind !== 'index') return []
  return statementsOf(text).flatMap((statement) => indexed.exec(barely(statement))?.[1] ?? [])
}

/**
 * Compares the room that steps need with what is free where the database is: a backfill writes its table once more, and an index is
 * counted as half of it. Where the database is on another machine, it only says how much.
 * @param free bytes; of the disk unless told
 * @throws StartError where there is too little. Nothing has changed then
 */
export async function refuseFullDisk(
  db: Kysely<unknown>,
  steps: readonly Step[],
  tell: Tell,
  free?: () => Promise<number | undefined>,
): Promise<void> {
  const parts = steps.flatMap((step) =>
    tablesOf(step).map((table) => ({ table, share: step.kind === 'index' ? 0.5 : 1 })),
  )
  if (!parts.length) return
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_table_size(to_regclass(part.table_name)) * part.share), 0)::float8 as bytes
    from jsonb_to_recordset(${JSON.stringify(parts.map(({ table, share }) => ({ table_name: table, share })))}) as part(table_name text, share float8)`.execute(
    db,
  )
  const needed = (rows[0]?.bytes ?? 0) + SPARE
  const available = await (free ?? (() => freeHere(db)))()
  if (available === undefined)
    return tell(`The upgrade needs about ${size(needed)} on the disk of the database server.`)
  if (available < needed)
    throw new StartError(
      `The upgrade needs about ${size(needed)} of free disk space for the database, and ${size(available)} is free. Free some space or move the database to a larger disk, then start Motto again. Nothing has been changed.`,
    )
}

/** Of a database that is reached by a socket, so that it is on this machine. @returns bytes; undefined where that is not known */
async function freeHere(db: Kysely<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ folder: string | null }>`
    select case when inet_server_addr() is null and pg_has_role(current_user, 'pg_read_all_settings', 'member')
      then current_setting('data_directory') end as folder`.execute(db)
  const folder = rows[0]?.folder
  if (!folder) return undefined
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined, // somebody else's folder, or a socket that leads into a container
  )
}

const size = (bytes: number) =>
  bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`
