import type { FieldRule } from '#contract/mappings/values.ts'
import { brief } from '../listings/content/origins.ts'
import { nameKey } from '../products/attributes/values.ts'
import type { MapValue } from './values.ts'

/* Whether a channel takes a value, in words (MAP-161..MAP-167). */

export type ValueState = 'success' | 'warning' | 'error'
export interface Judged {
  state: ValueState
  sentence: string
}

const severity: readonly ValueState[] = ['success', 'warning', 'error']

/** A list of options, read once for thousands of values: as it is written, and whatever the case. */
interface Known {
  asWritten: ReadonlySet<string>
  inAnyCase: ReadonlySet<string>
}
const knownOf = new WeakMap<readonly string[], Known>()
function knownIn(options: readonly string[]): Known {
  const before = knownOf.get(options)
  if (before) return before
  const known = { asWritten: new Set(options), inAnyCase: new Set(options.map(nameKey)) }
  knownOf.set(options, known)
  return known
}

/** Whether a channel takes a value as it is. A value that still holds a reference is judged once it is resolved. */
export function isAllowed({ strict, options, anyCase, also }: Omit<FieldRule, 'name' | 'required'>, value: string) {
  if (!strict || options.length === 0 || value.includes('{{')) return true
  const { asWritten, inAnyCase } = knownIn(options)
  if (asWritten.has(value)) return true
  const key = nameKey(value)
  return (anyCase === true && inAnyCase.has(key)) || (also ?? []).some((name) => nameKey(name) === key)
}

/**
 * The state of one value: mapped to one that is allowed, not allowed where the channel asks for the field or where it does not; none where it is
 * allowed as it is, or where the channel has no list. @param channel its name
 */
export function judge(
  rule: FieldRule,
  value: string,
  { channel, mapValue }: { channel: string; mapValue: MapValue },
): Judged | undefined {
  const mapped = mapValue(rule.name, value)
  const now = mapped?.value ?? value
  if (isAllowed(rule, now)) return mapped && { state: 'success', sentence: `${brief(value)} becomes ${brief(now)}` }
  const sentence = `${channel} ${rule.name}: ${brief(now)} is not an allowed value`
  return rule.required ? { state: 'error', sentence: `${sentence} for required field` } : { state: 'warning', sentence }
}

/** The one that is shown of several (MAP-164): the first of the most severe. */
export const mostSevere = (all: readonly (Judged | undefined)[]): Judged | undefined =>
  all.reduce<Judged | undefined>(
    (worst, judged) =>
      judged && (!worst || severity.indexOf(judged.state) > severity.indexOf(worst.state)) ? judged : worst,
    undefined,
  )
