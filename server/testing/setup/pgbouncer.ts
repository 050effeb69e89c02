import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseConnection } from '../../db/connection/open-database.ts'
import { until } from './until.ts'

/** Where Debian's package puts it. */
const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPgbouncer = existsSync(PROGRAM)

/**
 * PgBouncer in transaction mode before a database server.
 * @param poolSize connections to each database: fewer than clients have, so that these meet each other's
 * @returns how to reach a database of that server through it
 */
export async function startPgbouncer(
  server: pg.PoolConfig,
  poolSize: number,
): Promise<{ server: pg.PoolConfig; to(database: pg.PoolConfig): DatabaseConnection; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pgb-'))
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${server.user}" ""\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
pool_mode = transaction
listen_addr =
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = trust
auth_file = ${users}
default_pool_size = ${poolSize}
max_client_conn = 1000
`,
  )
  const child = spawn(...asAnybody(folder, settings))
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const here = { host: folder, port: 6432, user: server.user }
  await until('PgBouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    return answers({ ...here, database: server.database })
  })
  return {
    server: here,
    to: (database) => behind(here, database),
    stop: async () => {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A database as reached through a pooler; listeners go past it. */
export const behind = (pooler: pg.PoolConfig, direct: pg.PoolConfig): DatabaseConnection => ({
  ...pooler,
  database: direct.database,
  pooler: { listening: direct },
})

/** It refuses to run as root. In a user namespace it is `nobody` to itself and root to the files, as the embedded database is. */
function asAnybody(folder: string, settings: string): [string, string[]] {
  if (process.getuid?.() !== 0) return [PROGRAM, [settings]]
  chmodSync(folder, 0o755)
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', PROGRAM, settings]]
}

async function answers(connection: pg.PoolConfig): Promise<true | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return undefined // not yet
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await exited
}
