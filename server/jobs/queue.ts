import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { DatabaseConnection } from '../db/connection/open-database.ts'
import type { DB } from '../db/types.ts'
import type { Log } from '../log.ts'
import { startedBy } from '../observing/scope.ts'
import { type JobName, type Jobs, jobNames, jobSettings } from './jobs.ts'

export interface SendOptions {
  /** Where the queue coalesces, at most one job of a key waits; beside it one that was put off, which may be by a day. */
  key?: string
  /** Not before this moment. */
  startAfter?: Date
}
export interface Queue {
  boss: PgBoss
  /** Who works here for which queue, to be woken when something is due. */
  workers: { name: JobName; id: string }[]
  /** Queues a job in the transaction of `db`: both are saved, or neither. */
  send<N extends JobName>(db: Kysely<DB>, name: N, payload: Jobs[N], options?: SendOptions): Promise<void>
  /** Queues a failed job again, in the transaction of `db`, as the owner. */
  retry(db: Kysely<DB>, name: string, id: string): Promise<void>
  /** What was put off is due now. */
  bringForward(): Promise<void>
  /** @param graceMs after which whoever still works hands its job back */
  stop(graceMs?: number): Promise<void>
}

/** Ends the key of a job that was put off, so that one that may begin at once finds its place free. */
const LATER = ':later'
/** The key that a job was sent with. @param key as the queue keeps it */
export const sentKey = (key: string): string => (key.endsWith(LATER) ? key.slice(0, -LATER.length) : key)

/** Runs pg-boss's statements on our connection, so that they join its transaction. */
const over = (db: Kysely<DB>) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})

/** A worker that is silent for this long has died, and another takes its job. */
const HEARTBEAT_SECONDS = 10

const own = `((data->>'organizationId')::bigint = nullif(current_setting('app.organization_id', true), '')::bigint)`
const bind = (table: string) => `
  if not exists (select from pg_policies where schemaname = 'jobs' and tablename = '${table}') then
    alter table jobs.${table} enable row level security;
    create policy own_organization on jobs.${table} to motto_app using ${own} with check ${own};
  end if;`
/**
 * Jobs are queued inside the organizations' transactions, whose role may add and see its organization's jobs and no more.
 * One process at a time: PostgreSQL refuses two that grant at once.
 */
const access = `select pg_advisory_xact_lock(7040002);
grant usage on schema jobs to motto_app;
grant select on jobs.queue to motto_app;
grant select, insert on jobs.job, jobs.job_common to motto_app;
grant execute on all functions in schema jobs to motto_app;
do $$ begin ${bind('job')} ${bind('job_common')} end $$`

/** What runs when a process is to end may take this long. */
const GRACE_MS = 7000

const DEADLOCK = '40P01'
const MOST_TRIES = 5

/** How soon a job that was put off, or that is tried again, is noticed once its time has come. */
const DUE_MS = 1000
const due = `select name from unnest($1::text[]) name where exists (select from jobs.job j
where j.name = name.name and j.state < 'active' and not j.blocked and j.start_after <= jobs.job_now())`

/**
 * Wakes the workers of queues that have something to do: a job whose time comes tells nobody by itself. One look for all of them: fifty workers
 * that each look once a second kept a processor and the database busy while nothing happened.
 */
function wakeWorkers(boss: PgBoss, workers: Queue['workers'], log: Log): { stop(): Promise<void> } {
  const look = async () => {
    const { rows } = (await boss.getDb().executeSql(due, [jobNames])) as { rows: { name: string }[] }
    const names = new Set(rows.map(({ name }) => name))
    for (const { name, id } of workers) if (names.has(name)) boss.notifyWorker(id)
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'looking for due jobs failed'))
      .finally(() => (looking = undefined))
  }, DUE_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

/** The queue's own housekeeping, of this process or another, locks the same tables in its own order: PostgreSQL then ends one of the two, and this one may simply run again. */
async function openTo(boss: PgBoss): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await boss.getDb().executeSql(access))
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries >= MOST_TRIES) throw error
    }
  }
}

