import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'
import { type Database, openPools } from './pools.ts'
import { plannedOnce } from './prepared.ts'

/** One connection, so that everything happens on the one that keeps the statements. */
let database: Database
beforeAll(async () => {
  database = openPools(await testDatabase(), 1)
  await sql`create table things (id bigint primary key, name text not null)`.execute(database.system)
  await sql`insert into things values (1, 'one'), (2, 'two')`.execute(database.system)
})
afterAll(() => database.close())

const thing = (id: number) =>
  sql<Record<string, unknown>>`select * from things where id = ${id}`
    .execute(database.system)
    .then(({ rows }) => rows[0])
const statements = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.system)).rows.map(
    (row) => row.statement,
  )
const times = async (count: number, ask: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await ask(n)
}

describe('statements that come again', () => {
  it('are kept by the connection once they repeat, and answer for each value', async () => {
    await thing(1)
    expect(await statements()).not.toContain('select * from things where id = $1')
    await times(8, (n) => thing(1 + (n % 2)))
    expect(await statements()).toContain('select * from things where id = $1')
    expect([await thing(1), await thing(2), await thing(3)]).toEqual([
      { id: 1, name: 'one' },
      { id: 2, name: 'two' },
      undefined,
    ])
  })

  it('work after one of them has failed, alone and in a transaction', async () => {
    const insert = (db: Database['system']) => sql`insert into things values (${1}, ${'again'})`.execute(db)
    await times(5, () => expect(insert(database.system)).rejects.toMatchObject({ code: '23505' }))
    await expect(
      database.system.transaction().execute(async (db) => {
        await sql`delete from things where id = ${2}`.execute(db)
        await insert(db)
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await thing(2)).toEqual({ id: 2, name: 'two' })
  })

  it('follow a table that was changed meanwhile', async () => {
    await times(5, () => thing(1))
    await sql`alter table things add column size int not null default 7`.execute(database.system)
    expect(await thing(1)).toEqual({ id: 1, name: 'one', size: 7 })
    expect(await thing(2)).toEqual({ id: 2, name: 'two', size: 7 })
  })

  it('fail a transaction that meets a changed table with the cause, and serve the next one', async () => {
    await times(5, () => thing(1))
    await sql`alter table things drop column size`.execute(database.system)
    const within = () =>
      database.system
        .transaction()
        .execute((db) => sql`select * from things where id = ${1}`.execute(db).then(({ rows }) => rows))
    await expect(within()).rejects.toThrow('cached plan must not change result type')
    expect(await within()).toEqual([{ id: 1, name: 'one' }])
  })

  it('are planned once where they say so, also after one of them has failed', async () => {
    await sql`insert into things select n, 'thing' from generate_series(100, 3000) n`.execute(database.system)
    await sql`analyze things`.execute(database.system)
    const list = (db: Database['system'], ids: number[], divisor = 1) =>
      sql`select ${plannedOnce} t.id / ${divisor}::int as id from unnest(${ids}::bigint[]) as asked(id) join things t on t.id = asked.id join things other on other.id = t.id`.execute(
        db,
      )
    await times(4, () => list(database.system, [100]))
    await expect(list(database.system, [100], 0)).rejects.toMatchObject({ code: '22012' })
    await expect(database.system.transaction().execute((db) => list(db, [100], 0))).rejects.toMatchObject({
      code: '22012',
    })
    const within = await database.system.transaction().execute((db) => list(db, [101, 102]))
    expect(within.rows).toEqual([{ id: 101 }, { id: 102 }])
    await times(8, () => list(database.system, [100]))
    const { rows } = await sql<Record<string, string>>`
      select custom_plans, current_setting('plan_cache_mode') as mode from pg_prepared_statements where statement like '%planned once%'`.execute(
      database.system,
    )
    expect(rows).toEqual([{ customPlans: 0, mode: 'auto' }])
  })

  it('are kept up to a bound; the others go as they are', async () => {
    await times(300, async (n) => times(3, () => sql`select ${n}::int as ${sql.raw(`n${n}`)}`.execute(database.system)))
    expect((await statements()).length).toBeLessThanOrEqual(200)
    expect((await sql`select ${1}::int as n299`.execute(database.system)).rows).toEqual([{ n299: 1 }])
  })
})
