import type { Action, RuledText } from '#contract/mappings/mappings.ts'
import { COST, type Meter, searchCost } from '../products/attributes/meter.ts'
import { resolve } from '../products/attributes/references.ts'
import { nameKey } from '../products/attributes/values.ts'
import type { Values } from './conditions.ts'
import { type Target, namesIn, numberCost, numberIn, targetsIn, written } from './inputs.ts'

/** More than any text of a product: what would become longer stays as it was. */
export const MOST_CHARACTERS = 200_000

/** What an action sees and changes. */
export interface State {
  /** With references, as the product has them. */
  texts: Record<RuledText, string>
  /** By `nameKey`. */
  values: Values
  /** The same once a value is another than the product's. */
  own?: Map<string, string>
  /** Counts what is read and written. */
  meter: Meter
}

export type Change = { target: Target; value: string }

const isBlank = (character: string) => character.trim() === ''
/** Two texts beside each other, with a space between words. */
const beside = (a: string, b: string) => (isBlank(a.slice(-1)) || isBlank(b.slice(0, 1)) ? a + b : `${a} ${b}`)

const currentOf = ({ texts, values }: State, target: Target) =>
  'text' in target ? texts[target.text] : (values.get(nameKey(target.attribute)) ?? '')

/**
 * What an action brings to its target: its inputs joined by its value, else its value. A text keeps references, for it is filled in when it is
 * listed; an attribute gets what they hold. Undefined where a reference holds nothing: the action is left out.
 */
function broughtBy(
  { names, value }: { names: readonly string[]; value: string },
  target: Target,
  { values, meter }: State,
  separator = ' ',
): string | undefined {
  const text =
    names.length > 0
      ? names
          .filter((name) => values.get(nameKey(name))?.trim())
          .map((name) => `{{${name}}}`)
          .join(separator)
      : value
  const filled = resolve(text, values, 'plain', meter)
  if (filled.unresolved.length > 0 || text === '') return undefined
  return 'text' in target ? text : filled.text
}

/** The values that one is made of: of the inputs, or of the targets themselves; blanks are left out. None where they are longer together than any text. */
function valuesFor({ names }: { names: readonly string[] }, targets: readonly Target[], state: State): string[] {
  const inputs =
    names.length > 0
      ? names.map((name) => state.values.get(nameKey(name)) ?? '')
      : targets.map((target) => currentOf(state, target))
  const characters = inputs.reduce((sum, { length }) => sum + length, 0)
  if (characters > MOST_CHARACTERS || !state.meter.take(characters)) return []
  return inputs.filter((text) => text.trim() !== '')
}

const folds: Partial<Record<Action['action'], (numbers: readonly number[]) => number>> = {
  'sum all': (numbers) => numbers.reduce((sum, n) => sum + n, 0),
  'multiply all': (numbers) => numbers.reduce((product, n) => product * n, 1),
  max: (numbers) => numbers.reduce((a, b) => Math.max(a, b)),
  min: (numbers) => numbers.reduce((a, b) => Math.min(a, b)),
}

/** An action, read once for many products: what it changes in a product as it stands. */
export function changesOf(
  { input, target, value, action: name }: Action,
  applyTo: RuledText,
): (state: State) => Change[] {
  const action = { names: namesIn(input), value }
  const targets = targetsIn(target, applyTo)
  const each = ({ meter }: State, valueOf: (target: Target, at: number) => string | undefined): Change[] =>
    targets.flatMap((target, at) => {
      const value = valueOf(target, at)
      return value === undefined || value.length > MOST_CHARACTERS || !meter.take(value.length)
        ? []
        : [{ target, value }]
    })
  const fold = folds[name]
  return (state) => {
    const brought = (target: Target) => broughtBy(action, target, state, action.value || ' ')
    if (fold) {
      const values = valuesFor(action, targets, state)
      const numbers = state.meter.take(numberCost(values)) ? values.flatMap((value) => numberIn(value) ?? []) : []
      const folded = numbers.length > 0 ? fold(numbers) : Number.NaN
      return Number.isFinite(folded) ? each(state, () => written(folded)) : []
    }
    switch (name) {
      case 'append':
        return each(state, (target) => withBrought(brought(target), (text) => beside(currentOf(state, target), text)))
      case 'prepend':
        return each(state, (target) => withBrought(brought(target), (text) => beside(text, currentOf(state, target))))
      case 'join with': {
        if (action.names.length > 0) return each(state, (target) => broughtBy(action, target, state, action.value))
        const joined = valuesFor(action, targets, state).join(action.value)
        return joined ? each(state, () => joined) : []
      }
      case 'split by': {
        const pieces = action.value ? splitBy(action.value, valuesFor(action, targets, state), state.meter) : []
        if (pieces.length === 0) return []
        return targets.length > 1 ? each(state, (_, at) => pieces[at]) : each(state, () => pieces.join(', '))
      }
      default:
        return each(state, brought)
    }
  }
}

/** Parts that are not blank; none where there are more than the meter has left. */
function splitBy(separator: string, texts: readonly string[], meter: Meter): string[] {
  if (!meter.take(texts.reduce((sum, { length }) => sum + searchCost(separator, length), 0))) return []
  const pieces = texts.flatMap((text) => text.split(separator))
  return meter.take(pieces.length * COST.part) ? pieces.map((part) => part.trim()).filter(Boolean) : []
}

const withBrought = (text: string | undefined, take: (text: string) => string) =>
  text === undefined ? undefined : take(text)
