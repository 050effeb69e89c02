import type { FieldRule } from '#contract/mappings/values.ts'
import { nameKey } from '../products/attributes/values.ts'

const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])]

/**
 * What a channel says of its fields in several categories, as one: a value that one of them takes may be meant for it. Required fields come first,
 * then those that take nothing but their options.
 */
export function mergeRules(lists: readonly (readonly FieldRule[])[]): FieldRule[] {
  const byName = new Map<string, FieldRule>()
  for (const rule of lists.flat()) {
    const known = byName.get(nameKey(rule.name))
    const also = union(known?.also, rule.also)
    byName.set(nameKey(rule.name), {
      ...rule,
      name: known?.name ?? rule.name,
      required: rule.required || (known?.required ?? false),
      strict: rule.strict && (known?.strict ?? true),
      options: union(known?.options, rule.options),
      ...(also.length > 0 ? { also } : {}),
    })
  }
  return [...byName.values()].toSorted(
    (a, b) => Number(b.required) - Number(a.required) || Number(b.strict) - Number(a.strict),
  )
}
