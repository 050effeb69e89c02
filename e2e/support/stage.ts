import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { OpenDatabase } from '#server/db/connection/open-database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { temporaryFolder } from '#server/testing/setup/memory.ts'
import { type Motto, startMotto } from './motto.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the journeys of a run ask for what they share; `running.ts` does it for them. */
    stage: string
  }
}

/** A running Motto as the stage tells of it. */
export interface OnStage extends Pick<Motto, 'url' | 'sandboxUrl' | 'dataDir'> {
  /** How often it was started until now. */
  starts: number
  /** Its PostgreSQL, for what is filled in past the server. */
  connection: pg.PoolConfig
}

/** Nothing in it has to survive the run. */
const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Of what a Motto that ended said last. */
const SAID_CHARS = 4000
const migrating = fileURLToPath(new URL('../../server/testing/setup/migrating.ts', import.meta.url))
const run = promisify(execFile)

/**
 * What the journeys of one run share, made when the first of them asks: a data folder with a migrated database, to be copied, and a running
 * Motto.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder()
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, who must get through
  const stage = openStage(folder)
  const server = createServer((request, response) => {
    stage.ask(request.method === 'DELETE', request.url?.slice(1) ?? '').then(
      (reply) => response.end(JSON.stringify(reply)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  project.provide('stage', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Running {
  motto: Motto
  database: OpenDatabase
  starts: number
}

function openStage(folder: string) {
  let data: string | undefined
  let shared: Running | undefined

  const prepared = async () => (data ??= await prepare(join(folder, 'prepared')))

  async function enter(): Promise<OnStage> {
    const running = (shared ??= await open(join(folder, 'shared'), await prepared()))
    if (running.motto.pid() === undefined) {
      await running.motto.start()
      running.starts += 1
    }
    const { starts, motto, database } = running
    const { url, sandboxUrl, dataDir } = motto
    return { starts, url, sandboxUrl, dataDir, connection: database.connection }
  }

  /** @throws Error with the last lines of the log when Motto ended or was restarted since it had been started `starts` times */
  function leave(starts: number): void {
    if (!shared) throw new Error('There is no shared Motto.')
    if (shared.motto.pid() === undefined || shared.starts !== starts)
      throw new Error(
        `Motto ended while these journeys ran. It said last:\n${shared.motto.output().slice(-SAID_CHARS)}`,
      )
  }

  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: two that ask at the same moment get the same. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    ask: (leaves: boolean, what: string) =>
      inTurn(async () => {
        if (leaves) return leave(Number(what))
        return what === 'prepared' ? prepared() : enter()
      }),
    close: () => inTurn(async () => shared && end(shared)),
  }
}

async function prepare(dataDir: string): Promise<string> {
  const database = await startEmbedded({ dataDir, log: () => undefined, settings: unsafe, sync: false })
  try {
    // In a process of its own: a pool that has just ended minds it when its server stops.
    await run(process.execPath, [migrating, JSON.stringify(database.connection)])
  } finally {
    await database.stop()
  }
  return dataDir
}

/** Copies into a folder that is there, with owners and modes, which PostgreSQL insists on. */
export const copyInto = (to: string, from: string) => run('cp', ['-pR', `${from}/.`, to])

async function open(folder: string, prepared: string): Promise<Running> {
  const dataDir = join(folder, 'database')
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  await copyInto(dataDir, prepared)
  const database = await startEmbedded({ dataDir, log: () => undefined, settings: unsafe })
  try {
    const motto = await startMotto({ DATABASE_URL: urlOf(database), DATA_DIR: join(folder, 'data') })
    return { motto, database, starts: 1 }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** A database as the setting DATABASE_URL names it. */
export function urlOf({ connection }: OpenDatabase): string {
  const { host, user } = connection as { host: string; user: string }
  return `postgres://${user}@localhost:5432/motto?host=${encodeURIComponent(host)}`
}

async function end({ motto, database }: Running): Promise<void> {
  await motto.stop()
  await database.stop()
}
