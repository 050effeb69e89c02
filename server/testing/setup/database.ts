import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseConnection } from '../../db/connection/open-database.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { behind } from './pgbouncer.ts'

const template = 'motto_template'
/** Any number that nothing else locks. */
const TEMPLATE_LOCK = 7_040_001

/** A fresh, migrated database for one test file. It goes with the run. @returns what `pg.Pool` takes */
export async function testDatabase(): Promise<DatabaseConnection> {
  const server = inject('database')
  const admin = new pg.Client(server)
  await admin.connect()
  try {
    await ensureTemplate(admin, server)
    const database = `test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${database} template ${template}`)
    const pooler = inject('pooler')
    const direct = { ...server, database }
    return pooler ? behind(pooler, direct) : direct
  } finally {
    await admin.end()
  }
}

/** A database with nothing in it. It goes with the run. @returns what `pg.Pool` takes */
export async function emptyDatabase(): Promise<pg.PoolConfig> {
  const server = inject('database')
  const admin = new pg.Client(server)
  await admin.connect()
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${database}`).finally(() => admin.end())
  return { ...server, database }
}

/** The first test file of a run migrates; the others wait for it, then clone. */
async function ensureTemplate(admin: pg.Client, server: pg.PoolConfig): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [template])
  if (!rowCount) {
    await admin.query(`drop database if exists ${template}`)
    await admin.query(`create database ${template}`)
    await migrate({ ...server, database: template })
    await admin.query(`alter database ${template} is_template true`)
  }
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
}
