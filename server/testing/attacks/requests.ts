import { openApi } from '../../http/document/openapi.ts'

export interface Operation {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
}
const { paths } = openApi('http://localhost:3000') as { paths: Record<string, Record<string, Operation>> }
/** Every operation of the API document. */
export const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const NUL = String.fromCharCode(0)
const values: unknown[] = [
  null,
  '',
  `a${NUL}b`,
  'a\ud800',
  1e308,
  -1,
  9_007_199_254_740_991,
  '9'.repeat(400),
  '+275760-09-13',
  'javascript:alert(1)',
  [],
  {},
  [[[[]]]],
  true,
]
const parameters = [
  '%00',
  '9'.repeat(400),
  '-1',
  '1e308',
  '0x10',
  '9999999-01-01',
  'javascript:alert(1)',
  '%5B%5B%5B%5D%5D%5D',
  '{}',
  '+'.repeat(500),
  'NaN',
  // Cannot be decoded: no escape, bytes that are no UTF-8, half of a surrogate pair.
  '%E0%A4%A',
  '%FF',
  '%ED%A0%80',
]

/** Every place of a body takes every value in turn: the schema's shape, one level filled at a time. */
function bodiesOf(schema: Schema | undefined, depth = 0): unknown[] {
  const fill = (value: unknown): unknown => shaped(schema, value, depth)
  return [...values, ...values.map(fill)]
}
interface Schema {
  additionalProperties?: unknown
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
function shaped(schema: Schema | undefined, value: unknown, depth: number): unknown {
  if (!schema || depth > 5) return value
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, s]) => [name, shaped(s, value, depth + 1)]))
  if (schema.items) return [shaped(schema.items, value, depth + 1)]
  return schema.anyOf?.[0] ? shaped(schema.anyOf[0], value, depth + 1) : value
}

export interface Sent {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer
}
/** Requests that nobody means well with, made from what the document says of an operation; none of them twice, as an address without a place for a value always is the same. */
export function requestsOf(operation: (typeof operations)[number]): Sent[] {
  return [...new Map(Array.from(inventedFor(operation), (sent) => [JSON.stringify(sent), sent])).values()]
}
function* inventedFor({ path, method, operation }: (typeof operations)[number]): Generator<Sent> {
  const url = (text: string) => `/api/v2${path.replaceAll(/\{\w+\}/g, text)}`
  const json = { 'content-type': 'application/json' }
  for (const text of parameters) {
    yield { method, url: url(text) }
    const query = operation.parameters.filter((p) => p.in === 'query').map((p) => `${p.name}=${text}`)
    if (query.length > 0) yield { method, url: `${url('1')}?${query.join('&')}` }
  }
  if (method === 'GET') return
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined
  for (const body of bodiesOf(schema)) yield { method, url: url('1'), headers: json, payload: JSON.stringify(body) }
  for (const encoding of ['br', 'gzip', 'deflate', 'x'])
    yield { method, url: url('1'), headers: { ...json, 'content-encoding': encoding }, payload: 'x' }
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/json; charset=utf-16',
  ])
    yield { method, url: url('1'), headers: { 'content-type': type }, payload: '--b--' }
  yield { method, url: url('1'), payload: '{}' }
  for (const payload of [
    '',
    '{',
    '['.repeat(5000),
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
    '"\\ud800"',
    '{"__proto__":{"a":1}}',
  ])
    yield { method, url: url('1'), headers: json, payload }
}

/** A size of a body and what fills it, each the largest that the route reads. */
const fillings = [
  { of: 'wrong values', item: '0' },
  { of: 'nothing', item: 'null' },
  { of: 'empty objects', item: '{}' },
  { of: 'texts', item: '"a"' },
] as const

/**
 * The dearest bodies that a route reads: each list and each object with free names of its schema, filled to `bytes`, and each text as long.
 * @returns what fills them where, and the body
 */
export function* largestBodies(operation: Operation, bytes: number): Generator<[what: string, body: string]> {
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined
  for (const { at, kind, around } of placesOf(schema)) {
    const room = bytes - around('').length - 16
    if (kind === 'list')
      for (const { of, item } of fillings)
        yield [`${at} of ${of}`, around(`[${item}${`,${item}`.repeat(Math.floor(room / (item.length + 1)) - 1)}]`)]
    else if (kind === 'names')
      yield [
        `${at} of names`,
        around(`{${Array.from({ length: Math.floor(room / 12) }, (_, n) => `"n${n}":0`).join(',')}}`.slice(0, room)),
      ]
    else yield [`${at} long`, around(JSON.stringify('<b>&amp; {{x}} '.repeat(Math.floor(room / 16))))]
  }
}
interface Place {
  at: string
  kind: 'list' | 'names' | 'text'
  /** The body with this JSON in that place. */
  around(json: string): string
}
function* placesOf(schema: Schema | undefined, at = 'body', around = (json: string) => json): Generator<Place> {
  if (!schema || at.split('.').length > 5) return
  for (const variant of [schema, ...(schema.anyOf ?? [])]) {
    if (variant.type === 'array') {
      yield { at, kind: 'list', around }
      yield* placesOf(variant.items, `${at}.*`, (json) => around(`[${json}]`))
    }
    if (variant.type === 'string') yield { at, kind: 'text', around }
    if (variant.additionalProperties) yield { at, kind: 'names', around }
    for (const [name, inner] of Object.entries(variant.properties ?? {}))
      yield* placesOf(inner, `${at}.${name}`, (json) => around(`{${JSON.stringify(name)}:${json}}`))
  }
}
