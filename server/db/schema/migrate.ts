import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { StartError } from '../../start-error.ts'
import { adopt } from './adopt.ts'
import { earlierMigrations } from './before-foundation.ts'
import { applyFunctions, changedFunctions, createFunctionsTable } from './functions.ts'
import { refuseMissingGrants } from './grants.ts'
import { migrations } from './migrations.ts'
import { fillBatch, firstSize } from './steps/fill.ts'
import { buildIndexes } from './steps/indexes.ts'
import { createLedger, noteStep, readStanding } from './steps/ledger.ts'
import { type Tell, withShortWaits } from './steps/locks.ts'
import { type Plan, planUpgrade } from './steps/plan.ts'
import { refuseFullDisk, tablesOf } from './steps/room.ts'
import { statementsOf } from './steps/statements.ts'
import type { Step } from './steps/steps.ts'

/** Of releases that upgrade in one transaction: while one of them does, we wait. */
const FORMER_LOCK = '3853314791062309107'
/** Taken for the whole upgrade. Who waits for it does not wait in a statement: an index that is built concurrently would wait for that. */
const UPGRADE_LOCK = '3853314791062309108'
const POLL_MS = 100

export interface MigrateOptions {
  /** The newest step to run; unless told otherwise all of them, and then the functions. */
  upTo?: string
  /** Those of this version unless told. */
  steps?: readonly Step[]
  /** Takes a line for whoever runs Motto. */
  tell?: Tell
  /** Free bytes where the database is, instead of asking the disk. */
  free?: () => Promise<number | undefined>
}
type Upgrade = Required<Omit<MigrateOptions, 'free'>> &
  Pick<MigrateOptions, 'free'> & { db: Kysely<unknown>; newest: string }

/**
 * Brings the schema up to date, step by step: docs/running/upgrades.md. Releases before may go on serving. Safe when several processes
 * start together: one migrates, the others wait. Backfills of a database that has data are only noted here; a job does them.
 * @throws StartError where the database lacks something or is too new; else its own error, with the name of the step
 */
export async function migrate(connection: pg.PoolConfig, o: MigrateOptions = {}): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const all = o.steps ?? migrations
  const newest = all.at(-1)?.name ?? ''
  const upTo = o.upTo ?? newest
  const upgrade = { tell: () => undefined, ...o, upTo, steps: all, db, newest }
  try {
    await refuseMissingGrants(db)
    if (!(await isCurrent(upgrade))) await alone(upgrade, () => run(upgrade))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new Error(`The database upgrade failed${error instanceof Error ? `: ${error.message}` : ''}`, {
      cause: error,
    })
  } finally {
    await db.destroy()
  }
}

/** A start with nothing to do waits for nobody. */
async function isCurrent({ db, steps, tell, upTo, newest }: Upgrade): Promise<boolean> {
  const standing = await readStanding(db)
  if (standing.isBeforeLedger || standing.applied.some((name) => earlierMigrations.includes(name))) return false
  const plan = planUpgrade(steps, standing, upTo)
  if (plan.isAhead) tell('The database is ahead of this version, which works with it.')
  return (
    plan.steps.length + plan.contracts.length + plan.waiting.length === 0 &&
    (plan.isAhead || upTo < newest || (await changedFunctions(db)).length === 0)
  )
}

async function alone({ db, tell }: Upgrade, work: () => Promise<void>): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const isDone = await db.transaction().execute(async (lock) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
      // Without parameters: a statement that has some keeps its snapshot until the next, and a concurrent index waits for that.
      const { rows } = await sql
        .raw<{ free: boolean }>(`select pg_try_advisory_xact_lock(${UPGRADE_LOCK}) as free`)
        .execute(lock)
      if (!rows[0]?.free) return false
      await work()
      return true
    })
    if (isDone) return
    if (!isTold) tell('Another process is upgrading the database. Waiting for it…')
    await delay(POLL_MS)
  }
}

