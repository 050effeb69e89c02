import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { isLockFailure } from './locks.ts'
import { noteStep } from './ledger.ts'
import { type Step, tableOf } from './steps.ts'

/** Rows of a batch: so many that it takes about this long, as it locks them meanwhile. */
const ROWS = { first: 200, least: 20, most: 5_000 }
const BATCH_MS = 60
const WAIT_MS = 1_000

interface Position {
  organization: number
  lastId: number
  begunBy: string
}

/** One that is not done goes on from the step's position, at most this many rows. */
export interface Batch {
  rows: number
  state: 'goes on' | 'done' | 'waits'
}

/** How many rows the next batch should have. @param ms what the last one took */
export const nextSize = (rows: number, ms: number): number =>
  Math.max(ROWS.least, Math.min(ROWS.most, Math.round(rows * Math.max(0.5, Math.min(2, BATCH_MS / Math.max(1, ms))))))
export const firstSize = ROWS.first

/**
 * Changes the next rows of a backfill, in a transaction that also keeps how far it is: after a kill it goes on there. Organizations
 * come in the order of their ids, and so do their rows.
 */
export async function fillBatch(db: Kysely<unknown>, step: Step, size: number): Promise<Batch> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql.raw(`set local lock_timeout = ${WAIT_MS}`).execute(transaction)
      return fill(transaction, step, size)
    })
  } catch (error) {
    if (isLockFailure(error)) return { rows: 0, state: 'waits' }
    await sql`update upgrade_steps set error = ${(error as Error).message} where name = ${step.name}`.execute(db)
    throw error
  }
}

async function fill(db: Transaction<unknown>, step: Step, size: number): Promise<Batch> {
  const { rows: steps } = await sql<Position>`
    select organization::float8 as organization, last_id::float8 as "lastId", begun_by as "begunBy" from upgrade_steps
    where name = ${step.name} and state = 'running' for update`.execute(db)
  const position = steps[0]
  if (!position) return { rows: 0, state: 'done' }
  const text = step.texts().join('\n')
  const { rows: ids } = await sql<{ rows: number; last: number | null }>`
    select count(*)::int as rows, max(id)::float8 as last from (
      select id from ${sql.table(tableOf(text) ?? '')}
      where organization_id = ${position.organization} and id > ${position.lastId} order by id limit ${size}) batch`.execute(
    db,
  )
  const { rows = 0, last = null } = ids[0] ?? {}
  if (last === null) return toNextOrganization(db, step, position)
  await db.executeQuery(CompiledQuery.raw(text, [position.organization, position.lastId, last]))
  await sql`update upgrade_steps set last_id = ${last}, rows_done = rows_done + ${rows}, error = '' where name = ${step.name}`.execute(
    db,
  )
  return { rows, state: 'goes on' }
}

async function toNextOrganization(db: Transaction<unknown>, step: Step, position: Position): Promise<Batch> {
  const { rowCount } = await db
    .executeQuery(
      CompiledQuery.raw(
        `update upgrade_steps set organization = o.id, last_id = 0
         from (select id from organizations where id > $1 order by id limit 1) o where name = $2 returning 1`,
        [position.organization, step.name],
      ),
    )
    .then(({ rows }) => ({ rowCount: rows.length }))
  if (rowCount) return { rows: 0, state: 'goes on' }
  await noteStep(db, step, position.begunBy, 'done')
  return { rows: 0, state: 'done' }
}
