import { nameKey } from '../attributes/values.ts'

/** What variations differ in, with the values that are sold. */
export interface Axis {
  name: string
  values: readonly string[]
}
/** One buyable form: a value for each axis, in their order. */
export type Combination = readonly { name: string; value: string }[]

/** Each value once, whatever its case and blanks, as it was first written. */
const distinct = (values: readonly string[]): string[] =>
  [...new Map(values.map((value) => [nameKey(value), value.trim()] as const).toReversed()).values()]
    .toReversed()
    .filter(Boolean)

/** Every combination of values, the last axis changing first. An axis without a value does not count; without any there is none. */
export function combinations(axes: readonly Axis[]): Combination[] {
  const used = axes
    .map(({ name, values }) => ({ name, values: distinct(values) }))
    .filter(({ values }) => values.length > 0)
  if (used.length === 0) return []
  return used.reduce<Combination[]>(
    (all, { name, values }) => all.flatMap((combination) => values.map((value) => [...combination, { name, value }])),
    [[]],
  )
}

/** How many there would be, without making them. */
export const combinationCount = (axes: readonly Axis[]): number => {
  const counts = axes.map(({ values }) => distinct(values).length).filter((n) => n > 0)
  return counts.length === 0 ? 0 : counts.reduce((product, n) => product * n, 1)
}

/** The same combination has the same key, however its values are written. */
const keyOf = (values: ReadonlyMap<string, string>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => nameKey(values.get(nameKey(name)) ?? '')))

/** Those combinations that no variation is yet. @param there the values of each variation, by name */
export function missing(
  axes: readonly Axis[],
  there: readonly (readonly { name: string; value: string }[])[],
): Combination[] {
  const names = axes.filter(({ values }) => distinct(values).length > 0).map(({ name }) => name)
  const key = (values: readonly { name: string; value: string }[]) =>
    keyOf(new Map(values.map(({ name, value }) => [nameKey(name), value])), names)
  const existing = new Set(there.map(key))
  return combinations(axes).filter((combination) => !existing.has(key(combination)))
}

/** A part of a SKU that says a value: letters and digits of any script, in capitals. */
const partOf = (value: string) =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')

/** A SKU for each combination: the product's with its values, numbered where that is taken. */
export function skusFor(sku: string, of: readonly Combination[], reserved: Iterable<string>, most = 100): string[] {
  const used = new Set([...reserved].map((usedSkus) => usedSkus.trim()))
  return of.map((combination) => {
    const parts = [sku.trim(), ...combination.map(({ value }) => partOf(value))].filter(Boolean).join('-')
    for (let n = 1; ; n += 1) {
      const end = n === 1 ? '' : `-${n}`
      const next = parts.slice(0, most - end.length) + end
      if (!used.has(next)) {
        used.add(next)
        return next
      }
    }
  })
}
