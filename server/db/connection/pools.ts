import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { poolWaitSeconds } from '../../observing/metrics.ts'
import { noteStatement } from '../../observing/statements.ts'
import { pipelineTransactions, writeTogether } from './pipelined.ts'
import { prepareRepeated } from './prepared.ts'
import type { DB } from '../types.ts'
import type { DatabaseConnection } from './open-database.ts'
import { sendOpeningsAlong } from './unanswered.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Lists of them, read as lists of int4 are.
const [INT8_ARRAY, INT4_ARRAY] = [1016, 1007]
pg.types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY))

export interface Database {
  /** Sees every organization: for identity, migrations and work that spans organizations. */
  system: Kysely<DB>
  /** The same for single statements, never in the transaction of a request: for what has to stay when it fails, such as counted tries. */
  apart: Kysely<DB>
  /**
   * Bound to one organization by row-level security, whatever the query says.
   * @param mostMs how long one statement may take; unlimited unless told
   * @param accounts the only accounts whose rows it sees; all unless told
   */
  forOrganization(organizationId: number, mostMs?: number, accounts?: readonly number[]): Kysely<DB>
  /** Statements sent so far, for the test that counts them. Openings of transactions are not counted. */
  statements: { count: number }
  connection: DatabaseConnection
  /** What is found out about the database after a first look at it. */
  plans: { once: boolean }
  /** How full each pool is. */
  pools(): Record<PoolName, PoolState>
  close(): Promise<void>
}

export type PoolName = 'organizations' | 'system' | 'apart'
export interface PoolState {
  most: number
  lent: number
  idle: number
  waiting: number
}

/** Whom a lent connection speaks for. */
interface Binding {
  organizationId: number
  mostMs: number
  accounts: readonly number[] | undefined
}
type BoundClient = pg.PoolClient & { speaksFor?: Binding }
type Connect = () => Promise<pg.PoolClient>

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/** Each is lent for one statement. */
export const MOST_APART = 2
/** A request that gets no connection for so long is told to come again. */
const WAIT_FOR_CONNECTION_MS = 30_000

/**
 * They end with the transaction, so that the connection speaks for nobody afterwards: a pooler may give it to anybody then. With several nodes, settings
 * reach the others when `set local` makes them, and neither by a function nor with a parameter. The role must not: each node is asked as whoever asks here, so that
 * a function of the owner is the owner there, too.
 */
const settings = ({ organizationId, mostMs, accounts }: Binding): string[] => [
  // The role of requests that see some accounts alone: server/db/migrations/0107-token-accounts.sql.
  `select set_config('role', '${accounts ? 'motto_limited' : 'motto_app'}', true)`,
  `set local app.organization_id = '${Number(organizationId)}'`,
  ...(accounts ? [`set local app.accounts = '{${accounts.map(Number).join(',')}}'`] : []),
  `set local statement_timeout = ${Number(mostMs)}`,
]

/** How many connections each pool may have. */
export interface PoolSizes {
  organizations: number
  system: number
}

/**
 * Pools on one database: as the owner, as the role that row-level security binds, and a small one for `apart`. A request that holds a connection
 * of the first two asks for one apart: in the same pool, requests could wait for each other. Behind a pooler, a connection keeps nothing from one
 * transaction to the next, so that nothing is prepared.
 */
export function openPools(connection: DatabaseConnection, sizes: PoolSizes | number = 10, log?: Log): Database {
  const { organizations: mostBound, system: mostSystem } =
    typeof sizes === 'number' ? { organizations: sizes, system: sizes } : sizes
  const statements = { count: 0 }
  const isPrepared = !connection.pooler
  const plans = { once: true }
  const pool = (max: number, prepare: (client: BoundClient) => void) =>
    new pg.Pool({
      ...connection,
      max,
      pipeline: true,
      connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    } as pg.PoolConfig)
      // A connection may break (a restarted database), idle or lent out between two statements; the pool replaces it, the next query reports what matters.
      .on('error', () => undefined)
      .on('connect', (client) => {
        client.on('error', () => undefined)
        writeTogether(client)
        prepare(client)
        if (isPrepared)
          prepareRepeated(client, () => ((client as BoundClient).speaksFor?.accounts ? '_limited' : ''), plans)
      })
  const system = pool(mostSystem, (client) => sendOpeningsAlong(client))
  const apart = pool(Math.min(mostSystem, MOST_APART), (client) => sendOpeningsAlong(client))
  const bound = pool(mostBound, (client) => sendOpeningsAlong(client, () => bindingOf(client)))

  const connectAs =
    (speaksFor: Binding): Connect =>
    async () =>
      Object.assign(await lend('organizations', bound), { speaksFor })
  const open = (connect: Connect) =>
    pipelineTransactions(
      new Kysely<DB>({
        dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } as never }),
        plugins,
        log: (event) => {
          statements.count += 1
          noteStatement(event, log)
        },
      }),
    )
  const organizations = new Map<string, Kysely<DB>>()
  return {
    system: open(() => lend('system', system)),
    apart: open(() => lend('apart', apart)),
    forOrganization(organizationId, mostMs = 0, accounts) {
      const key = `${organizationId}/${mostMs}/${accounts?.join(',') ?? 'all'}`
      const known = organizations.get(key)
      if (known) return known
      if (organizations.size > 1000) organizations.clear()
      const fresh = open(connectAs({ organizationId, mostMs, accounts }))
      organizations.set(key, fresh)
      return fresh
    },
    statements,
    connection,
    plans,
    pools: () => ({ organizations: stateOf(bound), system: stateOf(system), apart: stateOf(apart) }),
    close: async () => {
      await Promise.all([system.end(), apart.end(), bound.end()])
    },
  }
}

const stateOf = ({ options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  most: options.max,
  lent: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** Lends a connection once there is one. */
async function lend(name: PoolName, pool: pg.Pool): Promise<pg.PoolClient> {
  const waited = poolWaitSeconds.startTimer({ pool: name })
  try {
    return await pool.connect()
  } finally {
    waited()
  }
}

/** @throws Error for a connection that was lent for nobody, which would speak as the owner */
function bindingOf({ speaksFor }: BoundClient): string[] {
  if (!speaksFor) throw new Error('A connection of an organization was used for none')
  return settings(speaksFor)
}
