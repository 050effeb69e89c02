import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/setup/database.ts'

let client: pg.Client
let address: string
beforeAll(async () => {
  const connection = await testDatabase()
  client = new pg.Client(connection)
  address = `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`
})

/** Runs the command on a folder of its own. @returns its exit code and what it says */
const seed = (...words: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: address, DATA_DIR: mkdtempSync(join(tmpdir(), 'motto-seed-')) }
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'seed.ts'), ...words],
      { env },
      (_error, out, err) => done({ code: child.exitCode ?? -1, output: out + err }),
    )
  })

/** Each command starts a process of its own, on whatever machine. */
describe('npm run seed', { timeout: 120_000 }, () => {
  it('says how it wants to be asked', async () => {
    const [unsized, unknown] = await Promise.all([seed('--size', 'XXL'), seed('--much')])
    expect(unsized).toEqual({ code: 1, output: 'Say how much: npm run seed -- --size S|M|L [--data DIR]\n' })
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('--much')])
  })

  it('keeps its hands off a database that somebody uses, and off one with accounts', async () => {
    await client.connect()
    expect(await seed('--size', 'S')).toEqual({
      code: 1,
      output: 'This database is in use. Stop Motto first, or name an empty one with DATABASE_URL.\n',
    })
    await client.query(`insert into users (email, password_hash) values ('dana@example.com', 'x')`)
    await client.end()
    expect(await seed('--size', 'S')).toEqual({
      code: 1,
      output:
        'There are accounts here already. The products for trying things out go into a new folder: name one with --data.\n',
    })
  })
})
