import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { DatabaseConnection } from './open-database.ts'

const CONNECT_MS = 10_000
/** A notification takes milliseconds; a pooler that loses it never delivers it. */
const HEAR_MS = 2_000

/** What a connected client knows besides what its types tell. */
type Connected = pg.Client & { processID: number | null }

/**
 * Finds out whether a pooler stands between us and the database, by what both say of the process that serves the connection.
 * @param listening leads past the pooler; without it, ways are tried
 * @throws StartError where there is a pooler and no way to listen for notifications
 */
export async function throughPooler(
  connection: pg.PoolConfig & { connectionString: string },
  listening: string | undefined,
): Promise<DatabaseConnection> {
  if (listening) {
    if (!(await hears({ connectionString: listening }, connection)))
      throw new StartError(
        'DATABASE_LISTEN_URL must lead to the database of DATABASE_URL, past any pooler in transaction mode: notifications sent through one did not arrive at the other.',
      )
    return { ...connection, pooler: { listening: { connectionString: listening } } }
  }
  const { isPooled, server } = await look(connection)
  if (!isPooled) return connection
  const ways = [connection, ...(server ? [{ connectionString: at(connection.connectionString, server) }] : [])]
  for (const way of ways) if (await hears(way, connection)) return { ...connection, pooler: { listening: way } }
  throw new StartError(
    'DATABASE_URL leads to a pooler in transaction mode, which passes no notifications on: set DATABASE_LISTEN_URL to the address of the database itself, for example postgres://motto:password@127.0.0.1:5432/motto.',
  )
}

interface Server {
  host: string
  port: number
}

async function look(connection: pg.PoolConfig): Promise<{ isPooled: boolean; server: Server | undefined }> {
  const client = await connect(connection)
  try {
    const { rows } = await client.query<{ pid: number; host: string | null; port: number | null }>(
      'select pg_backend_pid() as pid, host(inet_server_addr()) as host, inet_server_port() as port',
    )
    const { pid, host, port } = rows[0] ?? { pid: null, host: null, port: null }
    return { isPooled: client.processID !== pid, server: host && port ? { host, port } : undefined }
  } finally {
    await client.end()
  }
}

function at(address: string, { host, port }: Server): string {
  const url = new URL(address)
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  return url.href
}

/** Whether a notification that is sent over one connection arrives at a listener on the other. */
async function hears(listening: pg.PoolConfig, sending: pg.PoolConfig): Promise<boolean> {
  let listener: pg.Client | undefined
  let sender: pg.Client | undefined
  const channel = `motto_probe_${randomUUID().replaceAll('-', '')}`
  const waiting = new AbortController()
  try {
    listener = await connect(listening)
    const arrival = new Promise<true>((resolve) => listener?.on('notification', () => resolve(true)))
    await listener.query(`listen ${channel}`)
    sender = await connect(sending)
    await sender.query(`select pg_notify($1, '')`, [channel])
    const silence = delay(HEAR_MS, false as const, { signal: waiting.signal }).catch(() => false as const)
    return await Promise.race([arrival, silence])
  } catch {
    return false // not a way, whatever the reason: who asks tries another one, or tells what to set
  } finally {
    waiting.abort()
    // In a pooler's hands the channel would stay with whoever gets the connection next.
    await listener?.query(`unlisten ${channel}`).catch(() => undefined)
    await Promise.all([listener?.end(), sender?.end()])
  }
}

async function connect(connection: pg.PoolConfig): Promise<Connected> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {}) // it also rejects the call that waits
  await client.connect()
  return client as Connected
}
