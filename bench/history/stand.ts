import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Motto, freePort, startMotto } from '../../e2e/support/motto.ts'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { postmasterPid } from '#server/db/embedded/orphan.ts'
import { startSandboxProcess } from '#server/sandbox-process.ts'
import { type BreakingDatabase, breakingDatabase } from '#server/testing/setup/breaking.ts'
import { type TestApp, openApp } from '#server/testing/setup/open-app.ts'
import { type StopBy, startTogether, startWhole } from '#server/testing/setup/whole.ts'
import { insist } from './insist.ts'

const EACH = 2
/** A machine that others use as well may need minutes. */
const START_MS = 600_000
const LAUNCH = '--import ./bench/history/skewed-clock.ts server/launch.ts'
/** PostgreSQL waits so many microseconds before each flush of its log: the most that it offers. */
const SLOW_MICROSECONDS = 100_000

/** An api or a worker process of Motto, with a line of its own to the database. */
export interface Member {
  name: string
  motto: Motto
  database: BreakingDatabase
  port: number
  /** Puts its clock off by so many milliseconds from the right time. */
  skew(ms: number): void
}

/** A whole Motto of several processes that can be broken in any place. All of it is on this machine. */
export interface Stand {
  apis: Member[]
  workers: Member[]
  /** A server in this process that nothing breaks but the death of the database: prepares what writes need, and sees the rows. */
  beside: TestApp
  dataDir: string
  sandboxUrl: string
  killDatabase(): void
  killSandbox(): void
  slowDisk(isSlow: boolean): Promise<void>
  /** Waits until all api processes and their database answer. */
  answers(): Promise<void>
  /** Kills a process and starts it again, as a supervisor would: until it runs. */
  restart(member: Member, pauseMs: number): Promise<void>
  stop(): Promise<void>
}

/** @throws where a part of it does not start: then all that runs is stopped again */
export const startStand = (log: (line: string) => void): Promise<Stand> =>
  startWhole((stopBy) => startParts(log, stopBy))

async function startParts(log: (line: string) => void, stopBy: StopBy): Promise<Omit<Stand, 'stop'>> {
  const dir = mkdtempSync(join(tmpdir(), 'motto-history-'))
  stopBy(() => rmSync(dir, { recursive: true, force: true }))
  // PostgreSQL may run as another user, who must get through.
  const databaseDir = join(dir, 'database')
  mkdirSync(databaseDir, { mode: 0o711 })
  rmSync(databaseDir, { recursive: true })
  const database = await startEmbedded({ dataDir: databaseDir, log, settings: { max_connections: '200' } })
  stopBy(() => database.stop())
  const dataDir = join(dir, 'shared')
  mkdirSync(dataDir)
  const sandboxPort = String(await freePort())
  const publicPort = String(await freePort())
  const shared = {
    SANDBOX_PORT: sandboxPort,
    SECRET_KEY: 'shared-by-all-processes-0123456789abcdef',
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${publicPort}`,
    DATABASE_POOL: '16',
  }
  const sandbox = startSandboxProcess(readConfig({ ...shared, PORT: publicPort }), log)
  stopBy(() => sandbox.stop())
  await sandbox.ready

  const startMember = async (role: 'api' | 'worker', n: number): Promise<Member> => {
    const line = await breakingDatabase(database.connection)
    stopBy(() => line.stop())
    const { host, port: linePort } = line.connection
    const port = role === 'api' && n === 0 ? publicPort : String(await freePort())
    const clock = join(dir, `${role}-${n}.clock`)
    writeFileSync(clock, '0')
    const settings = {
      ...shared,
      DATABASE_URL: `postgres://motto@${host}:${linePort}/motto`,
      ROLE: role,
      PORT: port,
      HISTORY_CLOCK: clock,
    }
    const motto = await startMotto(settings, LAUNCH, undefined, START_MS)
    stopBy(() => motto.stop())
    return {
      name: `${role} ${n + 1}`,
      motto,
      database: line,
      port: Number(port),
      skew: (ms) => writeFileSync(clock, String(ms)),
    }
  }
  const both = (role: 'api' | 'worker') => Array.from({ length: EACH }, (_, n) => () => startMember(role, n))
  const first = await both('api')[0]?.()
  const others = await startTogether([...both('api').slice(1), ...both('worker')])
  const members = [...(first ? [first] : []), ...others]
  const beside = await openApp(shared, database.connection)
  stopBy(() => beside.stop())
  return {
    apis: members.slice(0, EACH),
    workers: members.slice(EACH),
    beside,
    dataDir,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    killDatabase: () => kill(postmasterPid(join(databaseDir, 'db'))),
    killSandbox: () => kill(sandbox.pid()),
    slowDisk: async (isSlow) => {
      const { system } = beside.services.database
      await insist(async () => {
        await sql`alter system set commit_delay = ${sql.lit(isSlow ? SLOW_MICROSECONDS : 0)}`.execute(system)
        await sql`alter system set commit_siblings = 0`.execute(system)
        await sql`select pg_reload_conf()`.execute(system)
      })
    },
    answers: async () => {
      for (const { port } of members.slice(0, EACH)) while (!(await isReady(port))) await delay(ASKED_AGAIN_MS)
    },
    restart: async ({ motto }, pauseMs) => {
      await motto.kill()
      await delay(pauseMs)
      const end = performance.now() + START_MS
      // A start fails while the database does; whoever supervises the process starts it again.
      while (!(await startsUp(motto))) {
        if (performance.now() > end) throw new Error(`Motto does not start again:\n${motto.output().slice(-2000)}`)
        await delay(250)
      }
    },
  }
}

const ASKED_AGAIN_MS = 50
const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const startsUp = (motto: Motto) =>
  motto.start().then(
    () => true,
    () => false,
  )

function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It is dead already, and starting again.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
