type Json = Record<string, unknown>

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const find = (document: Json, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((from, key) => asObject(from)[key], document)

/** The part itself, wherever it stands. */
function partOf(document: Json, part: unknown): Json {
  const { $ref } = asObject(part)
  return typeof $ref === 'string' ? partOf(document, find(document, $ref)) : asObject(part)
}

/** One object of all its parts; undefined where one of them is something else. */
function merged(document: Json, schema: Json): Json | undefined {
  const { allOf, ...own } = schema
  const parts = [own, ...listOf(allOf).map((part) => partOf(document, part))].map((part) =>
    'allOf' in part ? merged(document, part) : part,
  )
  const isObject = (part: Json) => part['type'] === undefined || part['type'] === 'object'
  if (parts.some((part) => part === undefined || 'oneOf' in part || 'anyOf' in part || !isObject(part)))
    return undefined
  const known = parts as Json[]
  const required = known.flatMap(({ required: names }) => listOf(names))
  return {
    ...own,
    type: 'object',
    properties: Object.assign({}, ...known.map(({ properties }) => asObject(properties))) as Json,
    ...(required.length > 0 && { required }),
    ...(known.some(({ nullable }) => nullable === true) && { nullable: true }),
  }
}

const withoutEdge = ({ exclusiveMaximum, maximum, ...rest }: Json): Json => ({
  ...rest,
  ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum }),
})

/** A description in which no object is put together from parts: each lists all of its fields, so a field that none of them has can be told. */
export function withoutParts(document: Json): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    // In OpenAPI 3.0 it says of the number beside it that it is left out itself.
    if (typeof asObject(value)['exclusiveMaximum'] === 'boolean') return walk(withoutEdge(asObject(value)))
    const whole = Array.isArray(asObject(value)['allOf']) ? merged(document, asObject(value)) : undefined
    return Object.fromEntries(Object.entries(whole ?? value).map(([name, item]) => [name, walk(item)]))
  }
  return asObject(walk(document))
}
