import { randomUUID } from 'node:crypto'
import { refuseUnfinishedRestore } from './backup/unfinished.ts'
import type { Config } from './config.ts'
import type { Clock, Services } from './context.ts'
import { mustBeBound } from './db/connection/bound.ts'
import { plansOnce } from './db/connection/planning.ts'
import { MOST_APART, type PoolSizes, openPools } from './db/connection/pools.ts'
import type { DatabaseConnection } from './db/connection/open-database.ts'
import { migrate } from './db/schema/migrate.ts'
import { openEvents } from './events.ts'
import { publicOnly } from './http/outgoing/outgoing.ts'
import { QUEUE_CONNECTIONS, openQueue } from './jobs/queue.ts'
import { type Log, openLog } from './log.ts'
import { secretOf } from './secret.ts'
import { ThreadPool } from './threads/pool.ts'

/** Frozen: a test that sets the time gives its services a clock of their own. */
export const systemClock: Clock = Object.freeze({ now: () => new Date(), random: Math.random, uuid: randomUUID })

export interface ServiceOptions {
  config: Config
  connection: DatabaseConnection
  clock?: Clock
  log?: Log
}

/** One that listens for events, and one that sends them. */
const EVENT_CONNECTIONS = 2
/** Requests and jobs mostly work in an organization. */
const ORGANIZATIONS_SHARE = 0.6

/** Divides the connections that a process may have, after those that the queue, the events and single statements need. */
export function poolSizes({ databasePool, role }: Pick<Config, 'databasePool' | 'role'>): PoolSizes {
  const queue = role === 'api' ? QUEUE_CONNECTIONS.api : QUEUE_CONNECTIONS.worker + 1
  const rest = databasePool - queue - EVENT_CONNECTIONS - MOST_APART
  const organizations = Math.ceil(rest * ORGANIZATIONS_SHARE)
  return { organizations, system: rest - organizations }
}

/** Everything a process of Motto shares, on a migrated database. Closing is `stop`, in reverse order. */
export async function openServices(o: ServiceOptions): Promise<{ services: Services; stop: () => Promise<void> }> {
  const { config, connection } = o
  const log = o.log ?? openLog(config.logLevel)
  await refuseUnfinishedRestore(connection)
  await migrate(connection, { tell: (line) => log.info({}, line) })
  const database = openPools(connection, poolSizes(config), log)
  try {
    await mustBeBound(database.forOrganization(1))
    database.plans.once = await plansOnce(database.forOrganization(1))
  } catch (error) {
    await database.close()
    throw error
  }
  // Loaded where traces are sent, and nowhere else.
  const tracer =
    config.traces && (await import('./observing/otlp.ts')).openTracer({ ...config.traces, role: config.role }, log)
  const events = openEvents(connection, log, config.role !== 'worker')
  const queue = await openQueue(connection, config.role !== 'api', log)
  const stopping = new AbortController()
  const services: Services = {
    config,
    secret: secretOf(config),
    database,
    queue,
    events,
    clock: o.clock ?? systemClock,
    log,
    tracer,
    threads: new ThreadPool(),
    outgoing: publicOnly,
    stopping: stopping.signal,
  }
  const stop = async () => {
    stopping.abort()
    await queue.stop()
    await services.threads.close()
    await events.stop()
    await database.close()
    await tracer?.stop()
  }
  return { services, stop }
}
