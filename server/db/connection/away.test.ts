import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BreakingDatabase, breakingDatabase } from '../../testing/setup/breaking.ts'
import { testDatabase } from '../../testing/setup/database.ts'
import { CommitLost, isAway, isBroken } from './away.ts'
import { type Database, openPools } from './pools.ts'

const failure = (message: string, parts: object = {}) => Object.assign(new Error(message), parts)

describe('a failure of the connection to the database', () => {
  it.each([
    ['write EPIPE', { code: 'EPIPE', syscall: 'write' }],
    ['read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' }],
    ['read ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'read' }],
    ['Connection terminated unexpectedly', {}],
    ['terminating connection due to administrator command', { code: '57P01' }],
    ['terminating connection because of crash of another server process', { code: '57P02' }],
    ['connection failure', { code: '08006' }],
  ])('"%s" means that the database is away, after it may have read the statement', (message, parts) => {
    expect([isAway(failure(message, parts)), isBroken(failure(message, parts))]).toEqual([true, true])
  })
  it.each([
    ['Client has encountered a connection error and is not queryable'],
    ['Client was closed and is not queryable'],
  ])('"%s" means that the statement was never sent', (message) => {
    expect([isAway(failure(message)), isBroken(failure(message))]).toEqual([true, false])
  })
  it('a refused statement does not mean that the database is away', () => {
    expect(isAway(failure('duplicate key', { code: '23505' }))).toBe(false)
    expect(isAway('EPIPE')).toBe(false)
  })
})

describe('a transaction whose connection breaks', () => {
  let line: BreakingDatabase
  let database: Database
  let beside: Database
  beforeAll(async () => {
    const connection = await testDatabase()
    line = await breakingDatabase(connection)
    database = openPools(line.connection, 1)
    beside = openPools(connection, 1)
    await sql`create table notes (id bigint primary key)`.execute(beside.system)
  })
  afterAll(async () => {
    await Promise.all([database.close(), beside.close()])
    await line.stop()
  })

  const insert = (id: number) =>
    database.system.transaction().execute((db) => sql`insert into notes values (${id})`.execute(db))
  const isSaved = async (id: number) => {
    const { rows } = await sql`select from notes where id = ${id}`.execute(beside.system)
    return rows.length > 0
  }

  it('is told as lost when the database committed it without being able to answer', async () => {
    line.breakNextCommit('unanswered')
    await expect(insert(1)).rejects.toBeInstanceOf(CommitLost)
    expect(await isSaved(1)).toBe(true)
  })
  it('is told as lost when its commit may have arrived and did not', async () => {
    line.breakNextCommit('unsent')
    await expect(insert(2)).rejects.toBeInstanceOf(CommitLost)
    expect(await isSaved(2)).toBe(false)
  })
  it('is told as not saved when the connection broke before its commit', async () => {
    const outcome = database.system.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from (values (3)) ids`.execute(db)
      await sql`insert into notes values (3)`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(beside.system)
      await sql`select 1`.execute(db)
    })
    const error: unknown = await outcome.catch((failed: unknown) => failed)
    expect([error instanceof CommitLost, isAway(error), await isSaved(3)]).toEqual([false, true, false])
  })
  it('leaves a pool that serves the next transaction', async () => {
    await insert(4)
    expect(await isSaved(4)).toBe(true)
  })
})
