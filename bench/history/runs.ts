import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a run came to. */
export interface Run {
  seed: number
  minutes: number
  writes: number
  requests: number
  kills: number
  differences: number
}

const FILE = 'bench-results/history.jsonl'

/** Keeps what a run came to beside those before it on this machine. @returns all of them in a sentence */
export function keepRun(run: Run, file = FILE): string {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(run)}\n`)
  const all = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Run)
  const sum = (of: 'writes' | 'requests' | 'kills' | 'differences') => all.reduce((n, run) => n + run[of], 0)
  return `All ${all.length} runs in ${file}: ${sum('writes')} writes in ${sum('requests')} requests, ${sum('kills')} kills, ${sum('differences')} differences.`
}
