import type { Candidate, Choice, Kind } from './choose-tests.ts'

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
const names: Record<Kind, [singular: string, plural: string]> = {
  unit: ['unit test file', 'unit test files'],
  screen: ['screen test file', 'screen test files'],
  server: ['server test file', 'server test files'],
  journey: ['browser journey', 'browser journeys'],
}
const counted = (kind: Kind, count: number) => `${count} ${names[kind][count === 1 ? 0 : 1]}`
/** More names than these are not read. */
const NAMED = 8

const byKind = (candidates: readonly Candidate[]) =>
  [...Map.groupBy(candidates, ({ kind }) => kind)].map(([kind, all]) => {
    const rest = all.length > NAMED ? ', …' : ''
    const list = all.slice(0, NAMED).map(({ file }) => file)
    return `  ${counted(kind, all.length)}: ${list.join(', ')}${rest}`
  })

/** What runs, and what does not and why, as lines to print. */
export function choiceReport(o: {
  base: string
  changed: readonly string[]
  choice: Choice
  budgetMs: number
}): string[] {
  const { run, skipped, unread, ms } = o.choice
  return [
    `${o.changed.length} changed ${o.changed.length === 1 ? 'file' : 'files'} since ${o.base}`,
    ...(run.length > 0 ? [`Running, about ${seconds(ms)}:`, ...byKind(run)] : ['No test is known to depend on them.']),
    ...(skipped.length > 0
      ? [
          `Skipped, as these are farther from the change and the ${seconds(o.budgetMs)} are used up:`,
          ...byKind(skipped),
        ]
      : []),
    ...(unread.length > 0 ? [`No test is known to read ${unread.join(', ')} (bin/lib/test-inputs.ts)`] : []),
    'Browser journeys go through everything and run only if they were changed themselves. npm test runs all tests, and so does CI.',
  ]
}
