import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run-tool.ts'
import type { FileReport } from './vitest-count.ts'

const timesFile = join(root, 'node_modules/.cache/motto-test-times.json')

/** How long each test file took when it ran last on this machine, in milliseconds. */
export function readTimes(file = timesFile): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return new Map() // nothing ran here yet
  }
}

/** Keeps the times of a run for `npm run test:changed`. */
export function keepTimes(files: readonly Pick<FileReport, 'file' | 'ms'>[], file = timesFile): void {
  const times = readTimes(file)
  for (const { file: name, ms } of files) times.set(name, Math.round(ms))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(Object.fromEntries(times)))
}
