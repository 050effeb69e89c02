import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

const SQLITE_BUSY = 5

/** Kept here, as a lock that nobody refers to would end when memory is tidied. */
const locks = new Set<DatabaseSync>()

/**
 * Keeps a second Motto out of the data folder. The lock is one of the kernel's, taken through SQLite, so it ends with
 * its process however that dies, and it holds between containers, where process ids say nothing.
 * @returns what lets the folder go
 * @throws StartError when another process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  // The process id is in a separate file: reading the locked file here would release the lock (POSIX).
  const pidFile = join(dataDir, 'motto.pid')
  const lock = new DatabaseSync(join(dataDir, 'motto.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive') // nothing is ever written: a full disk does not matter
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new StartError(
      `DATA_DIR ${dataDir} is in use by another Motto (${holder(pidFile)}). Stop it, or choose another DATA_DIR.`,
    )
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch (error) {
    lock.close()
    throw error
  }
  locks.add(lock)
  return () => {
    locks.delete(lock)
    lock.close()
  }
}

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

function holder(pidFile: string): string {
  try {
    return `pid ${readFileSync(pidFile, 'utf8').trim() || 'unknown'}`
  } catch {
    return 'pid unknown' // it has the lock but has not yet written its number
  }
}
