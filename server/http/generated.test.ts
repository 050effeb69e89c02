import { afterAll, beforeAll, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { operations, requestsOf, type Sent } from '../testing/attacks/requests.ts'

/** Hostile requests made from the API document, to every route, by a stranger and by several roles. */
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

let app: TestApp
/** What is sent as a cookie. */
const stranger = undefined
let admin: string
let guest: string
/** Somebody without an organization. */
let homeless: string
beforeAll(async () => {
  app = await testApp()
  const { organization } = await makeSeller(app.services)
  const member = async (roleId: number) => {
    const user = await makeUser(app.services)
    await makeMember(app.services, organization.id, user.id, roleId)
    return makeSession(app.services, user.id, organization.id)
  }
  admin = await member(roles.admin)
  guest = await member(roles.guest)
  homeless = await makeSession(app.services, (await makeUser(app.services)).id, null)
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
    const problems: string[] = []
    for (const [n, sent] of requestsOf(operation).entries()) {
      // The others stop at the same place whatever comes: they take turns.
      const others = [stranger, guest, homeless]
      for (const cookie of [admin, others[n % others.length]]) {
        // What ends a session would leave the next request without one.
        if (/logout|endUserSessions|sessions/.test(sent.url) && cookie) continue
        problems.push(...(await problemOf(sent, cookie)))
      }
    }
    expect([...new Set(problems)]).toEqual([])
  },
)

it.each(beside)('%s takes no method and no body that is not its own', async (url) => {
  const problems: string[] = []
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const cookie of [stranger, admin, guest, homeless])
      for (const payload of ['{}', '['.repeat(5000), 'x'.repeat(100_000)])
        problems.push(
          ...(await problemOf({ method, url, payload, headers: { 'content-type': 'application/json' } }, cookie)),
        )
  expect(problems).toEqual([])
})
