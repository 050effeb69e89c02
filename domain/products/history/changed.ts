const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** The given fields that differ from before, old and new side by side; null when none does. The order of an object's keys does not count. */
export function changedFields(
  before: object,
  patch: object,
): { old: Record<string, unknown>; new: Record<string, unknown> } | null {
  const was = before as Record<string, unknown>
  const names = Object.entries(patch)
    .filter(([name, value]) => value !== undefined && !same(was[name], value))
    .map(([name]) => name)
  if (names.length === 0) return null
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { old: pick(was), new: pick(patch as Record<string, unknown>) }
}
