import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runTool } from './run-tool.ts'
import { keepTimes } from './test-times.ts'
import { type Counted, type Report, countTests } from './vitest-count.ts'

/** A process that a test left behind can keep the runner alive although it has reported; after this it is ended, which counts as a failure. */
const LINGER_MS = 60_000

/** Runs tests, each of them once, and counts them. */
export async function runVitest(parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<Counted> {
  const traffic = mkdtempSync(join(tmpdir(), 'motto-traffic-'))
  try {
    const report = await run(parameters, { ...env, SANDBOX_TRAFFIC: traffic })
    keepTimes(report.files)
    return { ...countTests(report), files: report.files }
  } finally {
    rmSync(traffic, { recursive: true, force: true })
  }
}

async function run(parameters: string[], env: NodeJS.ProcessEnv): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'motto-report-'))
  const file = join(folder, 'report.json')
  const lingering = new AbortController()
  let reported = 0
  const watch = setInterval(() => {
    if (!existsSync(file)) return
    reported ||= Date.now()
    if (Date.now() - reported > LINGER_MS) lingering.abort()
  }, 1000)
  try {
    const { code } = await runTool(
      'vitest',
      ['run', '--reporter=default', `--reporter=${join(root, 'bin/lib/vitest-reporter.ts')}`, ...parameters],
      {
        env: { ...env, MOTTO_TEST_REPORT: file },
        signal: lingering.signal,
      },
    )
    if (lingering.signal.aborted) console.error('The tests were over, but a process they started was still running.')
    const report = readReport(file)
    const blamed = report.unhandled > 0 || report.files.some(({ failed }) => failed > 0)
    // It can also fail as a whole, without a test to blame: a setup that did not work, a process that stayed.
    return { ...report, whole: !lingering.signal.aborted && (code === 0 || blamed) }
  } finally {
    clearInterval(watch)
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Omit<Report, 'whole'> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Omit<Report, 'whole'>
  } catch {
    return { files: [], unhandled: 0 } // it ended before it could write one, and its exit code says so
  }
}
