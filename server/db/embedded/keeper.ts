import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Binaries } from './binaries.ts'
import { type Runner, spawnOptions } from './runner.ts'

/**
 * Runs PostgreSQL under a shell that holds the reading end of a pipe whose other end is ours. When we die, by whatever
 * signal, the pipe closes and the shell shuts PostgreSQL down (SIGINT: fast); when PostgreSQL ends, so does the shell.
 * The signal is repeated because one that comes before PostgreSQL is ready for it is lost.
 */
const keeperScript = `
exec 3<&0 </dev/null
"$@" 3<&- &
database=$!
(while read -r _ <&3; do :; done; while kill -INT $database; do sleep 1; done) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $database
code=$?
kill $watcher 2>/dev/null
exit $code
`

/**
 * Starts PostgreSQL so that it cannot outlive us.
 * @param logFile takes everything it says
 * @returns the shell that keeps it: it ends when PostgreSQL has, and ends PostgreSQL when its input closes
 */
export function startKept(binaries: Binaries, runner: Runner, parameters: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  try {
    return spawn('sh', ['-c', keeperScript, 'motto-database', ...runner.prefix, binaries.postgres, ...parameters], {
      ...spawnOptions(runner),
      stdio: ['pipe', log, log],
      // A session of its own: Ctrl-C in the terminal is for us alone, as we still need the database to finish.
      detached: true,
      env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
    })
  } finally {
    closeSync(log)
  }
}
