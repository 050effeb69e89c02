import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { endLeftovers } from './leftovers.ts'
import { type Runner, run } from './runner.ts'

/** After so long without an end, a server that is shutting down is told to go without a last checkpoint; the next start recovers from its log. */
const STOP_SECONDS = 10
const IMMEDIATE_SECONDS = 60

/**
 * Stops the server that a killed Motto left on this cluster, and forgets one that is gone, with what is left of its processes. Call it with the data
 * folder locked.
 */
export async function stopOrphan(dir: string, binaries: Binaries, runner: Runner): Promise<void> {
  const pidFile = join(dir, 'postmaster.pid')
  const pid = postmasterPid(dir)
  if (pid !== undefined && (await serves(pid, dir, runner))) {
    const stop = (mode: 'fast' | 'immediate', seconds: number) =>
      run(runner, [binaries.pg_ctl, '-D', dir, '-m', mode, '-w', '-t', String(seconds), 'stop'])
    await stop('fast', STOP_SECONDS)
      .catch(async (error: unknown) => {
        if (existsSync(pidFile)) return stop('immediate', IMMEDIATE_SECONDS)
        throw error
      })
      .catch(ignoreGone(pidFile))
  }
  // The number may by now be another program's, which would keep PostgreSQL from starting.
  else rmSync(pidFile, { force: true })
  await endLeftovers(dir)
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
