import { type Kysely, sql } from 'kysely'
import { version } from '../../../version.ts'
import { appliedMigrations } from '../adopt.ts'
import { afterOf, type Step, type StepKind } from './steps.ts'

export interface LedgerRow {
  name: string
  kind: StepKind
  /** Of a contract step: the step that a release has to know to work on. */
  after: string | null
  /** The newest step of the version that began it, and that version. */
  begunBy: string
  release: string
  state: 'waiting' | 'running' | 'done'
}

/** Makes the tables that say what was done; `kysely_migration` has the name it has since the first release. */
export async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  await sql`create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  )
  await sql`create table if not exists upgrade_steps (
    name text primary key,
    kind text not null check (kind in ('expand', 'index', 'backfill', 'contract')),
    after text,
    begun_by text not null,
    release text not null,
    state text not null check (state in ('waiting', 'running', 'done')),
    organization bigint not null default 0,
    last_id bigint not null default 0,
    rows_done bigint not null default 0,
    rows_expected bigint not null default 0,
    error text not null default '',
    started_at timestamptz not null default now(),
    finished_at timestamptz
  )`.execute(db)
}

/** @returns rows in the order of their names; undefined where only releases from before the ledger have been */
async function readLedger(db: Kysely<unknown>): Promise<LedgerRow[] | undefined> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('public.upgrade_steps') is not null as exists`.execute(db)
  if (!tables[0]?.exists) return undefined
  const { rows } = await sql<LedgerRow>`
    select name, kind, after, begun_by as "begunBy", release, state from upgrade_steps order by name`.execute(db)
  return rows
}

/** Notes how far a step is. One that is done is a migration that was applied, too. */
export async function noteStep(
  db: Kysely<unknown>,
  { name, kind, texts }: Step,
  begunBy: string,
  state: LedgerRow['state'],
  rowsExpected = 0,
): Promise<void> {
  const after = kind === 'contract' ? (afterOf(texts().join('\n')) ?? null) : null
  await sql`insert into upgrade_steps (name, kind, after, begun_by, release, state, rows_expected, finished_at)
    values (${name}, ${kind}, ${after}, ${begunBy}, ${version}, ${state}, ${rowsExpected}, case when ${state} = 'done' then now() end)
    on conflict (name) do update set state = excluded.state, finished_at = excluded.finished_at, error = ''`.execute(db)
  if (state === 'done') await noteApplied(db, name)
}

export async function noteApplied(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})
    on conflict (name) do nothing`.execute(db)
}

export interface Standing {
  applied: readonly string[]
  ledger: readonly LedgerRow[]
  /** Only releases from before the ledger have been here. */
  isBeforeLedger: boolean
}
export async function readStanding(db: Kysely<unknown>): Promise<Standing> {
  const ledger = await readLedger(db)
  return { applied: await appliedMigrations(db), ledger: ledger ?? [], isBeforeLedger: !ledger }
}
