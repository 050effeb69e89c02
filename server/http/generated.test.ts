import { afterAll, beforeAll, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { openApi } from './openapi.ts'

/** Hostile requests made from the API document, to every route, by a stranger and by several roles. */
interface Operation {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
}
const { paths } = openApi('http://localhost:3000') as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const beside = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v2/openapi.json',
  '/api/v2/events',
  '/media/upload',
  '/media/1/x',
  '/nowhere',
]

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
]

/** Every place of a body takes every value in turn: the schema's shape, one level filled at a time. */
function bodiesOf(schema: Schema | undefined, depth = 0): unknown[] {
  const fill = (value: unknown): unknown => shaped(schema, value, depth)
  return [...values, ...values.map(fill)]
}
interface Schema {
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

interface Sent {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string | Buffer
}
function* requestsOf({ path, method, operation }: (typeof operations)[number]): Generator<Sent> {
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

let app: TestApp
const as: [name: string, cookie: string | undefined][] = [['a stranger', undefined]]
beforeAll(async () => {
  app = await testApp()
  const { organization } = await makeSeller(app.services)
  for (const roleId of [roles.admin, roles.guest]) {
    const user = await makeUser(app.services)
    await makeMember(app.services, organization.id, user.id, roleId)
    as.push([`role ${roleId}`, await makeSession(app.services, user.id, organization.id)])
  }
  const user = await makeUser(app.services)
  as.push(['somebody without an organization', await makeSession(app.services, user.id, null)])
})
afterAll(() => app.stop())

/** What is wrong with an answer: a failure of ours, or one that is not in the envelope. */
async function problemOf(sent: Sent, cookie: string | undefined): Promise<string[]> {
  const answer = await app.fastify.inject({
    method: sent.method as 'GET',
    url: sent.url,
    headers: { ...sent.headers, ...(cookie ? { cookie } : {}) },
    ...(sent.payload === undefined ? {} : { payload: sent.payload }),
  })
  const enveloped = answer.statusCode < 400 || answer.body.startsWith('{"success":false,"data":null,"message":"')
  return answer.statusCode < 500 && enveloped
    ? []
    : [
        `${sent.method} ${sent.url.slice(0, 120)} ${sent.payload?.slice(0, 80) ?? ''} → ${answer.statusCode} ${answer.body.slice(0, 160)}`,
      ]
}

it.each(operations.map((o) => [`${o.method} ${o.path}`, o] as const))(
  '%s has a sentence for whatever comes',
  async (_, operation) => {
    const found: string[] = []
    for (const sent of requestsOf(operation)) {
      for (const [, cookie] of as) {
        // What ends a session would leave the next request without one.
        if (/logout|endUserSessions|sessions/.test(sent.url) && cookie) continue
        found.push(...(await problemOf(sent, cookie)))
      }
    }
    expect([...new Set(found)]).toEqual([])
  },
)

it.each(beside)('%s takes no method and no body that is not its own', async (url) => {
  const found: string[] = []
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const [, cookie] of as)
      for (const payload of ['{}', '['.repeat(5000), 'x'.repeat(100_000)])
        found.push(
          ...(await problemOf({ method, url, payload, headers: { 'content-type': 'application/json' } }, cookie)),
        )
  expect(found).toEqual([])
})
