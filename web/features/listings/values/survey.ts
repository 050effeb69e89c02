import type { FieldRule, FieldValues } from '#contract/mappings/values.ts'
import { type Proposal, proposer } from '#domain/mappings/proposals.ts'
import { type Judged, isAllowed, judge } from '#domain/mappings/value-states.ts'
import type { MapValue } from '#domain/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'

/* What a template's values are to a channel, under the mappings at hand. */

export interface Unmapped {
  field: FieldRule
  value: string
  products: number
  live: number
  judged: Judged | undefined
  proposal: Proposal | undefined
}

/** More of them are not compared letter by letter with more options than these. */
const MOST_COMPARISONS = 2_000_000

/**
 * Values that no mapping makes one that the channel allows: those that it would refuse, and of fields whose list only suggests those that are
 * written otherwise there. What most products need comes first.
 * @param channel its name
 */
export function unmappedOf(fields: readonly FieldValues[], channel: string, mapValue: MapValue): Unmapped[] {
  let left = MOST_COMPARISONS
  const unmapped = fields.flatMap((field) => {
    const { options, strict, values, name } = field
    if (options.length === 0) return []
    const known = new Set(options)
    const open = values.filter(({ value }) => {
      const now = mapValue(name, value)?.value ?? value
      return strict ? !isAllowed(field, now) : !known.has(now)
    })
    if (open.length === 0) return []
    left -= options.length * open.length
    const propose = left > 0 ? proposer(options) : undefined
    return open.flatMap(({ value, products, live }): Unmapped[] => {
      const proposal = propose?.(value)
      if (!strict && (!proposal || proposal.why === 'near')) return []
      return [{ field, value, products, live, judged: judge(field, value, { channel, mapValue }), proposal }]
    })
  })
  const weight = { error: 2, warning: 1, success: 0 }
  return unmapped.toSorted(
    (a, b) =>
      (b.judged ? weight[b.judged.state] : 0) - (a.judged ? weight[a.judged.state] : 0) || b.products - a.products,
  )
}

/** Products by source value, whatever its case, of one field. */
export const countsOf = (field: FieldValues | undefined): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { value, products } of field?.values ?? [])
    counts.set(nameKey(value), (counts.get(nameKey(value)) ?? 0) + products)
  return counts
}

export interface Difference {
  field: string
  from: string
  to: string
  products: number
  live: number
}
/** What other mappings would make of the values. */
export const differencesOf = (fields: readonly FieldValues[], before: MapValue, after: MapValue): Difference[] =>
  fields.flatMap(({ name, values }) =>
    values.flatMap(({ value, products, live }) => {
      const [was, is] = [before(name, value)?.value ?? value, after(name, value)?.value ?? value]
      return was === is ? [] : [{ field: name, from: was, to: is, products, live }]
    }),
  )
