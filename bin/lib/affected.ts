import { basename, dirname } from 'node:path'
import { codeOf, type Import, importsOf } from './sources.ts'

/** Files of a tree by their path in it. */
export type Sources = ReadonlyMap<string, string>

/** What can break at run time: imports of types alone cannot. A browser journey goes through all of Motto, whatever it imports. */
export const runtimeImports = (sources: Sources): Import[] =>
  [...sources].flatMap(([file, text]) =>
    importsOf(file, text).filter(
      ({ from, to, typeOnly }) => !typeOnly && (!from.startsWith('e2e/') || to.startsWith('e2e/')),
    ),
  )

/**
 * All files that a change can reach through imports, each with its distance from the change. A file that imports much, such as the list of all
 * routes, is a long step: what reaches the change only through it uses little of it.
 * @param readers sources that read a changed file without importing it
 */
export function distancesFrom(
  changed: readonly string[],
  imports: readonly Import[],
  readers: readonly string[] = [],
): Map<string, number> {
  const importers = Map.groupBy(imports, ({ to }) => to)
  const counts = new Map<string, number>()
  for (const { from } of imports) counts.set(from, (counts.get(from) ?? 0) + 1)
  const stepInto = (file: string) => 1 + Math.log2(counts.get(file) ?? 1)
  const distances = new Map<string, number>()
  for (const file of readers) distances.set(file, 1)
  for (const file of changed) distances.set(file, 0)
  const waiting = [...changed, ...readers]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const reached = distances.get(file) ?? 0
    for (const { from } of importers.get(file) ?? []) {
      const distance = reached + stepInto(from)
      if (distance >= (distances.get(from) ?? Number.POSITIVE_INFINITY)) continue
      distances.set(from, distance)
      waiting.push(from)
    }
  }
  return distances
}

/**
 * The sources that read a file which is no source, such as a table of data or a picture: those that name it, or else those that name its folder.
 */
export function readersOf(file: string, sources: Sources): string[] {
  const naming = (name: string) => [...sources].filter(([, text]) => codeOf(text).includes(name)).map(([path]) => path)
  // A name without a dot, such as "run", is a word that any source may use.
  const readers = naming(basename(file).includes('.') ? basename(file) : file)
  return readers.length > 0 ? readers : naming(`${basename(dirname(file))}/`)
}
