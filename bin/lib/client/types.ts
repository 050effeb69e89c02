import { z } from 'zod'

/** The part of JSON Schema that shapes of the contract use. */
export interface Json {
  type?: string | string[]
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  items?: Json
  prefixItems?: Json[]
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  propertyNames?: Json
  default?: unknown
  $ref?: string
  $defs?: Record<string, Json>
}

/** Which way a shape travels: a default may be left out of a request, and always comes with a reply. */
export type Way = 'request' | 'reply'

/** A shape as JSON Schema in wire form. Registered schemas become references. */
export const jsonOf = (schema: z.ZodType, named: z.core.$ZodRegistry<{ id: string }>): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: named }) as Json

const REF = '#/$defs/'
const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Texts that any other text could be, too, are left out. */
function union(parts: string[]): string {
  const distinct = new Set(parts)
  return [...distinct].filter((part) => !distinct.has('string') || !/^"[^"]*"$/.test(part)).join(' | ')
}
/** A text that begins with fixed words, as a template of the contract has it. */
const templateOf = (pattern = '') => {
  const [, start] = /^\^\(?((?:\w|\\\.)+)\)?\[\\s\\S\]\{1,\d*\}\$$/.exec(pattern) ?? []
  return start && `\`${start.replaceAll('\\', '')}\${string}\``
}
const isName = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

/** Writes JSON Schema as TypeScript. @param nameOf what a referred shape is called in the file */
export function typeWriter(way: Way, nameOf: (id: string) => string) {
  const isOptional = (key: string, json: Json, { required = [] }: Json) =>
    !required.includes(key) && (way === 'request' || json.default === undefined)

  function objectOf(json: Json): string {
    const { properties = {}, additionalProperties: more } = json
    const keys = Object.keys(properties)
    if (keys.length === 0) return recordOf(json)
    const lines = Object.entries(properties).map(
      ([key, value]) =>
        `${isName(key) ? key : JSON.stringify(key)}${isOptional(key, value, json) ? '?' : ''}: ${typeOf(value)}`,
    )
    return `{ ${[...lines, ...(typeof more === 'object' ? ['[key: string]: unknown'] : [])].join('; ')} }`
  }

  function recordOf({ additionalProperties: more, propertyNames, required }: Json): string {
    if (typeof more !== 'object') return 'Record<string, never>'
    const keys = propertyNames?.enum || propertyNames?.$ref ? typeOf(propertyNames) : 'string'
    const record = `Record<${keys}, ${typeOf(more)}>`
    return keys === 'string' || required ? record : `Partial<${record}>`
  }

  function typeOf(json: Json): string {
    if (json.$ref) return nameOf(json.$ref.replace(REF, ''))
    if ('const' in json) return JSON.stringify(json.const)
    if (json.enum) return union(json.enum.map((value) => JSON.stringify(value)))
    const choices = json.anyOf ?? json.oneOf
    if (choices) return union(choices.flatMap(membersOf))
    if (json.allOf) return json.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
    if (json.type === 'object') return objectOf(json)
    if (json.type === 'array') return arrayOf(json)
    if (json.type === 'string') return templateOf(json.pattern) ?? 'string'
    return union([json.type ?? []].flat().map((type) => plain[type] ?? 'unknown')) || 'unknown'
  }

  /** What a union inside a union adds to it. */
  const membersOf = (json: Json): string[] => {
    const choices = json.$ref ? undefined : (json.anyOf ?? json.oneOf)
    return choices ? choices.flatMap(membersOf) : [typeOf(json)]
  }

  function arrayOf({ items, prefixItems }: Json): string {
    if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
    const item = items ? typeOf(items) : 'unknown'
    return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`
  }

  return typeOf
}
