import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareRepeated } from './prepared.ts'
import type { DB } from '../types.ts'
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
  /** Bound to one organization by row-level security, whatever the query says. */
  forOrganization(organizationId: number): Kysely<DB>
  /** Statements sent so far, for the test that counts them. */
  statements: { count: number }
  connection: pg.PoolConfig
  close(): Promise<void>
}

/** The organization that a connection was last set to; it is set again only for another one. */
interface Bound {
  boundTo?: number
}
type Connect = () => Promise<pg.PoolClient>

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/** Each is lent for one statement. */
const MOST_APART = 2

/**
 * Pools on one database: as the owner, as the role that row-level security binds, and a small one for `apart`. A request that holds a connection
 * of the first two asks for one apart: in the same pool, requests could wait for each other.
 * @param max connections of each of the first two
 */
export function openPools(connection: pg.PoolConfig, max = 10): Database {
  const statements = { count: 0 }
  const shared = { ...connection, max, pipeline: true }
  const system = new pg.Pool(shared)
  const apart = new pg.Pool({ ...shared, max: Math.min(max, MOST_APART) })
  const bound = new pg.Pool({ ...shared, options: `${connection.options ?? ''} -c role=motto_app`.trim() })
  // A connection may break (a restarted database), idle or lent out between two statements; the pool replaces it, the next query reports what matters.
  for (const pool of [system, apart, bound]) {
    pool
      .on('error', () => undefined)
      .on('connect', (client) => {
        client.on('error', () => undefined)
        sendOpeningsAlong(client)
        prepareRepeated(client)
      })
  }

  const connectAs =
    (organizationId: number): Connect =>
    async () => {
      const client = await bound.connect()
      const state: Bound = client as pg.PoolClient & Bound
      if (state.boundTo !== organizationId) {
        try {
          await client.query(`select set_config('app.organization_id', $1, false)`, [String(organizationId)])
        } catch (error) {
          client.release(true)
          throw error
        }
        state.boundTo = organizationId
      }
      return client
    }
  const open = (connect: Connect) =>
    new Kysely<DB>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } as never }),
      plugins,
      log: () => {
        statements.count += 1
      },
    })
  const organizations = new Map<number, Kysely<DB>>()
  return {
    system: open(() => system.connect()),
    apart: open(() => apart.connect()),
    forOrganization(organizationId) {
      const known = organizations.get(organizationId)
      if (known) return known
      if (organizations.size > 1000) organizations.clear()
      const fresh = open(connectAs(organizationId))
      organizations.set(organizationId, fresh)
      return fresh
    },
    statements,
    connection,
    close: async () => {
      await Promise.all([system.end(), apart.end(), bound.end()])
    },
  }
}
