import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'motto-test-'
/** The databases of the files that run at once, and the log of their changes, take less. */
const NEEDED = { there: 2 * 1024 ** 3, inAll: 4 * 1024 ** 3 }

/** A new folder for what a run needs no longer than itself: in memory where there is room, else with the other temporary files. */
export function temporaryFolder(): string {
  const parent = hasRoom() ? MEMORY : tmpdir()
  removeAbandoned(parent)
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED.there && process.availableMemory() > NEEDED.inAll
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false // not Linux
  }
}

/** Folders of runs that were killed. In memory they would stay until the machine restarts. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // else it is somebody else's
  }
}
