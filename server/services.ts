import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { refuseUnfinishedRestore } from './backup/unfinished.ts'
import type { Config } from './config.ts'
import type { Clock, Services } from './context.ts'
import { mustBeBound } from './db/connection/bound.ts'
import { openPools } from './db/connection/pools.ts'
import { migrate } from './db/schema/migrate.ts'
import { openEvents } from './events.ts'
import { publicOnly } from './http/outgoing/outgoing.ts'
import { openQueue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import { secretOf } from './secret.ts'

/** Frozen: a test that sets the time gives its services a clock of their own. */
export const systemClock: Clock = Object.freeze({ now: () => new Date(), random: Math.random, uuid: randomUUID })

export interface ServiceOptions {
  config: Config
  connection: pg.PoolConfig
  clock?: Clock
  log?: Log
}

/** Everything a process of Motto shares, on a migrated database. Closing is `stop`, in reverse order. */
export async function openServices(o: ServiceOptions): Promise<{ services: Services; stop: () => Promise<void> }> {
  const { config, connection } = o
  const log = o.log ?? pino({ level: config.logLevel, redact: ['*.password', '*.accessToken', '*.authorization'] })
  await refuseUnfinishedRestore(connection)
  await migrate(connection)
  const database = openPools(connection, config.role === 'api' ? 10 : 12)
  await mustBeBound(database.forOrganization(1)).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
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
    outgoing: publicOnly,
    stopping: stopping.signal,
  }
  const stop = async () => {
    stopping.abort()
    await queue.stop()
    await events.stop()
    await database.close()
  }
  return { services, stop }
}
