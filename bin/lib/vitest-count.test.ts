import { describe, expect, it } from 'vitest'
import { type FileReport, type Report, countTests, fileReport } from './vitest-count.ts'

const file = (name: string, project: string, passed: number, failed = 0): FileReport => ({
  file: name,
  project,
  passed,
  failed,
  ms: 0,
})
const report = (...files: FileReport[]): Report => ({ files, unhandled: 0, whole: true })

describe('the count of a run', () => {
  const unit = file('domain/a.test.ts', 'unit', 10)

  it('the count adds up the tests of all files', () => {
    expect(countTests(report(unit, file('server/b.test.ts', 'server', 5, 1)))).toEqual({ passed: 15, failed: 1 })
  })

  it.each(['unit', 'unit-screens', 'server', 'e2e', 'traffic'])('a failed test of the project %s counts', (project) => {
    expect(countTests(report(unit, file('a', project, 3, 2)))).toEqual({ passed: 13, failed: 2 })
  })

  it('an error between tests counts as a failure, although every test passed', () => {
    expect(countTests({ ...report(unit), unhandled: 1 })).toEqual({ passed: 10, failed: 1 })
  })

  it('a run that was aborted counts as a failure, although every test it reported passed', () => {
    expect(countTests({ files: [unit], unhandled: 0, whole: false })).toEqual({ passed: 10, failed: 1 })
  })

  it('a run without a report counts as a failure', () => {
    expect(countTests({ files: [], unhandled: 0, whole: false })).toEqual({ passed: 0, failed: 1 })
  })
})

describe('the report of a file', () => {
  const name = { file: 'server/b.test.ts', project: 'server' }

  it('skipped tests count neither as passed nor as failed', () => {
    expect(fileReport(name, 'passed', ['passed', 'skipped'], 7)).toEqual({ ...name, passed: 1, failed: 0, ms: 7 })
  })

  it('a file with failed tests counts each of them', () => {
    expect(fileReport(name, 'failed', ['passed', 'failed', 'failed'], 7)).toMatchObject({ passed: 1, failed: 2 })
  })

  it('a file that failed outside its tests counts as one failure', () => {
    expect(fileReport(name, 'failed', ['passed'], 7)).toMatchObject({ passed: 1, failed: 1 })
  })

  it.each(['pending', 'queued'] as const)('a file that stayed %s counts as one failure', (state) => {
    expect(fileReport(name, state, ['passed'], 7)).toMatchObject({ passed: 1, failed: 1 })
  })
})