async function run(upgrade: Upgrade): Promise<void> {
  const { db, steps, tell, upTo, newest } = upgrade
  await db.transaction().execute(async (transaction) => {
    await sql`set local client_min_messages = warning`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${FORMER_LOCK}::bigint)`.execute(transaction)
    await createQueueSchema(transaction)
    await createFunctionsTable(transaction)
    await createLedger(transaction)
    await adopt(transaction)
    await addTrigrams(transaction)
  })
  const standing = await readStanding(db)
  const isNew = standing.applied.length === 0
  const plan = planUpgrade(steps, standing, upTo)
  if (isNew) await createAll(upgrade)
  else await goOn(upgrade, plan)
  const hasFunctions = upTo === newest && !plan.isAhead
  if (hasFunctions) await applyFunctions(db, tell, isNew)
  if (isNew) return
  for (const step of plan.contracts) await runStep(upgrade, step, `${step.name} (contract)`)
  // One may have taken away what a function was made of.
  if (hasFunctions && plan.contracts.length) await applyFunctions(db, tell, false)
  for (const { step, reason } of plan.waiting) {
    tell(`The step ${step.name} waits for a later start: ${reason}.`)
    await noteStep(db, step, newest, 'waiting')
  }
}

async function goOn(upgrade: Upgrade, plan: Plan): Promise<void> {
  const { db, tell, free } = upgrade
  await refuseFullDisk(db, plan.steps, tell, free)
  for (const [i, step] of plan.steps.entries())
    await runStep(upgrade, step, `Upgrade step ${i + 1} of ${plan.steps.length}, ${step.name} (${step.kind})`)
}

/** Nobody serves on it, so that all is made as quickly as it can be. */
async function createAll({ db, steps: all, upTo, newest }: Upgrade): Promise<void> {
  const steps = all.filter(({ name }) => name <= upTo)
  await db.transaction().execute(async (transaction) => {
    await sql`set local client_min_messages = warning`.execute(transaction)
    for (const step of steps)
      await named(step, async () => {
        if (step.kind === 'backfill') await noteStep(transaction, step, newest, 'running')
        else {
          // An index can be built concurrently only outside of a transaction.
          for (const text of step.texts())
            await sql.raw(step.kind === 'index' ? text.replaceAll(/\bconcurrently\b/gi, '') : text).execute(transaction)
          await noteStep(transaction, step, newest, 'done')
        }
      })
  })
  for (const step of steps.filter(({ kind }) => kind === 'backfill'))
    await named(step, async () => {
      while ((await fillBatch(db, step, firstSize)).state !== 'done');
    })
}

async function runStep({ db, tell, newest }: Upgrade, step: Step, title: string): Promise<void> {
  const began = performance.now()
  tell(`${title}…`)
  await named(step, async () => {
    if (step.kind === 'backfill') return noteStep(db, step, newest, 'running', await rowsOf(db, step))
    if (step.kind === 'index') {
      await noteStep(db, step, newest, 'running')
      for (const text of step.texts()) await buildIndexes(db, text, tell)
      return noteStep(db, step, newest, 'done')
    }
    return withShortWaits(db, title, tell, async (transaction, runStatement) => {
      for (const text of step.texts()) for (const statement of statementsOf(text)) await runStatement(statement)
      await noteStep(transaction, step, newest, 'done')
    })
  })
  if (step.kind === 'backfill') tell(`${step.name}: a job changes the rows from now on.`)
  else tell(`${step.name}: done after ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** @throws Error with the name of the step before the message */
async function named(step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new Error(`migration ${step.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** About how many rows a backfill goes through. */
async function rowsOf(db: Kysely<unknown>, step: Step): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::float8 as rows from pg_class where oid = to_regclass(${tablesOf(step)[0] ?? ''})`.execute(
    db,
  )
  return Math.round(rows[0]?.rows ?? 0)
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
