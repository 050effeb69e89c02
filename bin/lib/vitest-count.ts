/** How the tests of one file went. */
export interface FileReport {
  /** Its path inside the project. */
  file: string
  project: string
  passed: number
  /** A file that fails as a whole, before or around its tests, counts as one that failed. */
  failed: number
  /** How long it took, its imports with it. */
  ms: number
}

/** What one run of the tests came to. */
export interface Report {
  files: FileReport[]
  /** Errors between tests: no test is to blame, so each counts as one that failed. */
  unhandled: number
  /** It went to its end: neither killed nor without a report. */
  whole: boolean
}

export interface Count {
  passed: number
  failed: number
}

/** A count with the files it was taken from. */
export interface Counted extends Count {
  files: FileReport[]
}

type State = 'passed' | 'failed' | 'skipped' | 'pending' | 'queued'

/** A file that did not come to its end counts as one failure, also if all the tests that it reported passed. */
export function fileReport(
  name: Pick<FileReport, 'file' | 'project'>,
  state: State,
  tests: readonly State[],
  ms: number,
): FileReport {
  const count = (outcome: State) => tests.filter((test) => test === outcome).length
  const isFinished = state === 'passed' || state === 'skipped'
  return { ...name, passed: count('passed'), failed: count('failed') || (isFinished ? 0 : 1), ms }
}

/** Counts a run. Each test runs once, so what failed stays failed (`docs/decisions/0011-browser-tests-second-run.md`). */
export function countTests({ files, unhandled, whole }: Report): Count {
  const sum = (key: 'passed' | 'failed') => files.reduce((total, file) => total + file[key], 0)
  const failed = sum('failed') + unhandled
  return { passed: sum('passed'), failed: failed || (whole ? 0 : 1) }
}
