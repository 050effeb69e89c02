import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { type Runner, run } from './runner.ts'

/** How long a server that is shutting down may take. */
const STOP_SECONDS = 60

/** Stops the server that a killed Motto left on this cluster, and forgets one that is gone. Call it with the data folder locked. */
export async function stopOrphan(dir: string, binaries: Binaries, runner: Runner): Promise<void> {
  const pidFile = join(dir, 'postmaster.pid')
  const pid = postmasterPid(dir)
  if (pid === undefined) return
  if (await serves(pid, dir, runner))
    await run(runner, [binaries.pg_ctl, '-D', dir, '-m', 'fast', '-w', '-t', String(STOP_SECONDS), 'stop']).catch(
      ignoreGone(pidFile),
    )
  // The number may by now be another program's, which would keep PostgreSQL from starting.
  else rmSync(pidFile, { force: true })
}

/** The server's process as it noted it, while it runs. */
export function postmasterPid(dir: string): number | undefined {
  const file = join(dir, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return pid > 0 ? pid : undefined
}

/** It was on its way out and went before it was asked to. */
const ignoreGone = (pidFile: string) => (error: unknown) => {
  if (existsSync(pidFile)) throw error
}

async function serves(pid: number, dir: string, runner: Runner): Promise<boolean> {
  const words = await commandOf(pid, runner)
  return words.includes('postgres') && words.includes(dir)
}

/** The command line of a process, '' when there is none. */
async function commandOf(pid: number, runner: Runner): Promise<string> {
  if (process.platform === 'linux') {
    const file = `/proc/${pid}/cmdline`
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : ''
  }
  return run(runner, ['ps', '-o', 'command=', '-p', String(pid)]).catch(() => '')
}
