import { type Kysely, sql } from 'kysely'
import type { Tell } from './locks.ts'
import { barely, statementsOf } from './statements.ts'

const TELL_MS = 10_000
const created = /^create (?:unique )?index concurrently if not exists "?(\w+)"? on/

/**
 * Builds the indexes of a step, each without keeping writes away. One that a killed process left half built is dropped and built again; one that
 * is there already stays.
 */
export async function buildIndexes(db: Kysely<unknown>, text: string, tell: Tell): Promise<void> {
  for (const statement of statementsOf(text)) {
    const [, name] = created.exec(barely(statement)) ?? []
    if (name && (await isInvalid(db, name))) {
      tell(`The index ${name} was left half built. Building it again…`)
      await sql.raw(`drop index concurrently if exists "${name}"`).execute(db)
    }
    const telling = setInterval(() => void tellProgress(db, tell), TELL_MS)
    try {
      await sql.raw(statement).execute(db)
    } finally {
      clearInterval(telling)
    }
  }
}

async function isInvalid(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = 'public'::regnamespace`.execute(db)
  return rows[0]?.valid === false
}

async function tellProgress(db: Kysely<unknown>, tell: Tell): Promise<void> {
  const { rows } = await sql<{ phase: string; percent: number | null; name: string }>`
    select phase, coalesce(index_relid::regclass::text, '') as name,
      round(100.0 * greatest(blocks_done, tuples_done) / nullif(greatest(blocks_total, tuples_total), 0))::int as percent
    from pg_stat_progress_create_index where datname = current_database()`.execute(db)
  for (const { name, phase, percent } of rows) tell(`  ${name}: ${phase}${percent === null ? '' : `, ${percent} %`}`)
}
