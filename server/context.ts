import { type Kysely, type Transaction, sql } from 'kysely'
import type { Pacing } from '#channels/kit/pace.ts'
import type { Area } from '#contract/endpoint.ts'
import { type Permission, may } from '#contract/permissions.ts'
import type { Config } from './config.ts'
import { translate } from './db/constraints.ts'
import { AppError } from './errors.ts'
import type { Database } from './db/connection/pools.ts'
import type { DB } from './db/types.ts'
import type { Events } from './events.ts'
import type { Guard } from './http/outgoing/outgoing.ts'
import type { Queue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { Tracer } from './observing/tracing.ts'
import type { ThreadPool } from './threads/pool.ts'

/** The clock and the source of chance, handed in so that tests can hold them still. */
export interface Clock {
  now(): Date
  random(): number
  uuid(): string
  /** How whoever waits for a turn at a channel's pace waits. Absent: until it has come. */
  pacing?: Pacing
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
  /** Undefined: no traces are made. */
  tracer?: Tracer | undefined
  /** Threads for what sellers write as a program. */
  threads: ThreadPool
  /** Where requests for addresses that users gave may go. */
  outgoing: Guard
  /** Aborted when the process is to end: loops stop after what they are doing. */
  stopping: AbortSignal
}

/** The API token with which somebody acts. */
export interface TokenInUse {
  id: number
  usedBy: 'program' | 'agent'
  scopes: ReadonlySet<string>
  /** The only accounts whose listings, orders and settings it reaches; all unless told. */
  accounts?: readonly number[]
}

/** One actor in one organization. `db` is bound to the organization; inside a transaction it is the transaction. */
export interface Ctx {
  services: Services
  organizationId: number
  /** Null when a job or an organization's token acts. */
  userId: number | null
  roleId: number | null
  token?: TokenInUse
  /** The only accounts whose rows `db` sees; all unless told. */
  accounts?: readonly number[]
  db: Kysely<DB>
  /** Within `inTransaction`. */
  isWorking?: true
}

/** How long one statement of a request may take; those of jobs may take as long as they need. */
export const REQUEST_STATEMENT_MS = 60_000

export const jobContext = (services: Services, organizationId: number): Ctx => ({
  services,
  organizationId,
  userId: null,
  roleId: null,
  db: services.database.forOrganization(organizationId),
})

/** Whether the caller has a permission beyond the one that the endpoint needs. A token needs it among its scopes, too. */
export const allows = ({ roleId, token }: Pick<Ctx, 'roleId' | 'token'>, permission: Permission): boolean =>
  may(roleId, permission) && (!token || token.scopes.has(permission))

const inside = (db: Kysely<DB>): db is Transaction<DB> => db.isTransaction

/** PostgreSQL broke a circle of locks by ending one transaction; nothing of it was kept, so it may simply run again. */
const DEADLOCK = '40P01'
const MOST_TRIES = 4

async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== DEADLOCK || tries >= MOST_TRIES) throw translate(error)
    }
  }
}

/**
 * Runs `work` in one transaction; joins the one that is open, as that of a request is. Refused constraints come out as AppErrors, where the work
 * began; within it they stay what they are.
 * `work` runs again when the database ended it in a deadlock, so it does nothing outside the transaction.
 */
export async function inTransaction<C extends Pick<Ctx, 'db' | 'isWorking'>, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (!inside(ctx.db))
    return againAfterDeadlock(() => ctx.db.transaction().execute((db) => work({ ...ctx, db, isWorking: true })))
  if (ctx.isWorking) return work(ctx)
  return work({ ...ctx, isWorking: true }).catch((error: unknown) => {
    throw translate(error)
  })
}

/** A turn at work that asks somebody outside in between. */
export interface Turn {
  /** Names the request when it is sent again; '' where it cannot be. */
  request: string
  /** Does the last part of work in the transaction that says it is done. */
  mark<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** What came of the parts that earlier tries of the request have done, by name. */
  parts: Readonly<Record<string, unknown>>
  /** Does a part of the work in the transaction that keeps what came of it, as JSON. */
  part<T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** A turn of work that is asked for once. */
export const onlyTurn = (ctx: Ctx): Turn => ({
  request: '',
  mark: (work) => inTransaction(ctx, work),
  parts: {},
  part: (_, work) => inTransaction(ctx, work),
})

/** The same for rows of the installation. */
export async function inSystem<T>(
  { database }: Pick<Services, 'database'>,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { system } = database
  if (inside(system)) return work(system)
  return againAfterDeadlock(() => system.transaction().execute(work))
}

/**
 * Does what the organizations' role may not, such as ending sessions, as the owner: nothing keeps organizations apart meanwhile.
 * In a transaction it belongs to it.
 */
export async function asOwner<T>(ctx: Pick<Ctx, 'services' | 'db'>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  if (!inside(ctx.db)) return work(ctx.services.database.system)
  await sql`set local role none`.execute(ctx.db)
  const done = await work(ctx.db)
  // After a failure the transaction is undone, and this with it.
  await boundAgain(ctx.db)
  return done
}

/** Takes on the role of an organization again: of one whose request sees some accounts alone, the one that sees no more. */
const boundAgain = (db: Kysely<DB>) =>
  sql`select set_config('role', case when coalesce(current_setting('app.accounts', true), '') = '' then 'motto_app' else 'motto_limited' end, true)`.execute(
    db,
  )

/**
 * Does what a change means for rows of all accounts, such as telling each channel of the units that are left, whichever accounts the caller may
 * see. Nothing of it may be told to the caller.
 */
export async function forAllAccounts<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { accounts, ...all } = ctx
  if (!accounts) return work(ctx)
  if (!inside(ctx.db))
    return work({ ...all, db: ctx.services.database.forOrganization(ctx.organizationId, REQUEST_STATEMENT_MS) })
  return inTurn(ctx.db, async () => {
    await sql`set local role motto_app`.execute(ctx.db)
    try {
      const done = await work(all)
      await boundAgain(ctx.db)
      return done
    } catch (error) {
      // The transaction may go on after a refusal; one of the database ends it.
      if (error instanceof AppError) await boundAgain(ctx.db)
      throw error
    }
  })
}

const turns = new WeakMap<Kysely<DB>, Promise<unknown>>()
/** One at a time in a transaction, whose statements may travel together: the role of one would end in the midst of the other. */
function inTurn<T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  const before = turns.get(db) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(db, turn)
  return turn
}

/** Does work in another organization; in a transaction it belongs to it. */
export async function inAnother<T>(ctx: Ctx, organizationId: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!inside(ctx.db))
    return work({
      ...ctx,
      organizationId,
      db: ctx.services.database.forOrganization(organizationId, undefined, ctx.accounts),
    })
  const bind = (id: number) => sql.raw(`set local app.organization_id = '${Number(id)}'`).execute(ctx.db)
  await bind(organizationId)
  const done = await work({ ...ctx, organizationId })
  await bind(ctx.organizationId)
  return done
}

/** Tells the organization's browsers that areas changed: at once, or after the commit of the request that did it. A job calls it after its commit. */
export const announce = (ctx: Ctx, areas: readonly Area[]) => ctx.services.events.changed(ctx.organizationId, areas)
