import { amountNamed, textNamed, textFor } from './sample-values.ts'

/** The part of JSON Schema that shapes of the contract use. */
export interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minLength?: number
  maxLength?: number
  minItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  $ref?: string
}

/** A request shows what it must bring and a few fields more; a reply shows all of its fields. */
export type Way = 'request' | 'reply'

/** How many fields a request shows, where it need not have more. */
const FEW = 4
/** How deep a reply shows fields that may be left out: shapes that hold themselves would never end. */
const DEEPEST = 7

/** The only texts of three letters. */
const CURRENCY_CHARS = 3

/** Makes examples that fit a schema, the same each time. @param schemas what `$ref` refers to, by its last part */
export function exampleMaker(way: Way, schemas: Readonly<Record<string, Schema>>) {
  const named = (schema: Schema): Schema =>
    schema.$ref ? (schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}) : schema

  function objectOf(schema: Schema, depth: number): object {
    const { properties = {}, required = [] } = schema
    const isShown = (key: string, at: number) =>
      required.includes(key) || (way === 'reply' ? depth < DEEPEST : depth < 3 && at < FEW)
    const fields = Object.entries(properties)
      .filter(([key], at) => isShown(key, at))
      .map(([key, value]) => [key, valueOf(value, key, depth + 1)] as const)
    return Object.fromEntries([...fields, ...(fields.length > 0 ? [] : entryOf(schema, depth))])
  }

  /** One entry of a record. */
  function entryOf({ additionalProperties: value, propertyNames }: Schema, depth: number): [string, unknown][] {
    if (typeof value !== 'object' || depth >= DEEPEST) return []
    return [[String(valueOf(propertyNames ?? { type: 'string' }, 'key', depth)), valueOf(value, 'value', depth + 1)]]
  }

  function arrayOf({ items, prefixItems, minItems = 0 }: Schema, name: string, depth: number): unknown[] {
    if (prefixItems) return prefixItems.map((item) => valueOf(item, name, depth + 1))
    const count = depth < DEEPEST ? Math.max(1, minItems) : minItems
    return Array.from({ length: items ? count : 0 }, () => valueOf(items ?? {}, singular(name), depth + 1))
  }

  function numberOf({ minimum, exclusiveMinimum, maximum }: Schema, name: string, isWhole: boolean): number {
    const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1)
    const amount = Math.min(Math.max(amountNamed(name, isWhole), least), maximum ?? Number.POSITIVE_INFINITY)
    return isWhole ? Math.round(amount) : amount
  }

  function textOf({ format, pattern, minLength = 0, maxLength }: Schema, name: string): string {
    if (maxLength === CURRENCY_CHARS) return 'USD'
    const text = pattern === undefined ? textNamed(name, format) : textFor(pattern, textNamed(name, format))
    return text.slice(0, maxLength).padEnd(minLength, 'x')
  }

  /** The first choice that says something. */
  const choiceOf = (choices: readonly Schema[]): Schema =>
    choices.find((choice) => named(choice).type !== 'null') ?? choices[0] ?? {}

  function valueOf(schema: Schema, name: string, depth: number): unknown {
    if (schema.$ref) return valueOf(named(schema), name, depth)
    if ('const' in schema) return schema.const
    const list = schema.enum?.filter((value) => value !== null)
    if (list) return schema.default ?? list[0] ?? null
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return valueOf(choiceOf(choices), name, depth)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, name, depth)))
    return simpleOf(schema, name, depth)
  }

  function simpleOf(schema: Schema, name: string, depth: number): unknown {
    const [type] = [schema.type ?? []].flat().filter((kind) => kind !== 'null')
    switch (type) {
      case 'object':
        return objectOf(schema, depth)
      case 'array':
        return arrayOf(schema, name, depth)
      case 'string':
        return textOf(schema, name)
      case 'integer':
      case 'number':
        return numberOf(schema, name, type === 'integer')
      case 'boolean':
        return schema.default ?? false
      default:
        return null
    }
  }

  return (schema: Schema, name = ''): unknown => valueOf(schema, name, 0)
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
