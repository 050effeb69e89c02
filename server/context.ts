import type { Kysely, Transaction } from 'kysely'
import type { Area } from '#contract/endpoint.ts'
import type { Config } from './config.ts'
import { translate } from './db/constraints.ts'
import type { Database } from './db/connection/pools.ts'
import type { DB } from './db/types.ts'
import type { Events } from './events.ts'
import type { Guard } from './http/outgoing/outgoing.ts'
import type { Queue } from './jobs/queue.ts'
import type { Log } from './log.ts'

/** The clock and the source of chance, handed in so that tests can hold them still. */
export interface Clock {
  now(): Date
  random(): number
  uuid(): string
}

/** What every request and job shares. */
export interface Services {
  config: Config
  /** The installation's secret, 32 bytes or more; keys are derived from it by purpose. */
  secret: Buffer
  database: Database
  queue: Queue
  events: Events
  clock: Clock
  log: Log
  /** Where requests for addresses that users gave may go. */
  outgoing: Guard
  /** Aborted when the process is to end: loops stop after what they are doing. */
  stopping: AbortSignal
}

/** One actor in one organization. `db` is bound to the organization; inside a transaction it is the transaction. */
export interface Ctx {
  services: Services
  organizationId: number
  /** Null when a job acts. */
  userId: number | null
  roleId: number | null
  db: Kysely<DB>
}

export const jobContext = (services: Services, organizationId: number): Ctx => ({
  services,
  organizationId,
  userId: null,
  roleId: null,
  db: services.database.forOrganization(organizationId),
})

const inside = (db: Kysely<DB>): db is Transaction<DB> => db.isTransaction

/** PostgreSQL broke a circle of locks by ending one transaction; nothing of it was kept, so it may simply run again. */
const DEADLOCK = '40P01'
const MOST_TRIES = 4

/**
 * Runs `work` in one transaction; joins the one that is open. Refused constraints come out as AppErrors.
 * `work` runs again when the database ended it in a deadlock, so it does nothing outside the transaction.
 */
export async function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (inside(ctx.db)) return work(ctx)
  for (let tries = 1; ; tries += 1) {
    try {
      return await ctx.db.transaction().execute((db) => work({ ...ctx, db }))
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries >= MOST_TRIES) throw translate(error)
    }
  }
}

/** Tells the organization's browsers that areas changed. Outside transactions: at once; a job calls it after its commit. */
export const announce = (ctx: Ctx, areas: readonly Area[]) => ctx.services.events.changed(ctx.organizationId, areas)
