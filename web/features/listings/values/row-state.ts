import type { FieldMapping } from '#contract/mappings/mappings.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { isAllowed, judge, mostSevere } from '#domain/mappings/value-states.ts'
import { type Stated, mappedStates } from '#domain/words/states.ts'

type Entry = FieldMapping['values'][number]
export interface RowState {
  state: Stated
  /** What is wrong with it. */
  sentence?: string | undefined
}

/** The state of a row: of the worst of its values, as the row maps them (MAP-161..MAP-166). @param channel its name */
export function rowState({ sourceValues, targetValue }: Entry, rule: FieldRule | undefined, channel: string): RowState {
  const target = targetValue.trim()
  if (target && sourceValues.length > 0 && (!rule || isAllowed(rule, target))) return { state: mappedStates.success }
  if (!rule || sourceValues.length === 0) return { state: mappedStates.open }
  const values = target ? [target] : sourceValues
  const worst = mostSevere(values.map((value) => judge(rule, value, { channel, mapValue: () => undefined })))
  return worst ? { state: mappedStates[worst.state], sentence: worst.sentence } : { state: mappedStates.open }
}
