import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { StartError } from '../../../start-error.ts'

/** All waits for locks of one transaction together, while which those that come later wait for us. */
const WAIT_MS = 400
const PAUSE_MS = { first: 50, most: 2_000 }
/** A step that gets no lock for so long gives up. */
const MOST_MS = 10 * 60_000
const TELL_MS = 10_000
const lockFailures = ['55P03', '40P01'] // lock_not_available, deadlock_detected

export type Tell = (line: string) => void
export type Run = (statement: string) => Promise<void>

/** Whether a statement failed since somebody else has a lock that it needs. */
export const isLockFailure = (error: unknown): boolean => lockFailures.includes((error as { code?: string }).code ?? '')

/**
 * Does `work` in a transaction that waits for locks less than half a second in all, and again after a pause where it does not get them.
 * So nobody waits longer than that for us, however long the lock is refused.
 * @throws StartError after ten minutes, with the transactions that are open
 */
export async function withShortWaits(
  db: Kysely<unknown>,
  what: string,
  tell: Tell,
  work: (transaction: Transaction<unknown>, run: Run) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  let lastLine = began
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 2, PAUSE_MS.most)) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`set local client_min_messages = warning`.execute(transaction)
        const start = performance.now()
        await work(transaction, async (statement) => {
          const rest = Math.max(1, Math.round(WAIT_MS - (performance.now() - start)))
          // On their own: with several nodes, the text of a statement is repeated there whole.
          await sql.raw(`set local lock_timeout = ${rest}`).execute(transaction)
          await sql.raw(statement).execute(transaction)
        })
      })
    } catch (error) {
      if (!isLockFailure(error)) throw error
      const now = performance.now()
      if (now - began > MOST_MS) throw await refusal(db, what)
      if (now - lastLine > TELL_MS) {
        tell(`${what}: still waiting for a lock. ${await openTransactions(db)}`)
        lastLine = now
      }
      await delay(pause * (0.5 + Math.random() / 2))
    }
  }
}

const refusal = async (db: Kysely<unknown>, what: string) =>
  new StartError(
    `${what} got no lock for ten minutes. ${await openTransactions(db)} End these, then start Motto again: it goes on where it stopped.`,
  )

async function openTransactions(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ pid: number; seconds: number; name: string }>`
    select pid, extract(epoch from now() - xact_start)::int as seconds, coalesce(nullif(application_name, ''), usename, '') as name
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'
      and state <> 'idle' and wait_event_type is distinct from 'Activity'
    order by xact_start limit 5`.execute(db)
  if (!rows.length) return 'No transaction is open for longer than a second.'
  return `Open transactions: ${rows.map((row) => `process ${row.pid} (${row.name}) for ${row.seconds} s`).join(', ')}.`
}
