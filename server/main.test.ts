import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { seatHolder } from './features/integrations/quota/seats.ts'
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

it('a start leaves the seats at channels that a process in its place took before it died', async () => {
  const connection = await testDatabase()
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'motto-main-')),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  })
  const first = await startServer({ config, connection })
  const { services } = first
  const { system } = services.database
  await system
    .insertInto('channelSeats')
    .values({
      channel: 'csv',
      accountId: 1,
      lane: 'write',
      seat: 0,
      holder: seatHolder(services),
      heldUntil: new Date(Date.now() + 3_600_000),
    })
    .execute()
  await first.stop()
  const second = await startServer({ config, connection })
  expect(await second.services.database.system.selectFrom('channelSeats').selectAll().execute()).toEqual([])
  await second.stop()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
