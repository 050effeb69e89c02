import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { distribute } from './distribute.ts'

/** Enough for some dozens of nodes; each table has so many parts. */
const SHARDS = '32'

/** `node server/cli/distribute.ts`: spreads organizations over the nodes of the database. Says what it did. @throws StartError */
export async function distributeCommand(words: readonly string[]): Promise<string> {
  const { values } = parseArgs({ args: [...words], options: { shards: { type: 'string', default: SHARDS } } })
  const shards = Number(values.shards)
  if (!Number.isInteger(shards) || shards < 1)
    throw new StartError(`--shards ${values.shards} is not a whole number from 1: leave it out for ${SHARDS}.`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl)
    throw new StartError(
      'DATABASE_URL names no database: it has to name one with the extension citus. The embedded database has one node.',
    )
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
  })
  try {
    await refuseUnready(db)
    await distribute(db, shards)
    return `Organizations are spread over ${await workers(db)} nodes.`
  } finally {
    await db.destroy()
  }
}

/** @throws StartError where Motto's tables or nodes are missing */
async function refuseUnready(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ citus: boolean; motto: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as citus, to_regclass('public.organizations') is not null as motto`.execute(
    db,
  )
  if (!rows[0]?.citus)
    throw new StartError(
      'The database of DATABASE_URL lacks the extension citus: create it on each node, as docs/decisions/0017-many-nodes.md says.',
    )
  if (!rows[0].motto)
    throw new StartError(
      'The database of DATABASE_URL has no tables of Motto yet: start Motto once, then run this again.',
    )
  if ((await workers(db)) === 0)
    throw new StartError('The database of DATABASE_URL knows no other node: add one with citus_add_node.')
}

async function workers(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
