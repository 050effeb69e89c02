import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../../start-error.ts'
import type { Binaries } from './binaries.ts'
import { stopOrphan } from './orphan.ts'
import { asWeAre, chooseRunner, type Owner, type Runner, run } from './runner.ts'

const VERSION = '18'
const PORT = 5432
/** Bytes that a Unix socket's path may have on every platform (macOS: 104 with the closing zero). */
const SOCKET_PATH_BYTES = 103
const LOG_BYTES = 10 * 1024 * 1024

/** A folder of PostgreSQL, ready to be served. */
export interface Cluster {
  binaries: Binaries
  runner: Runner
  dir: string
  logFile: string
  /** PostgreSQL's parameters that name the places. */
  parameters: string[]
  connection: pg.PoolConfig
  /** Removes what lies outside DATA_DIR. */
  close(): void
}

/** Makes the cluster in `dataDir` unless it is there, and stops a server that a killed Motto left behind on it. */
export async function openCluster(dataDir: string, binaries: Binaries, sync: boolean): Promise<Cluster> {
  const dir = join(dataDir, 'db')
  const owner = ownerOf(dir)
  const runner = await chooseRunner(binaries, owner, dataDir)
  // Made through a user namespace, where there is none now.
  if (owner?.uid === 0 && runner.user) await handOver(dir, runner.user)
  if (existsSync(join(dir, 'PG_VERSION'))) checkVersion(dir)
  else await initialise({ dataDir, dir, binaries, runner, sync })
  await stopOrphan(dir, binaries, runner)
  const sockets = socketDir(dataDir, runner.user)
  return {
    binaries,
    runner,
    dir,
    logFile: logFile(dataDir, runner.user),
    parameters: ['-D', dir, '-k', sockets.dir, '-p', String(PORT)],
    connection: { host: sockets.dir, port: PORT, user: 'motto', database: 'motto' },
    close: sockets.remove,
  }
}

const handOver = (dir: string, { uid, gid }: Owner) => run(asWeAre, ['chown', '-R', `${uid}:${gid}`, dir])

function ownerOf(dir: string): Owner | undefined {
  const folder = statSync(dir, { throwIfNoEntry: false })
  return folder && { uid: folder.uid, gid: folder.gid }
}

function checkVersion(dir: string): void {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version === VERSION) return
  throw new StartError(
    `${dir} was written by PostgreSQL ${version}, and this Motto brings PostgreSQL ${VERSION}: start the Motto that wrote it, or choose another DATA_DIR.`,
  )
}

/** In a folder beside, then renamed: a crash on the way leaves nothing that looks like a cluster. */
async function initialise(o: {
  dataDir: string
  dir: string
  binaries: Binaries
  runner: Runner
  sync: boolean
}): Promise<void> {
  const { dataDir, dir, runner } = o
  for (const name of readdirSync(dataDir))
    if (name.startsWith('db.new-')) rmSync(join(dataDir, name), { recursive: true })
  const fresh = mkdtempSync(join(dataDir, 'db.new-'))
  if (runner.user) chownSync(fresh, runner.user.uid, runner.user.gid)
  const options = [
    '-U',
    'motto',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
    ...(o.sync ? [] : ['--no-sync']),
  ]
  try {
    await run(runner, [o.binaries.initdb, '-D', fresh, ...options], { env: { ...process.env, LC_ALL: 'C' } })
    renameSync(fresh, dir)
    syncDir(dataDir)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    throw new StartError(
      `${dir} holds something that is not a database of Motto: move it away, or choose another DATA_DIR.`,
    )
  }
}

function syncDir(dir: string): void {
  const handle = openSync(dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Private to us: whoever can enter it can enter the database. */
function socketDir(dataDir: string, user: Owner | undefined): { dir: string; remove: () => void } {
  const inside = join(dataDir, 'run')
  const fits = Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES
  const dir = fits ? inside : mkdtempSync(join(tmpdir().length < 60 ? tmpdir() : '/tmp', 'motto-'))
  if (fits) {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir, { mode: 0o700 })
  }
  if (user) chownSync(dir, user.uid, user.gid)
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** PostgreSQL's log, rotated when it is large; one older file is kept. */
function logFile(dataDir: string, user: Owner | undefined): string {
  const file = join(dataDir, 'postgres.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`)
  closeSync(openSync(file, 'a', 0o600))
  if (user) chownSync(file, user.uid, user.gid)
  return file
}
