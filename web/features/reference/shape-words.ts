import type { ApiDocument, Shape } from './document.ts'

type Named = ApiDocument['named']
const isNull = ({ type, const: value }: Shape) => type === 'null' || value === null
const choicesOf = ({ anyOf, oneOf }: Shape) => anyOf ?? oneOf

/** What a field takes, in a few words: `text or null`, `list of objects`, `"open" or "done"`. */
export function typeWords(input: Shape, named: Named): string {
  const shape = named(input)
  if ('const' in shape) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(', ')
  const choices = choicesOf(shape)
  if (choices) return [...new Set(choices.map((choice) => typeWords(choice, named)))].join(' or ')
  if (shape.allOf) return 'object'
  const words = [shape.type ?? 'anything'].flat().map((type) => wordOf(type, shape, named))
  return words.join(' or ')
}

function wordOf(type: string, shape: Shape, named: Named): string {
  if (type === 'array') return `list of ${shape.items ? typeWords(shape.items, named) : 'anything'}`
  if (type === 'integer') return 'whole number'
  if (type === 'boolean') return 'true or false'
  if (type !== 'string') return type
  return { 'date-time': 'time', date: 'day', uuid: 'UUID', binary: 'file' }[shape.format ?? ''] ?? 'text'
}

/** Larger numbers are the limits of computers, which say nothing. */
const SAYS_NOTHING = 9_007_199_254_740_991
const limit = (word: string, value: number | undefined, unit = '') =>
  value === undefined || Math.abs(value) >= SAYS_NOTHING ? [] : [`${word} ${value.toLocaleString('en')}${unit}`]

/** Limits and default of a field. */
export function limitWords(input: Shape, named: Named): string {
  const outer = named(input)
  const shape =
    choicesOf(outer)
      ?.map(named)
      .find((choice) => !isNull(choice)) ?? outer
  return [
    ...limit(
      'at least',
      shape.minimum ?? (shape.exclusiveMinimum === undefined ? undefined : shape.exclusiveMinimum + 1),
    ),
    ...limit('at most', shape.maximum),
    ...limit('at least', shape.minLength, ' characters'),
    ...limit('at most', shape.maxLength, ' characters'),
    ...limit('at least', shape.minItems, ' entries'),
    ...limit('at most', shape.maxItems, ' entries'),
    ...(outer.default === undefined ? [] : [`default ${JSON.stringify(outer.default)}`]),
  ].join(' · ')
}

export interface Field {
  name: string
  shape: Shape
  isRequired: boolean
}

/** The fields inside of a shape: its own, those of the objects in its list, or of one of its choices. */
export function fieldsOf(input: Shape, named: Named): Field[] {
  const shape = named(input)
  if (shape.items) return fieldsOf(shape.items, named)
  const parts = choicesOf(shape) ?? shape.allOf
  if (parts) return distinct(parts.flatMap((part) => fieldsOf(part, named)))
  if (shape.properties)
    return Object.entries(shape.properties).map(([name, value]) => ({
      name,
      shape: value,
      isRequired: shape.required?.includes(name) ?? false,
    }))
  return typeof shape.additionalProperties === 'object' && shape.additionalProperties
    ? fieldsOf(shape.additionalProperties, named)
    : []
}
const distinct = (fields: readonly Field[]): Field[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
]
