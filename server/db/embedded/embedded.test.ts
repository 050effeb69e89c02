import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../connection/open-database.ts'
import { temporaryFolder } from '../../testing/setup/memory.ts'
import { startEmbedded } from './embedded.ts'

const root = temporaryFolder()
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
const freshDir = () => join(root, String(++folders))
/** A database that has just been made and stopped. */
let made: string
beforeAll(async () => {
  made = freshDir()
  await (await start(made)).stop()
})
/** A copy of it, with owners and modes, which PostgreSQL insists on: to make one takes longer. */
function madeDir(): string {
  const dataDir = freshDir()
  execFileSync('cp', ['-pR', made, dataDir])
  return dataDir
}
const start = (dataDir: string, more: object = {}) => startEmbedded({ dataDir, log: () => {}, sync: false, ...more })

async function query(database: OpenDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const serverPid = (dataDir: string) => Number(readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')[0])

/** One that has ended, and whose parent has not yet noticed, does nothing any more. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Another process that runs the database of `dataDir`, writes rows one by one and prints each once it is committed. */
async function otherMotto(dataDir: string): Promise<{ app: ChildProcess; acknowledged: () => number }> {
  const script = `
    import pg from 'pg'
    import { startEmbedded } from './server/db/embedded/embedded.ts'
    const { connection } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: console.error, sync: false })
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('create table if not exists ticks (n int primary key)')
    for (let n = 1; ; n++) {
      await client.query('insert into ticks values ($1)', [n])
      console.log(n)
    }`
  const app = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = 0
  app.stdout.on('data', (chunk: Buffer) => (last = Number(chunk.toString().trim().split('\n').at(-1))))
  await vi.waitUntil(() => last >= 20, { timeout: 20_000 })
  return { app, acknowledged: () => last }
}

describe('the embedded database', () => {
  it('starts on a fresh folder, and again on the same with what was written', async () => {
    const dataDir = freshDir()
    const first = await start(dataDir)
    await query(first, 'create table kept (word text)')
    await query(first, `insert into kept values ('still here')`)
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'still here' }])
    expect(await query(second, `select current_setting('server_version_num')::int / 10000 as version`)).toEqual([
      { version: 18 },
    ])
    await second.stop()
  })

  it('writes to the disk before it acknowledges, and listens to no network', async () => {
    const database = await start(madeDir())
    const setting = async (name: string) => (await query(database, `show ${name}`))[0]?.[name]
    expect(await setting('fsync')).toBe('on')
    expect(await setting('synchronous_commit')).toBe('on')
    expect(await setting('full_page_writes')).toBe('on')
    expect(await setting('listen_addresses')).toBe('')
    await database.stop()
  })

  it('keeps at most about 1 GB of the write-ahead log, also in a folder that was told otherwise', async () => {
    const dataDir = madeDir()
    const first = await start(dataDir)
    await query(first, `alter system set max_wal_size = '64GB'`)
    await query(first, `alter system set archive_mode = 'on'`)
    await query(first, `alter system set max_slot_wal_keep_size = -1`)
    await first.stop()
    const database = await start(dataDir)
    const names = ['max_wal_size', 'min_wal_size', 'max_slot_wal_keep_size', 'wal_keep_size', 'archive_mode']
    const rows = await query(database, `select name, setting from pg_settings where name in ('${names.join("','")}')`)
    // In megabytes.
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      max_wal_size: '1024',
      min_wal_size: '80',
      max_slot_wal_keep_size: '1024',
      wal_keep_size: '0',
      archive_mode: 'off',
    })
    await database.stop()
  })

  it('goes when the app is killed, and every acknowledged row is there at the next start', async () => {
    const dataDir = madeDir()
    const { app, acknowledged } = await otherMotto(dataDir)
    const pid = serverPid(dataDir)
    app.kill('SIGKILL')
    await once(app, 'close')
    const database = await start(dataDir)
    const [row] = await query(database, 'select count(*)::int as rows from ticks')
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged())
    expect(isAlive(pid)).toBe(false)
    await database.stop()
  })

  it('goes by itself when the app is killed and nobody starts it again', async () => {
    const dataDir = madeDir()
    const { app } = await otherMotto(dataDir)
    const pid = serverPid(dataDir)
    app.kill('SIGKILL')
    await vi.waitUntil(() => !isAlive(pid), { timeout: 15_000 })
    expect(existsSync(join(dataDir, 'db/postmaster.pid'))).toBe(false)
  })

  it('refuses a folder that another Motto uses, and names its process', async () => {
    const dataDir = madeDir()
    const { app } = await otherMotto(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another Motto (pid ${app.pid}). Stop it, or choose another DATA_DIR.`,
    )
    app.kill('SIGKILL')
    await once(app, 'close')
  })

  it('serves again after the server itself was killed', async () => {
    const dataDir = madeDir()
    const lines: string[] = []
    const database = await start(dataDir, { log: (line: string) => lines.push(line) })
    await query(database, 'create table kept (word text)')
    process.kill(serverPid(dataDir), 'SIGKILL')
    await vi.waitUntil(
      () =>
        query(database, 'select * from kept').then(
          () => lines.length > 0,
          () => false,
        ),
      { timeout: 20_000 },
    )
    expect(lines[0]).toContain('The database ended unexpectedly')
    await database.stop()
  })

  it('serves again soon although a process of the killed server hangs, and only one server has the folder', async () => {
    const dataDir = madeDir()
    const lines: string[] = []
    const database = await start(dataDir, { log: (line: string) => lines.push(line) })
    const client = new pg.Client(database.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const [before, hanging] = [serverPid(dataDir), rows[0]?.pid ?? 0]
    process.kill(hanging, 'SIGSTOP')
    process.kill(before, 'SIGKILL')
    await vi.waitUntil(
      () =>
        query(database, 'select 1').then(
          () => lines.length > 0,
          () => false,
        ),
      { timeout: 20_000 },
    )
    expect([isAlive(before), isAlive(hanging)]).toEqual([false, false])
    await client.end().catch(() => {})
    await database.stop()
  })

  it('is not misled by the process number of a server long gone', async () => {
    const dataDir = madeDir()
    const bystander = spawn('sleep', ['60'])
    writeFileSync(join(dataDir, 'db/postmaster.pid'), `${bystander.pid}\n${dataDir}/db\n1\n5432\n\n\n0 0\nready\n`)
    await (await start(dataDir)).stop()
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    bystander.kill()
  })

  it('leaves no half-made cluster behind', async () => {
    const dataDir = freshDir()
    mkdirSync(join(dataDir, 'db.new-crash'), { recursive: true })
    writeFileSync(join(dataDir, 'db.new-crash/PG_VERSION'), '18\n')
    await (await start(dataDir)).stop()
    expect(existsSync(join(dataDir, 'db.new-crash'))).toBe(false)
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(freshDir(), 'a'.repeat(60), 'b'.repeat(60))
    const database = await start(dataDir)
    expect(await query(database, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await database.stop()
    expect(existsSync(String(database.connection.host))).toBe(false)
  })

  it('says in one sentence what to do', async () => {
    await expect(start(freshDir(), { platform: 'linux-riscv64' })).rejects.toThrow(
      /^The embedded database is not installed for linux-riscv64: set DATABASE_URL to a PostgreSQL 15 or newer, for example \S+$/,
    )
    const file = freshDir()
    writeFileSync(file, '')
    await expect(start(file)).rejects.toThrow(`DATA_DIR ${file} is not a folder: choose another DATA_DIR.`)
    const foreign = freshDir()
    mkdirSync(join(foreign, 'db/photos'), { recursive: true })
    await expect(start(foreign)).rejects.toThrow(`${foreign}/db holds something that is not a database of Motto`)
    const older = freshDir()
    mkdirSync(join(older, 'db'), { recursive: true })
    writeFileSync(join(older, 'db/PG_VERSION'), '17\n')
    await expect(start(older)).rejects.toThrow('was written by PostgreSQL 17, and this Motto brings PostgreSQL 18')
  })
})
