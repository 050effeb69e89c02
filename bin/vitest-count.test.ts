import { describe, expect, it } from 'vitest'
import { type FileReport, type Report, countTests, failedJourneys } from './vitest-count.ts'

const file = (name: string, project: string, passed: number, failed = 0, message = ''): FileReport => ({
  file: name,
  project,
  passed,
  failed,
  message,
  ms: 0,
})
const report = (...files: FileReport[]): Report => ({ files, unhandled: 0, whole: true })

describe('which files run a second time', () => {
  it('are browser journeys that failed, and nothing else', () => {
    const run = report(
      file('domain/a.test.ts', 'unit', 1, 1),
      file('server/b.test.ts', 'server', 1, 1),
      file('e2e/c.spec.ts', 'e2e', 4, 1),
      file('e2e/d.spec.ts', 'e2e', 4),
    )
    expect(failedJourneys(run)).toEqual(['e2e/c.spec.ts'])
  })
})

describe('the count', () => {
  const unit = file('domain/a.test.ts', 'unit', 10)
  const broken = file('e2e/c.spec.ts', 'e2e', 3, 2, 'Timeout 15000 ms exceeded.\nCall log:\n  - waiting')

  it('of one run is what its files came to', () => {
    expect(countTests(report(unit, file('server/b.test.ts', 'server', 5, 1, 'no')))).toEqual({
      passed: 15,
      failed: 1,
      notes: [],
    })
  })

  it('takes only the second result of a journey that ran twice, and tells of the first', () => {
    expect(countTests(report(unit, broken), report(file('e2e/c.spec.ts', 'e2e', 5)))).toEqual({
      passed: 15,
      failed: 0,
      notes: ['Needed a second run: e2e/c.spec.ts – Timeout 15000 ms exceeded.'],
    })
  })

  it('stays red when the second run fails too', () => {
    const { passed, failed, notes } = countTests(
      report(unit, broken),
      report(file('e2e/c.spec.ts', 'e2e', 4, 1, 'again')),
    )
    expect([passed, failed, notes.length]).toEqual([14, 1, 1])
  })

  it('gives unit and server tests no second chance', () => {
    const first = report(file('domain/a.test.ts', 'unit', 9, 1), broken)
    expect(
      countTests(first, report(file('domain/a.test.ts', 'unit', 10), file('e2e/c.spec.ts', 'e2e', 5))),
    ).toMatchObject({
      passed: 14,
      failed: 1,
    })
  })

  it('keeps the failure of a journey that the second run does not tell of', () => {
    expect(countTests(report(broken), { files: [], unhandled: 0, whole: false })).toMatchObject({
      passed: 3,
      failed: 2,
    })
  })

  it('is red for an error between tests, although everything passed the second time', () => {
    expect(
      countTests({ ...report(unit, broken), unhandled: 1 }, report(file('e2e/c.spec.ts', 'e2e', 5))),
    ).toMatchObject({
      passed: 15,
      failed: 1,
    })
  })

  it('is red for a run that did not go to its end', () => {
    expect(countTests({ files: [unit], unhandled: 0, whole: false })).toMatchObject({ passed: 10, failed: 1 })
    expect(
      countTests(report(unit, broken), { ...report(file('e2e/c.spec.ts', 'e2e', 5)), whole: false }),
    ).toMatchObject({
      passed: 15,
      failed: 1,
    })
  })
})
