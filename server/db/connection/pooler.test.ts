import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { jobNames } from '../../jobs/jobs.ts'
import { openEvents } from '../../events.ts'
import { openQueue } from '../../jobs/queue.ts'
import { testDatabase } from '../../testing/setup/database.ts'
import { hasPgbouncer, startPgbouncer } from '../../testing/setup/pgbouncer.ts'
import { until } from '../../testing/setup/until.ts'
import { mustBeBound } from './bound.ts'
import type { DatabaseConnection } from './open-database.ts'
import { throughPooler } from './pooler.ts'
import { type Database, openPools } from './pools.ts'

const log = pino({ level: 'silent' })
/** The database has two connections for many clients, so that each statement may get another one. */
const SHARED = 2
const ROUNDS = 40

// Debian's package `pgbouncer`; where it is not installed, the rules of session-state.test.ts stand in for it.
describe.skipIf(!hasPgbouncer)('behind PgBouncer in transaction mode', () => {
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>
  let direct: pg.PoolConfig
  let pooled: DatabaseConnection
  let database: Database
  beforeAll(async () => {
    direct = await testDatabase()
    pgbouncer = await startPgbouncer(inject('database'), SHARED)
    pooled = pgbouncer.to(direct)
    database = openPools(pooled, 6)
  })
  afterAll(async () => {
    await database.close()
    await pgbouncer.stop()
  })

  const whoAmI = sql<{ role: string; organization: string }>`
    select current_user::text as role, current_setting('app.organization_id', true) as organization`

  it('each statement and transaction speaks for its organization, and those of the owner for none', async () => {
    await expect(mustBeBound(database.forOrganization(1))).resolves.toBeUndefined()
    const single = async (id: number) => (await whoAmI.execute(database.forOrganization(id))).rows[0]
    const inTransaction = (id: number) =>
      database
        .forOrganization(id)
        .transaction()
        .execute(async (db) => {
          const first = (await whoAmI.execute(db)).rows[0]
          expect((await whoAmI.execute(db)).rows[0]).toEqual(first)
          return first
        })
    const owner = async () => (await whoAmI.execute(database.system)).rows[0]
    const rounds = Array.from({ length: ROUNDS }, (_, n) => n + 1)
    const answers = await Promise.all(
      rounds.map(async (id) => ({ id, seen: await Promise.all([single(id), inTransaction(id), owner()]) })),
    )
    for (const { id, seen } of answers) {
      const own = { role: 'motto_app', organization: String(id) }
      expect(seen.slice(0, 2)).toEqual([own, own])
      expect(seen[2]?.role).toBe(direct.user)
      expect(seen[2]?.organization ?? '').toBe('')
    }
  })

  it('statements that repeat are answered though no connection keeps them', async () => {
    const double = (n: number) =>
      sql<{ twice: number }>`select ${n}::int * 2 as twice`.execute(database.forOrganization(1))
    const answers = await Promise.all(Array.from({ length: ROUNDS }, (_, n) => double(n)))
    expect(answers.map(({ rows }) => rows[0]?.twice)).toEqual(Array.from({ length: ROUNDS }, (_, n) => n * 2))
  })

  it('a statement that takes longer than it may is ended, and the next one is not limited by it', async () => {
    await expect(sql`select pg_sleep(30)`.execute(database.forOrganization(1, 50))).rejects.toMatchObject({
      code: '57014',
    })
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
      database.forOrganization(1),
    )
    expect(rows[0]?.limit).toBe('0')
  })

  it('events of one process reach browsers of another', async () => {
    const [sender, receiver] = [openEvents(pooled, log, false), openEvents(pooled, log, true)]
    const heard: unknown[] = []
    receiver.subscribe(7, (event) => heard.push(event))
    // The first thing it hears is that it listens.
    await until('the receiver listens', async () => heard.length > 0 || undefined)
    sender.changed(7, ['orders'])
    await until('the change arrives', async () => heard.length > 1 || undefined)
    expect(heard[1]).toEqual({ event: 'change', data: { areas: ['orders'] } })
    await sender.stop()
    await receiver.stop()
  })

  it('jobs that are queued by one process are done by another at once', async () => {
    const queue = await openQueue(pooled, true, log)
    const [name] = jobNames
    if (!name) throw new Error('there is a job')
    const done = new Promise<unknown>((resolve) => {
      void queue.boss.work(name, { pollingIntervalSeconds: 3600 }, async ([job]) => resolve(job?.data))
    })
    await queue.boss.send(name, { organizationId: 7 })
    expect(await done).toEqual({ organizationId: 7 })
    await queue.stop()
  })

  it('the pooler is noticed, and a start is refused where nothing can listen', async () => {
    const address = ({ host, port, user, database: name }: pg.PoolConfig) =>
      `postgres://${user}@/${name}?host=${encodeURIComponent(host ?? '')}&port=${port}`
    const [around, through] = [address(direct), address(pooled)]
    expect(await throughPooler({ connectionString: around }, undefined)).toEqual({ connectionString: around })
    await expect(throughPooler({ connectionString: through }, undefined)).rejects.toThrow('set DATABASE_LISTEN_URL')
    await expect(throughPooler({ connectionString: through }, through)).rejects.toThrow('DATABASE_LISTEN_URL must lead')
    expect(await throughPooler({ connectionString: through }, around)).toEqual({
      connectionString: through,
      pooler: { listening: { connectionString: around } },
    })
  })
})
