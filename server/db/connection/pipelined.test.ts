import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'
import { onTheirWay, pipelineTransactions, together } from './pipelined.ts'
import { type Database, openPools } from './pools.ts'

let database: Database
beforeAll(async () => {
  database = openPools(await testDatabase(), 1)
  await sql`create table steps (id bigint primary key, place bigint generated always as identity)`.execute(
    database.system,
  )
})
afterAll(() => database.close())

const put = (db: Database['system'], id: number) =>
  sql<{ id: number }>`insert into steps (id) values (${id}) returning id`.execute(db).then(({ rows }) => rows[0]?.id)
const saved = async () =>
  (await sql<{ id: number }>`select id from steps order by place`.execute(database.system)).rows.map(({ id }) => id)

/** A driver that notes what it is sent and answers when it is told to. */
function silentDriver() {
  const sent: string[] = []
  const answers: (() => void)[] = []
  class Silent extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: <R>(query: { sql: string }): Promise<QueryResult<R>> => {
          sent.push(query.sql)
          return new Promise((done) => answers.push(() => done({ rows: [] })))
        },
        async *streamQuery() {
          yield* []
        },
      }
    }
  }
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Silent(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { sent, db, answer: () => answers.splice(0).forEach((tell) => tell()) }
}

describe('statements of a transaction that are asked for at once', () => {
  it('are all sent before the first is answered', async () => {
    const { sent, db, answer } = silentDriver()
    const done = pipelineTransactions(db)
      .transaction()
      .execute((inner) =>
        Promise.all([sql`select 1`.execute(inner), sql`select 2`.execute(inner), sql`select 3`.execute(inner)]),
      )
    await onTheirWay()
    expect(sent).toEqual(['select 1', 'select 2', 'select 3'])
    answer()
    expect(await done).toHaveLength(3)
  })

  it('are carried out in their order, and each gets its own answer', async () => {
    const ids = await database.system.transaction().execute((db) => Promise.all([3, 1, 2].map((id) => put(db, id))))
    expect(ids).toEqual([3, 1, 2])
    expect(await saved()).toEqual([3, 1, 2])
  })

  it('are refused behind one that fails, for its reason, and nothing of the transaction stays', async () => {
    const outcomes = await database.system
      .transaction()
      .execute(async (db) => {
        const all = await Promise.allSettled([put(db, 4), put(db, 1), put(db, 5)])
        throw Object.assign(new Error('undone'), { all })
      })
      .catch(({ all }: { all: PromiseSettledResult<number>[] }) => all)
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 4 },
      { status: 'rejected', reason: { code: '23505' } },
      { status: 'rejected', reason: { code: '23505' } },
    ])
    expect(await saved()).toEqual([3, 1, 2])
  })

  it('come before the commit where nobody waits for their answers', async () => {
    let late: Promise<number | undefined> | undefined
    await database.system.transaction().execute(async (db) => {
      late = put(db, 6)
      await onTheirWay()
    })
    expect(await late).toBe(6)
    expect(await saved()).toEqual([3, 1, 2, 6])
  })

  it('are over when all of them are, and fail with what failed first', async () => {
    const settled: string[] = []
    const late = Promise.withResolvers<void>()
    const parts = together([
      late.promise.then(() => settled.push('late')),
      Promise.reject(new Error('the first')),
      late.promise.then(() => Promise.reject(new Error('the second'))),
    ])
    const outcome = parts.catch((error: Error) => settled.push(error.message))
    await onTheirWay()
    expect(settled).toEqual([])
    late.resolve()
    await outcome
    expect(settled).toEqual(['late', 'the first'])
    expect(await together([1, Promise.resolve('two')])).toEqual([1, 'two'])
  })
})
