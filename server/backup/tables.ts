import type pg from 'pg'
import { UNFINISHED } from './unfinished.ts'

/** What records the state of a database itself: its migrations and functions, which restoring runs again, and a restore that goes on. */
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock', 'function_files', 'upgrade_steps', UNFINISHED]

export interface Table {
  name: string
  /** Those that are stored; generated ones follow from them. */
  columns: string[]
}

/** The tables of the application, those that others refer to first. Jobs are not among them: they live in a schema of their own. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      group by c.relname order by c.relname`,
    [BOOKKEEPING],
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  )
  return inOrder(tables, references)
}

/** @throws Error when tables refer to each other in a circle, as then no order fits */
export function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    )
    if (!free.length) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`)
    for (const table of free) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

/** A name as it stands in SQL. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')

/** @returns its name; undefined in a database that Motto never started on */
export async function newestMigration(client: pg.ClientBase): Promise<string | undefined> {
  const { rows: exists } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as exists`,
  )
  if (!exists[0]?.exists) return undefined
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  return rows[0]?.name
}

/** @returns backfills of an upgrade whose rows are not all changed yet */
export async function unfilledSteps(client: pg.ClientBase): Promise<string[]> {
  const { rows: exists } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.upgrade_steps') is not null as exists`,
  )
  if (!exists[0]?.exists) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from upgrade_steps where kind = 'backfill' and state <> 'done' order by name`,
  )
  return rows.map(({ name }) => name)
}

/** Has backfills begin anew, in a database whose rows come from a backup that was made in the middle of them. */
export async function fillAnew(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  if (!names.length) return
  await client.query(
    `update upgrade_steps set state = 'running', organization = 0, last_id = 0, rows_done = 0, finished_at = null where name = any($1)`,
    [names],
  )
  await client.query('delete from kysely_migration where name = any($1)', [names])
}
