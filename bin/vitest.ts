import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A process that a test left behind can keep the runner alive although it has reported; after this it is ended, which counts as a failure. */
const LINGER_MS = 60_000

/** Runs tests and counts them. A file that cannot even be read counts as one that fails. */
export async function runVitest(parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<{ passed: number; failed: number }> {
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
    const { code } = await runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...parameters], { env, signal: lingering.signal })
    if (lingering.signal.aborted) console.error('The tests were over, but a process they started was still running.')
    const report = readReport(file)
    const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
    const failed = report.numFailedTests + broken.length
    // It can also fail as a whole, without a test to blame: an error between tests, a setup that did not work.
    return { passed: report.numPassedTests, failed: failed || (code === 0 ? 0 : 1) }
  } finally {
    clearInterval(watch)
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] } // it ended before it could write one, and its exit code says so
  }
}
