/** How the tests of one file went. */
export interface FileReport {
  /** Its path inside the project. */
  file: string
  project: string
  passed: number
  /** A file that fails as a whole, before or around its tests, counts as one that failed. */
  failed: number
  /** Of its first failure; empty when there is none. */
  message: string
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
  /** What whoever reads only the last lines must know. */
  notes: string[]
}

/** A count with the files it was taken from. */
export interface Counted extends Count {
  files: FileReport[]
}

const MESSAGE_CHARS = 300

/** The browser journeys that failed: all that may run a second time (`docs/decisions/0011-browser-tests-second-run.md`). */
export const failedJourneys = ({ files }: Report): string[] =>
  files.filter(({ project, failed }) => project === 'e2e' && failed > 0).map(({ file }) => file)

/** Counts a run; of the journeys that ran a second time, only that counts. Each test is counted once. */
export function countTests(first: Report, second?: Report): Count {
  const again = second ? failedJourneys(first) : []
  // One that the second run does not tell of still stands as it failed.
  const files = first.files.map(
    (one) => (again.includes(one.file) && second?.files.find(({ file }) => file === one.file)) || one,
  )
  const sum = (key: 'passed' | 'failed') => files.reduce((all, one) => all + one[key], 0)
  const unhandled = first.unhandled + (second?.unhandled ?? 0)
  const failed = sum('failed') + unhandled
  const whole = first.whole && (second?.whole ?? true)
  return {
    passed: sum('passed'),
    failed: failed || (whole ? 0 : 1),
    notes: first.files
      .filter(({ file }) => again.includes(file))
      .map(({ file, message }) => `Needed a second run: ${file} – ${firstLine(message)}`),
  }
}

const firstLine = (message: string) => message.trim().split('\n', 1)[0]?.slice(0, MESSAGE_CHARS) ?? ''
