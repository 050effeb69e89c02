import { distancesFrom, readersOf, runtimeImports, type Sources } from './affected.ts'
import { isTest } from './sources.ts'
import { declaredInputs } from './test-inputs.ts'

export type Kind = 'unit' | 'screen' | 'server' | 'journey'

export interface Candidate {
  file: string
  kind: Kind
  /** From the change, in steps of imports; 0 is the change itself. */
  distance: number
  /** Expected, as long as it runs alone. */
  ms: number
}
export interface Choice {
  run: Candidate[]
  /** Reached, but there was no time for them. */
  skipped: Candidate[]
  /** Expected on the clock. */
  ms: number
  /** Changed files that no test reads, as far as is known. */
  unread: string[]
}
export interface Question {
  /** Paths in the tree; of a file that was removed, too. */
  changed: readonly string[]
  sources: Sources
  /** How long each test file took when it ran last, in milliseconds. */
  times: ReadonlyMap<string, number>
  budgetMs: number
}

/** Of a test that has not run here yet. */
const guesses: Record<Kind, number> = { unit: 300, screen: 700, server: 4500, journey: 60_000 }
/** Before the first test of a kind: a database, the built app. */
const startMs: Record<Kind, number> = { unit: 2000, screen: 5000, server: 8000, journey: 50_000 }
/** Files that run at once. */
const LANES = 2
/** A declared input is as close as a module that the test imports. */
const DECLARED = 1

export function kindOf(file: string): Kind {
  if (file.startsWith('e2e/')) return 'journey'
  if (/^web\/.*\.test\.tsx$/.test(file)) return 'screen'
  return /^(server|seed|bin)\//.test(file) ? 'server' : 'unit'
}

/** The tests that a change can break, the closest first, as many as fit into the time. */
export function chooseTests({ changed, sources, times, budgetMs }: Question): Choice {
  const distances = new Map<string, number>()
  const reach = (file: string, distance: number) =>
    distances.set(file, Math.min(distance, distances.get(file) ?? Number.POSITIVE_INFINITY))
  const tests = [...sources.keys()].filter(isTest)
  const data = changed.filter((file) => !/\.tsx?$/.test(file))
  const readers = new Map(data.map((file) => [file, readersOf(file, sources)]))
  for (const [file, distance] of distancesFrom(changed, runtimeImports(sources), [...readers.values()].flat()))
    if (isTest(file) && sources.has(file)) reach(file, distance)
  for (const { changed: pattern, tests: own } of declaredInputs)
    if (changed.some((file) => pattern.test(file)))
      for (const file of tests.filter((test) => own.test(test))) reach(file, DECLARED)

  const candidates = [...distances]
    .map(([file, distance]): Candidate => {
      const kind = kindOf(file)
      return { file, kind, distance, ms: times.get(file) ?? guesses[kind] }
    })
    .sort((a, b) => a.distance - b.distance || a.ms - b.ms)
  const isDeclared = (file: string) => declaredInputs.some(({ changed: pattern }) => pattern.test(file))
  const unread = data.filter((file) => readers.get(file)?.length === 0 && !isDeclared(file))
  return { ...withinTime(candidates, budgetMs), unread }
}

/** A test that was changed itself runs however long it takes. */
function withinTime(candidates: readonly Candidate[], budgetMs: number): Omit<Choice, 'unread'> {
  const run: Candidate[] = []
  const skipped: Candidate[] = []
  const begun = new Set<Kind>()
  let ms = 0
  for (const candidate of candidates) {
    const more = candidate.ms / LANES + (begun.has(candidate.kind) ? 0 : startMs[candidate.kind])
    if (candidate.distance > 0 && ms + more > budgetMs) {
      skipped.push(candidate)
      continue
    }
    run.push(candidate)
    begun.add(candidate.kind)
    ms += more
  }
  return { run, skipped, ms }
}
