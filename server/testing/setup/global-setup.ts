import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { temporaryFolder } from './memory.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all test files of a run share; `testDatabase` makes a database of one's own in it. */
    database: pg.PoolConfig
    /** Where a pooler stands before that server, with `POOLER=pgbouncer`: then the tests' databases are reached through it. */
    pooler: pg.PoolConfig | undefined
    /** With `CITUS_URL`: a database with several nodes, beside which test files get theirs. */
    nodes: string | undefined
    /** Where files are that several test files of a run use. It goes with the run. */
    shared: string
  }
}

const CONNECTIONS = 20

/** Nothing in it has to survive the run. */
const unsafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  max_wal_size: '256MB',
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A database has a thousand files: to copy and remove them in memory takes a fifth of the processor time that a disk takes.
  const dataDir = temporaryFolder()
  const shared = join(dataDir, 'shared')
  mkdirSync(shared)
  project.provide('shared', shared)
  const database = await startEmbedded({ dataDir, log: (line) => console.error(line), settings: unsafe, sync: false })
  // Few enough connections that statements of one client go over several, enough that tests that hold some do not stop.
  const pgbouncer =
    process.env['POOLER'] === 'pgbouncer' ? await startPgbouncer(database.connection, CONNECTIONS) : undefined
  project.provide('database', database.connection)
  project.provide('pooler', pgbouncer?.server)
  project.provide('nodes', process.env['CITUS_URL'])
  return async () => {
    await pgbouncer?.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
