import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'
import { until } from '../../testing/setup/until.ts'
import { type Database, openPools } from './pools.ts'

let database: Database
let beside: Database
beforeAll(async () => {
  const connection = await testDatabase()
  database = openPools(connection, 1)
  beside = openPools(connection, 1)
})
afterAll(() => Promise.all([database.close(), beside.close()]))

// Nobody waits for an answer then, so the break is told to nobody: unheard, it would end the process.
it('a connection that breaks between two statements fails the next one, and another takes its place', async () => {
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const lost = database.system.transaction().execute(async (db) => {
    const [{ pid } = { pid: 0 }] = (await backend.execute(db)).rows
    await sql`select pg_terminate_backend(${pid})`.execute(beside.system)
    await until('the connection is gone', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(beside.system)
      return rows.length === 0 || undefined
    })
    await backend.execute(db)
  })
  await expect(lost).rejects.toThrow(/terminat|not queryable/)
  expect((await backend.execute(database.system)).rows).toHaveLength(1)
})
