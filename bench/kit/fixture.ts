import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedFixture } from '#seed/fixture-account.ts'
import { makeSession } from '#seed/make.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import type { fixtureSizes } from '#seed/fixture.ts'

export type Size = keyof typeof fixtureSizes
/** A server with a fixture behind it, and somebody signed in. */
export interface Shop {
  size: string
  products: number
  server: RunningServer
  connection: pg.PoolConfig
  organizationId: number
  cookie: string
  /** Another session of the same person. @returns its cookie */
  signIn(): Promise<string>
  stop(): Promise<void>
}

/** The folder of a fixture. With `--data DIR` it is kept in `DIR/<size>` and found there again; else it is made and thrown away. */
export async function folderOf(
  size: Size,
  data: string | undefined,
): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'motto-bench-')))
  const dataDir = join(folder, size)
  if (!existsSync(join(dataDir, 'db'))) await seedFixture({ size, dataDir, log: (line) => console.error(line) })
  return {
    dataDir,
    remove: async () => void (data === undefined && (await rm(folder, { recursive: true, force: true }))),
  }
}

/**
 * Starts Motto on a fixture, in this process; on the database of DATABASE_URL, where it is set.
 * @param role `api` where nothing is to happen but answers
 */
export async function openShop(size: Size, data: string | undefined, role: 'all' | 'api'): Promise<Shop> {
  const databaseUrl = process.env['DATABASE_URL']
  const { dataDir, remove } = databaseUrl ? { dataDir: tmpdir(), remove: async () => {} } : await folderOf(size, data)
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'only-for-measuring-0123456789abcdef',
  })
  const database = await openDatabase({ databaseUrl, dataDir, log: (line) => console.error(line) })
  const server = await startServer({ config: { ...config, role }, connection: database.connection })
  const { system } = server.services.database
  const { organizationId, products } = await system
    .selectFrom('organizationCounts')
    .select(['organizationId', 'products'])
    .orderBy('products', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { userId } = await system
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  const signIn = () => makeSession(server.services, userId, organizationId)
  return {
    size,
    products,
    server,
    connection: database.connection,
    organizationId,
    cookie: await signIn(),
    signIn,
    stop: async () => {
      await server.stop()
      await database.stop()
      await remove()
    },
  }
}
