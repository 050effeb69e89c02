import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ended } from '../../children.ts'
import { StartError } from '../../start-error.ts'
import type { OpenDatabase } from '../connection/open-database.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { startKept } from './keeper.ts'
import { lockDataDir } from './lock.ts'
import { postmasterPid, stopOrphan } from './orphan.ts'
import { answers } from './probe.ts'
import { translateErrors } from './start-failures.ts'

/** How long recovery after a crash may take before the start is given up. */
const START_MS = 120_000
const POLL_MS = 10
/** After this, PostgreSQL is told to go without a last checkpoint; the next start recovers from its log. */
const FAST_STOP_MS = 6_000
const RESTART_MS = { first: 250, most: 5_000 }

/** Given to PostgreSQL on its command line, so that they hold for an old folder too. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  random_page_cost: '1.1', // solid-state disks
  // What is kept of the write-ahead log: some 1 GB at most, also for a replication slot that nobody reads. Nothing archives it.
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  max_slot_wal_keep_size: '1GB',
  wal_keep_size: '0',
  archive_mode: 'off',
  checkpoint_timeout: '5min',
  jit: 'off', // compiling costs more than our queries take, and memory
  timezone: 'UTC',
  log_timezone: 'UTC',
}

export interface EmbeddedOptions {
  dataDir: string
  /** Takes a line for whoever runs Motto. */
  log: (line: string) => void
  /** As in the name of the package that brings PostgreSQL. */
  platform?: string
  /** Over our own settings of PostgreSQL: for tests, which may trade safety for speed. */
  settings?: Record<string, string>
  /** Whether a new folder must survive a power cut; true unless told otherwise. */
  sync?: boolean
}

/**
 * Starts the PostgreSQL that came with the install, on a folder that only we use. Should it die, it is started again.
 * @throws StartError with one sentence for whoever starts Motto
 */
export function startEmbedded(o: EmbeddedOptions): Promise<OpenDatabase> {
  const dataDir = resolve(o.dataDir)
  return translateErrors(dataDir, async () => {
    const binaries = await findBinaries(o.platform ?? `${process.platform}-${process.arch}`)
    mkdirSync(dataDir, { recursive: true, mode: 0o711 }) // PostgreSQL may run as another user, who must get through
    const unlock = lockDataDir(dataDir)
    try {
      const cluster = await openCluster(dataDir, binaries, o.sync ?? true)
      const stop = await keepServing(cluster, { ...settings, ...o.settings }, o.log)
      return { connection: cluster.connection, stop: () => stop().finally(() => (cluster.close(), unlock())) }
    } catch (error) {
      unlock()
      throw error
    }
  })
}

/** Serves the cluster, again whenever the server dies. @returns what ends it */
async function keepServing(
  cluster: Cluster,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let server = await serve(cluster, settings)
  const supervision = (async () => {
    while (true) {
      await ended(server)
      if (stopping.signal.aborted) return
      server.stdin?.destroy() // should only the keeping shell be gone, this ends the server behind it
      log(`The database ended unexpectedly (${exitOf(server)}); starting it again. Its log: ${cluster.logFile}`)
      const next = await serveAgain(cluster, settings, stopping.signal, log)
      if (!next) return
      server = next
    }
  })()
  return async () => {
    stopping.abort()
    await stopServer(server, cluster)
    await supervision
  }
}

async function serveAgain(
  cluster: Cluster,
  settings: Record<string, string>,
  stopping: AbortSignal,
  log: (line: string) => void,
) {
  for (let wait = RESTART_MS.first; !stopping.aborted; wait = Math.min(wait * 2, RESTART_MS.most)) {
    try {
      await stopOrphan(cluster.dir, cluster.binaries, cluster.runner)
      const server = await serve(cluster, settings)
      if (!stopping.aborted) return server
      await stopServer(server, cluster)
    } catch (error) {
      log(`The database does not start: ${(error as Error).message}`)
      await delay(wait, undefined, { signal: stopping }).catch(() => {}) // stopping ends the wait, and then the loop
    }
  }
  return undefined
}

/** Starts the server and waits until it answers. Where it does not, none is left behind. */
async function serve(cluster: Cluster, settings: Record<string, string>): Promise<ChildProcess> {
  const parameters = [
    ...cluster.parameters,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const logged = statSync(cluster.logFile).size
  const server = startKept(cluster.binaries, cluster.runner, parameters, cluster.logFile)
  const giveUp = Date.now() + START_MS
  try {
    while (!(await answers(cluster.connection))) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > giveUp)
        throw startFailure(cluster, logged)
      await delay(POLL_MS)
    }
    return server
  } catch (error) {
    await stopServer(server, cluster)
    throw error
  }
}

/** PostgreSQL says in its log why it does not start: its words, but for the case that `translateErrors` knows. @param logged bytes in the log before the start */
function startFailure(cluster: Cluster, logged: number): Error {
  const log = readFileSync(cluster.logFile).subarray(logged).toString()
  if (log.includes('No space left on device')) return new Error('No space left on device')
  const reason = log.split('\n').findLast((line) => /FATAL|PANIC/.test(line))
  return new StartError(
    `The embedded database does not start${reason ? ` (${reason.replace(/^.*?(FATAL|PANIC)/, '$1')})` : ''}: see ${cluster.logFile}.`,
  )
}

async function stopServer(server: ChildProcess, cluster: Cluster): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const hurry = setTimeout(() => {
    const pid = postmasterPid(cluster.dir)
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  }, FAST_STOP_MS)
  server.stdin?.end()
  await ended(server)
  clearTimeout(hurry)
}

const exitOf = (server: ChildProcess) => server.signalCode ?? `exit code ${server.exitCode}`