/** Creates the queues that are missing, and gives this version's settings to those that an older version created. A start that changes nothing reads alone. */
async function openQueues(boss: PgBoss): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of jobNames) {
    const { coalesce, retryLimit, retryDelay, retryDelayMax, expireInSeconds, keepSeconds } = jobSettings[name]
    const settings = {
      notify: true,
      retryLimit,
      retryDelay,
      retryDelayMax,
      retryBackoff: true,
      expireInSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: keepSeconds,
    }
    const queue = present.get(name)
    if (!queue) await boss.createQueue(name, { policy: coalesce ? 'short' : 'standard', ...settings })
    else if (!isDeepStrictEqual({ ...queue, ...settings }, { ...queue })) await boss.updateQueue(name, settings)
  }
}

/**
 * Makes the queue's tables, or brings them to this version. On a connection of its own: with several nodes they stay on the coordinator, and the others are
 * not told of them.
 */
async function install({ pooler, ...pooled }: DatabaseConnection): Promise<void> {
  const client = new pg.Client(pooler?.listening ?? pooled)
  await client.connect()
  try {
    await client.query('set citus.enable_ddl_propagation = off')
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values).catch(endAborted(client)) },
      schema: 'jobs',
      createSchema: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await openQueues(boss)
    await openTo(boss)
    await boss.stop()
  } finally {
    await client.end()
  }
}

/** Where two processes make the tables at once, one is refused within a transaction of several statements, which pg-boss takes for done and leaves open. */
const endAborted = (client: pg.Client) => async (error: unknown) => {
  await client.query('rollback')
  throw error
}

/** Of its pool; a worker has another one that listens. */
export const QUEUE_CONNECTIONS = { worker: 6, api: 2 }

/** pg-boss connects its listener with the same settings as its pool. Behind a pooler, the settings are the listener's, and the pool's clients take their own. */
function connectionOf(connection: DatabaseConnection): object {
  const { pooler, ...pooled } = connection
  if (!pooler) return pooled
  class Pooled extends pg.Client {
    constructor() {
      super(pooled)
    }
  }
  return { ...pooler.listening, Client: Pooled }
}

/**
 * Opens the job queue on the same database; every process may send.
 * @param supervise whether this process also cleans up expired and old jobs, as workers do
 */
export async function openQueue(connection: DatabaseConnection, supervise: boolean, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...connectionOf(connection),
    schema: 'jobs',
    createSchema: false,
    max: supervise ? QUEUE_CONNECTIONS.worker : QUEUE_CONNECTIONS.api,
    useListenNotify: supervise,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue has a problem'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  await install(connection)
  await boss.start()
  const workers: Queue['workers'] = []
  const waking = supervise ? wakeWorkers(boss, workers, log) : undefined
  return {
    boss,
    workers,
    async send(db, name, payload, options = {}) {
      const origin = startedBy()
      await boss.send(name, origin ? { ...payload, startedBy: origin } : payload, {
        db: over(db),
        ...(options.key ? { singletonKey: options.startAfter ? options.key + LATER : options.key } : {}),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      })
    },
    retry: async (db, name, id) => void (await boss.retry(name, id, { db: over(db) })),
    bringForward: async () =>
      void (await boss
        .getDb()
        .executeSql(
          `update jobs.job set start_after = jobs.job_now() where state < 'active' and start_after > jobs.job_now()`,
        )),
    stop: async (graceMs = GRACE_MS) => {
      await waking?.stop()
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}

/** What queueing needs of a `Ctx`. */
interface Sender {
  services: { queue: Queue }
  db: Kysely<DB>
}

/** Queues a job in the transaction of `ctx`. */
export const enqueue = <N extends JobName>(ctx: Sender, name: N, payload: Jobs[N], options?: SendOptions) =>
  ctx.services.queue.send(ctx.db, name, payload, options)
