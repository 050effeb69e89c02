import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { testDatabase } from './database.ts'

async function ask<T>(connection: pg.PoolConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

describe('a database for tests', () => {
  it('is migrated, and no other test file sees what is written to it', async () => {
    const [first, two] = await Promise.all([testDatabase(), testDatabase()])
    expect(first.database).not.toBe(two.database)
    await ask(first, 'create table only_here (n int)')
    const tables = (connection: pg.PoolConfig) =>
      ask<{ name: string }>(
        connection,
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
    const names = (await tables(two)).map(({ name }) => name)
    expect(names).toContain('organizations')
    expect(names).not.toContain('only_here')
  })
})
