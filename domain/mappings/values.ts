import type { FieldMapping } from '#contract/mappings/mappings.ts'

/* Value mapping: values of a product become those that a channel allows. */

const key = (text: string) => text.trim().toLowerCase()

export interface MappedValue {
  value: string
  mapping: { uuid: string; name: string }
}

export interface MapValue {
  /** What a field's value becomes; undefined where it stays. */
  (field: string, value: string): MappedValue | undefined
  /** What it was made of: plain data, of which another thread makes the same. */
  readonly mappings?: readonly ValueMap[]
}

export interface ValueMap {
  uuid: string
  name: string
  index: number
  mappings: readonly FieldMapping[]
}

/**
 * Reads a channel's value mappings once for many listings. The first active one in index order wins; source values are compared without case
 * and the spaces around them (MAP-168). A value that a mapping of the field makes is left as it is: mapping twice is mapping once.
 * @param mappings those that are on for the listing
 */
export function compileValues(mappings: readonly ValueMap[]): MapValue & { readonly mappings: readonly ValueMap[] } {
  const fields = new Map<string, Map<string, MappedValue>>()
  const made = new Map<string, Set<string>>()
  for (const { uuid, name, mappings: own } of mappings.toSorted((a, b) => a.index - b.index))
    for (const { targetName, values } of own) {
      const field = key(targetName)
      const known = fields.get(field) ?? new Map<string, MappedValue>()
      const targets = made.get(field) ?? new Set<string>()
      for (const { sourceValues, targetValue } of values) {
        if (!targetValue.trim()) continue
        targets.add(targetValue)
        for (const source of sourceValues)
          if (key(source) && !known.has(key(source)))
            known.set(key(source), { value: targetValue, mapping: { uuid, name } })
      }
      fields.set(field, known)
      made.set(field, targets)
    }
  const mapValue = (field: string, value: string): MappedValue | undefined => {
    const of = key(field)
    const known = fields.get(of)
    if (!known || made.get(of)?.has(value)) return undefined
    const mapped = known.get(key(value))
    return mapped && mapped.value !== value ? mapped : undefined
  }
  return Object.assign(mapValue, { mappings })
}
