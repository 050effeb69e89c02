import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseConnection } from '../../db/connection/open-database.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { openQueue } from '../../jobs/queue.ts'
import { openLog } from '../../log.ts'
import { dropSpread, spreadDatabase } from '../nodes/spread.ts'
import { behind } from './pgbouncer.ts'

const template = 'motto_template'
/** Any number that nothing else locks. */
const TEMPLATE_LOCK = 7_040_001

/** Of the test file that runs now. */
const databases: string[] = []

/** A fresh, migrated database for one test file, which goes with the file; with CITUS_URL on several nodes. @returns what `pg.Pool` takes */
export async function testDatabase(): Promise<DatabaseConnection> {
  const nodes = inject('nodes')
  if (nodes) return spreadDatabase(nodes)
  const server = inject('database')
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await ensureTemplate(admin, server)
    const database = `test_${randomUUID().replaceAll('-', '')}`
    // Copied as files: copied through the log it took twice the processor time.
    await admin.query(`create database ${database} template ${template} strategy file_copy`)
    databases.push(database)
    const pooler = inject('pooler')
    const direct = { ...server, database }
    return pooler ? behind(pooler, direct) : direct
  } finally {
    await admin.end()
  }
}

/** A database with nothing in it. It goes with the file. @returns what `pg.Pool` takes */
export async function emptyDatabase(): Promise<pg.PoolConfig> {
  const server = inject('database')
  const admin = new pg.Client(server)
  await admin.connect()
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${database}`).finally(() => admin.end())
  databases.push(database)
  return { ...server, database }
}

/** Removes the databases of a test file that is over: the server keeps them in memory. One that is still connected goes with the run. */
export async function dropDatabases(): Promise<void> {
  const nodes = inject('nodes')
  if (nodes) await dropSpread(nodes)
  if (databases.length === 0) return
  const admin = new pg.Client(inject('database'))
  await admin.connect()
  try {
    for (const database of databases.splice(0))
      if (await isLeft(admin, database)) await admin.query(`drop database ${database}`)
  } finally {
    await admin.end()
  }
}

/** A connection that was closed takes the server a moment. */
async function isLeft(admin: pg.Client, database: string): Promise<boolean> {
  for (let looks = 0; looks < 10; looks += 1) {
    const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [database])
    if (!rowCount) return true
    await delay(20)
  }
  return false
}

/** The first test file of a run migrates; the others wait for it, then clone. */
async function ensureTemplate(admin: pg.Client, server: pg.PoolConfig): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [template])
  if (!rowCount) {
    await admin.query(`drop database if exists ${template}`)
    await admin.query(`create database ${template}`)
    const connection = { ...server, database: template }
    await migrate(connection)
    // Its tables and functions are made once, too: to make them anew for each file took as much of the database as all else at a start.
    const queue = await openQueue(connection, false, openLog('silent'))
    await queue.stop()
    await admin.query(`alter database ${template} is_template true`)
  }
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
}
