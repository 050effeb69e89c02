import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { startServer } from './main.ts'
import { testDatabase } from './testing/setup/database.ts'

it('a port that is taken ends the start, and leaves no connection to the database behind', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = await testDatabase()
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'motto-main-')),
    PORT: String((server.address() as AddressInfo).port),
    LOG_LEVEL: 'silent',
  })
  await expect(startServer({ config, connection })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const client = new pg.Client(connection)
  await client.connect()
  const others = async () =>
    (
      await client.query(
        'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rows[0] as { n: number }
  await vi.waitFor(async () => expect(await others()).toEqual({ n: 0 }), { timeout: 10_000 })
  await client.end()
  server.close()
})
