import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `met` is left out where there is no goal, or none that one number tells. */
export interface Row {
  benchmark: string
  ours: string
  floor: string
  ratio: string
  goal: string
  met?: boolean
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const ms = (n: number) => `${n < 10 ? n.toFixed(2) : n.toFixed(0)} ms`

interface Middle {
  p50: number
  p95: number
}
/** Ours beside its floor, said at once. @param most times the floor's p50 @returns nothing where either was not measured */
export function beside(benchmark: string, ours: Middle | undefined, floor: Middle | undefined, most: number): Row[] {
  if (!ours || !floor) return []
  const formatted = ({ p50, p95 }: Middle) => `p50 ${ms(p50)}, p95 ${ms(p95)}`
  const ratio = ours.p50 / floor.p50
  return [
    printed({
      benchmark,
      ours: formatted(ours),
      floor: formatted(floor),
      ratio: ratio.toFixed(2),
      goal: `≤ ${most}`,
      met: ratio <= most,
    }),
  ]
}
/** Requests per second of so many at once beside the floor's, said at once. @param least of the floor's */
export const atOnce = (benchmark: string, callers: number, ours: number, floor: number, least: number): Row =>
  printed({
    benchmark: `${benchmark}, ${callers} at once`,
    ours: `${ours.toFixed(0)}/s`,
    floor: `${floor.toFixed(0)}/s`,
    ratio: (ours / floor).toFixed(2),
    goal: `≥ ${least}`,
    met: ours / floor >= least,
  })
/** The row, after it was said. */
export function printed(row: Row): Row {
  console.error(`${row.met ? '✓' : '✗'} ${row.benchmark}: ${row.ours} beside ${row.floor} (${row.ratio})`)
  return row
}

/** Prints the table and keeps it, with what it was measured on, as JSON. */
export function report(rows: Row[], file: string): void {
  console.table(rows.map(({ met, ...row }) => ({ ...row, met: met === undefined ? '' : met ? 'yes' : 'NO' })))
  mkdirSync('bench-results', { recursive: true })
  writeFileSync(
    join('bench-results', file),
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, rows }, null, 2)}\n`,
  )
  console.log(`Kept in bench-results/${file}`)
}
