import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { ms, type Row } from './report.ts'

/** Not among the dependencies: 114 packages that only this needs; `npm exec` fetches it once. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const GOAL = 95
const MOST_SHIFT = 0.02

export const presets = ['desktop', 'mobile'] as const
export type Preset = (typeof presets)[number]

export interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: unknown }>
  environment: { benchmarkIndex: number }
}

/** Scores of 0 to 100 in the browser behind `port`, which stays signed in; as a row of the report and, in few words, of the table of pages. */
export async function lighthouse(
  url: string,
  path: string,
  port: number,
  preset: Preset,
  slowdown?: string,
): Promise<{ row: Row; score: string }> {
  const benchmark = `${path}: Lighthouse, ${preset}`
  try {
    const report = await run(url + path, port, preset, slowdown)
    return { row: rowOf(benchmark, report), score: shortOf(report) }
  } catch (error) {
    const why = `not measured: ${(error as Error).message.split('\n').at(-1)?.slice(0, 120)}`
    return { row: { benchmark, ours: why, floor: '', ratio: '', goal: '' }, score: '–' }
  }
}

/** `97 / 100 / 100` of performance, accessibility and best practices, then what of time makes the first, and how quick Lighthouse found the processor. */
const shortOf = ({ categories: scores, audits, environment }: Report): string =>
  [
    categories
      .slice(0, 3)
      .map((name) => Math.round((scores[name]?.score ?? 0) * 100))
      .join(' / '),
    `LCP ${ms(audits['largest-contentful-paint']?.numericValue ?? Number.NaN)}`,
    `TBT ${ms(audits['total-blocking-time']?.numericValue ?? Number.NaN)}`,
    `index ${environment.benchmarkIndex.toFixed(0)}`,
  ].join(', ')

/**
 * @param slowdown how many times slower than this processor a phone is; Lighthouse takes 4
 * @throws Error when Lighthouse could not be fetched or did not finish
 */
export async function run(address: string, port: number, preset: Preset, slowdown?: string): Promise<Report> {
  const words = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    address,
    `--port=${port}`,
    // Its own default is a phone.
    ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ...(preset === 'mobile' && slowdown ? [`--throttling.cpuSlowdownMultiplier=${slowdown}`] : []),
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--disable-storage-reset',
    `--only-categories=${categories.join(',')}`,
  ]
  const { stdout } = await promisify(execFile)('npm', words, {
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Report
}

function rowOf(benchmark: string, { categories: scores, audits }: Report): Row {
  const score = (name: string) => Math.round((scores[name]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const shift = value('cumulative-layout-shift')
  const ours = [
    ...categories.map((name) => `${name} ${score(name)}`),
    `LCP ${ms(value('largest-contentful-paint'))}`,
    `TBT ${ms(value('total-blocking-time'))}`,
    `CLS ${shift.toFixed(3)}`,
  ].join(', ')
  return {
    benchmark,
    ours,
    floor: '',
    ratio: '',
    goal: `performance ≥ ${GOAL}, accessibility 100, CLS ≤ ${MOST_SHIFT}`,
    met: score('performance') >= GOAL && score('accessibility') === 100 && shift <= MOST_SHIFT,
  }
}
