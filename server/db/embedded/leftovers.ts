import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long they may take to notice that their server is gone before they are killed, and then to be gone themselves: one may be in the midst of a write. */
const NOTICE_MS = 500
const END_MS = 30_000
const POLL_MS = 20

/**
 * Ends the processes of a server that was killed itself. They end when they notice, which one that works or hangs may do late, and PostgreSQL does not start on
 * memory that they share. Only where the system lists processes with their folders, as Linux does; elsewhere whoever starts PostgreSQL tries again.
 * @param dir of a cluster that no server serves
 */
export async function endLeftovers(dir: string): Promise<void> {
  const folder = realpathSync(dir)
  const left = () => processes().filter((pid) => linkOf(pid, 'cwd') === folder && isPostgres(pid))
  if (await areGone(left, NOTICE_MS)) return
  for (const pid of left()) kill(pid)
  await areGone(left, END_MS)
}

async function areGone(left: () => number[], withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  while (left().length > 0) {
    if (performance.now() > end) return false
    await delay(POLL_MS)
  }
  return true
}

const processes = (): number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0)
    : []

const isPostgres = (pid: number): boolean => basename(linkOf(pid, 'exe') ?? '').startsWith('postgres')

/** Undefined where the process is gone, or not ours to look at. */
function linkOf(pid: number, name: 'cwd' | 'exe'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
