import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Runs tests and counts them. A file that cannot even be read counts as one that fails. */
export async function runVitest(parameters: string[], env: NodeJS.ProcessEnv = {}): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'motto-report-'))
  const file = join(folder, 'report.json')
  try {
    const { code } = await runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...parameters], { env })
    const report = readReport(file)
    const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
    const failed = report.numFailedTests + broken.length
    // It can also fail as a whole, without a test to blame: an error between tests, a setup that did not work.
    return { passed: report.numPassedTests, failed: failed || (code === 0 ? 0 : 1) }
  } finally {
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
