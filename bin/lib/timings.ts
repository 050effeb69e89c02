import type { FileReport } from './vitest-count.ts'

/** How long a part of the run took on the clock. */
export interface Part {
  title: string
  ms: number
}

const SLOWEST = 10
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9)

/** Where the time of a run went, as lines to print: its parts by the clock, its tests by project, its slowest files. */
export function timings(parts: Part[], files: FileReport[]): string[] {
  const projects = Map.groupBy(files, ({ project }) => project)
  const sum = (of: FileReport[]) => of.reduce((all, { ms }) => all + ms, 0)
  return [
    'Time by the clock',
    ...parts.map(({ title, ms }) => `${seconds(ms)}  ${title}`),
    'Time of the tests, several files at once',
    ...[...projects].map(([project, own]) => `${seconds(sum(own))}  ${project}, ${own.length} files`),
    'Slowest files',
    ...files
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST)
      .map(({ file, ms }) => `${seconds(ms)}  ${file}`),
  ]
}

/** Does the work and notes how long it took. */
export async function timed<T>(parts: Part[], title: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ title, ms: performance.now() - from })
  }
}
