import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { temporaryFolder } from '#server/testing/setup/memory.ts'
import { type Motto, startMotto } from './motto.ts'
import { copyInto, type OnStage } from './stage.ts'

/** What a journey needs of a running Motto, whoever started it and however many processes it is. */
export type Running = Pick<Motto, 'url' | 'dataDir' | 'sandboxUrl' | 'stop'>

/**
 * The Motto that all journeys of a run share, for those that need no process of their own: their organization is theirs alone. Addresses of
 * people are to be their own, too, and the sandbox is not to be used: its shops are everybody's.
 */
export async function sharedMotto(): Promise<Running & Pick<OnStage, 'connection'>> {
  const { starts, ...running } = await ask<OnStage>('motto')
  return { ...running, stop: async () => void (await ask(`${starts}`, 'DELETE')) }
}

/** A Motto of one's own, with an empty, migrated database. @param env over the defaults, as an operator would set them */
export async function ownMotto(env: Record<string, string> = {}): Promise<Motto> {
  const dataDir = await preparedFolder()
  const motto = await startMotto({ DATA_DIR: dataDir, ...env })
  const stop = async () => {
    await motto.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...motto, stop }
}

/** A data folder of one's own with an empty, migrated database, in memory where there is room: in a third of the time that making one takes. */
export async function preparedFolder(): Promise<string> {
  const dataDir = temporaryFolder()
  await copyInto(dataDir, await ask<string>('prepared'))
  return dataDir
}

async function ask<T>(what: string, method = 'GET'): Promise<T> {
  const response = await fetch(`${inject('stage')}/${what}`, { method })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return (text ? JSON.parse(text) : undefined) as T
}

/**
 * Runs a statement that locks one row, and keeps the lock: work on many rows waits when it comes to this one, so that it is seen under way however
 * quick the machine is. @returns what lets go of the row, and leaves it as it was
 */
export async function holdRow(
  connection: pg.PoolConfig,
  statement: string,
  values: readonly unknown[],
): Promise<() => Promise<void>> {
  const client = new pg.Client(connection)
  // The database may be killed with the Motto that it belongs to.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  const { rowCount } = await client.query(statement, [...values])
  if (rowCount !== 1) throw new Error(`${rowCount} rows are held, not one: ${statement}`)
  return () => client.end()
}

/** The database that a Motto runs in its own data folder, by what PostgreSQL noted there: its port and its socket's folder. */
export function embeddedDatabase(dataDir: string): pg.PoolConfig {
  const [, , , port, host] = readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')
  if (!host) throw new Error(`No database runs in ${dataDir}.`)
  return { host, port: Number(port), user: 'motto', database: 'motto' }
}
