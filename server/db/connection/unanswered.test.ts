import { AbortedTransactionError, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'
import { type Database, openPools } from './pools.ts'
import { sendOpeningsAlong } from './unanswered.ts'

let database: Database
let connection: pg.PoolConfig
beforeAll(async () => {
  connection = await testDatabase()
  database = openPools(connection, 1)
  await sql`create table notes (id bigint primary key)`.execute(database.system)
})
afterAll(() => database.close())

const put = (db: Database['system'], id: number) => sql`insert into notes values (${id})`.execute(db)
const savedIds = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(database.system)).rows.map(({ id }) => id)

/** @returns what makes the database refuse the next `begin`, and nothing besides, as a cancel at that moment does */
function meddle(client: pg.Client): () => void {
  let armed = false
  const { stream } = (client as unknown as { connection: { stream: { write(data: Buffer): boolean } } }).connection
  const write = stream.write.bind(stream)
  stream.write = (data) => {
    const at = armed ? data.indexOf('begin') : -1
    if (at < 0) return write(data)
    armed = false
    const broken = Buffer.from(data)
    broken.write('bogus', at)
    return write(broken)
  }
  return () => (armed = true)
}

describe('transactions whose beginning is not waited for', () => {
  it('keep all or nothing', async () => {
    await database.system.transaction().execute((db) => put(db, 1))
    const failing = database.system.transaction().execute(async (db) => {
      await put(db, 2)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await savedIds()).toEqual([1])
  })

  it('take a part back, and go on with the rest', async () => {
    await database.system.transaction().execute(async (db) => {
      await sql`savepoint part`.execute(db)
      await put(db, 3)
      await expect(put(db, 1)).rejects.toMatchObject({ code: '23505' })
      await sql`rollback to savepoint part`.execute(db)
      await sql`savepoint part`.execute(db)
      await put(db, 4)
      await sql`release savepoint part`.execute(db)
    })
    expect(await savedIds()).toEqual([1, 4])
  })

  it('fail as a whole where a failed statement was passed over', async () => {
    const broken = database.system.transaction().execute(async (db) => {
      await put(db, 1).catch(() => undefined)
      await sql`savepoint late`.execute(db)
      await sql`release savepoint late`.execute(db)
    })
    await expect(broken).rejects.toBeInstanceOf(AbortedTransactionError)
    await put(database.system, 5)
    expect(await savedIds()).toEqual([1, 4, 5])
  })

  it('do nothing more once their beginning failed, and serve the next transaction', async () => {
    const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
    await client.connect()
    sendOpeningsAlong(client)
    // A savepoint outside a transaction is refused.
    await client.query('savepoint nowhere')
    await client.query('select 1')
    await expect(client.query('insert into notes values (6)')).rejects.toMatchObject({ code: '25P01' })
    await client.query('rollback')
    await client.query('begin')
    await client.query('insert into notes values (7)')
    await client.query('commit')
    expect(await savedIds()).toEqual([1, 4, 5, 7])
    await client.end()
  })

  it('DESIGN 2: do nothing at all where begin alone fails, whatever comes first, and keep statements in step', async () => {
    const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
    await client.connect()
    sendOpeningsAlong(client)
    const breakNextBegin = meddle(client)
    const firsts = [
      () => client.query('insert into notes values (100)'),
      () => client.query('insert into notes values ($1)', [101]),
      () => client.query({ name: 'fresh', text: 'insert into notes values ($1 + 0)', values: [102] }),
    ]
    for (const first of firsts) {
      breakNextBegin()
      await client.query('begin')
      await expect(first()).rejects.toMatchObject({ code: '42601' })
      await expect(client.query('insert into notes values ($1)', [103])).rejects.toMatchObject({ code: '42601' })
      await expect(client.query('commit')).rejects.toMatchObject({ code: '42601' })
      await client.query('rollback')
    }
    expect((await savedIds()).filter((id) => id >= 100)).toEqual([])
    for (const first of firsts) {
      await client.query('begin')
      expect(await first()).toMatchObject({ command: 'INSERT', rowCount: 1 })
      await client.query('rollback')
      await client.query('begin')
      await first()
      await client.query('commit')
    }
    expect((await savedIds()).filter((id) => id >= 100)).toEqual([100, 101, 102])
    await client.end()
  })

  it('leave nothing of a failure that is answered after they were undone to whoever has the connection next', async () => {
    const broken = database.system.transaction().execute(async (db) => {
      await put(db, 1).catch(() => undefined)
      await sql`savepoint late`.execute(db)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    await put(database.system, 8)
    expect(await savedIds()).toContain(8)
  })

  it('report a connection that is gone at the statement that follows', async () => {
    const client = new pg.Client({ ...connection, pipeline: true } as pg.ClientConfig)
    client.on('error', () => undefined)
    await client.connect()
    sendOpeningsAlong(client)
    await client.end()
    await client.query('begin')
    await expect(client.query('select 1')).rejects.toThrow('Client was closed')
    await expect(client.query('select 2')).rejects.toThrow('Client was closed')
  })
})
