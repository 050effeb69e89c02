#!/usr/bin/env node
import { text } from 'node:stream/consumers'
import { run } from './run.ts'
import { ask } from './terminal/ask.ts'

const stop = new AbortController()
process.on('SIGINT', () => {
  // A second one ends a command that does not listen.
  if (stop.signal.aborted) process.exit(130)
  stop.abort()
})
// The reader left, as `head` does: nobody wants the rest.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  write: (output) => new Promise((resolve) => process.stdout.write(output, () => resolve())),
  writeError: (output) => void process.stderr.write(output),
  readInput: () => text(process.stdin),
  ask,
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  signal: stop.signal,
})
