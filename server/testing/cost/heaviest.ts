/** The part of JSON Schema that our bodies are described with. */
export interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  not?: unknown
  default?: unknown
  pattern?: string
  minimum?: number
  maxLength?: number
  maxItems?: number
  required?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  propertyNames?: { maxLength?: number; pattern?: string; enum?: unknown[] }
  additionalProperties?: Schema | false
  anyOf?: Schema[]
  allOf?: Schema[]
}

const repeats = /[*+]|\{\d+,\}/
/** Whether nothing longer than the pattern itself says can match it. */
export const isShort = (pattern: string | undefined): boolean =>
  pattern !== undefined && !repeats.test(pattern.replaceAll(/\\./g, ''))

/** A text, or a list, somewhere in a body. */
interface Place {
  at: string
  most: number
  kind: 'text' | 'list'
  /** The body with this value in that place. */
  put(value: unknown): unknown
  /** Of a list: what it is filled with. */
  item?: unknown
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

function* placesOf(
  schema: Schema | undefined,
  value: unknown,
  at = 'body',
  put: Place['put'] = (v) => v,
): Generator<Place> {
  if (!schema) return
  for (const variant of [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    if (isFreeText(variant)) yield { at, most: variant.maxLength ?? Infinity, kind: 'text', put }
    if (variant.type === 'array') {
      const [first = sampleOf(variant.items), ...others] = Array.isArray(value) ? (value as unknown[]) : []
      yield { at, most: variant.maxItems ?? Infinity, kind: 'list', put, item: first }
      yield* placesOf(variant.items, first, `${at}[]`, (v) => put([v, ...others]))
    }
    const fields = fieldsOf(value) ?? fieldsOf(sampleOf(variant)) ?? {}
    for (const [name, inner] of Object.entries(variant.properties ?? {}))
      yield* placesOf(inner, fields[name], `${at}.${name}`, (v) => put({ ...fields, [name]: v }))
  }
}

const isFreeText = (s: Schema) =>
  s.type === 'string' && !s.enum && s.const === undefined && s.format === undefined && !isShort(s.pattern)

/** The least that a schema takes. */
function sampleOf(schema: Schema | undefined): unknown {
  if (!schema) return 'x'
  const [first] = schema.enum ?? []
  const simple = schema.const ?? schema.default ?? first
  if (simple !== undefined) return simple
  if (schema.anyOf) return sampleOf(schema.anyOf[0])
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name])]))
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return false
  if (schema.type === 'string') return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000001' : 'x'
  return schema.minimum ?? 1
}

/** As costly as a text may be: some markup, some references, many words. */
export const heavyText = (length: number): string => {
  const passage = `<b>Soft</b> {{Color}} mug, ${'of the kind that keeps tea warm, '.repeat(12)}`
  return passage.repeat(Math.ceil(length / passage.length)).slice(0, length)
}

/** What else a body needs besides the value in question. */
const REST = 200
/** As many values as a body may hold. @see server/http/requests/bodies.ts */
const MOST_VALUES = 59_000

/**
 * The heaviest bodies of a route: each text and each list of its schema in turn is as large as it may be, the rest is as in `legal`.
 * @param bytes as large as the route reads
 * @returns where, and what makes the body as JSON
 */
export function* heaviestBodies(
  schema: Schema,
  legal: unknown,
  bytes: number,
): Generator<[at: string, makeBody: () => string]> {
  for (const { at, most, kind, put, item } of placesOf(schema, legal)) {
    const room = bytes - REST - JSON.stringify(put(kind === 'text' ? '' : []) ?? {}).length
    if (kind === 'text') yield [at, () => JSON.stringify(put(heavyText(Math.min(most, Math.floor(room * 0.95)))))]
    else {
      const items = Math.min(most, MOST_VALUES, Math.floor(room / (JSON.stringify(item ?? null).length + 1)))
      yield [at, () => JSON.stringify(put(Array.from({ length: items }, () => item)))]
    }
  }
}
