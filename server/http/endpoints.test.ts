import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { allEndpoints, areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { may, roles } from '#contract/permissions.ts'
import { buildApp } from '../app.ts'
import { type TestApp, testApp } from '../testing/setup/app.ts'
import { foreign, foreignAccount, ownOnly } from '../testing/attacks/foreign.ts'
import { makeBelongings } from '../testing/shop/belongings.ts'

let app: TestApp
/** Cookies: by role id in one organization, and the neighbour's admin. */
const as: Record<string, string> = {}
/** What the first organization owns, by kind. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await testApp()
  const owner = await makeSeller(app.services)
  for (const roleId of [roles.admin, roles.manager, roles.member, roles.guest]) {
    const user = await makeUser(app.services)
    await makeMember(app.services, owner.organization.id, user.id, roleId)
    as[roleId] = await makeSession(app.services, user.id, owner.organization.id)
  }
  as.nobody = await makeSession(app.services, (await makeUser(app.services)).id, null)
  const neighbour = await makeSeller(app.services)
  as.neighbour = neighbour.as
  Object.assign(ids, await makeBelongings(owner.ctx))
  // The neighbour's own account does not stand in for another's that was named.
  const own = await makeProduct(neighbour.ctx, (await makeTemplate(neighbour.ctx)).id, { sku: 'THEIRS-1' })
  await neighbour.ctx.db
    .insertInto('integrations')
    .values({ organizationId: neighbour.ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
    .execute()
  Object.assign(ids, { theirProduct: own.id, theirTemplate: own.templateId })
})
afterAll(() => app.stop())

const named = Object.values(areas).flatMap((area) => Object.entries(area))
const call = (endpoint: AnyEndpoint, cookie: string | undefined, input: object = {}) =>
  app.call(endpoint, { ...input, ...(cookie ? { as: cookie } : {}) } as never)
/** Any parameters: who may call is decided before they are read. */
const anything = { params: new Proxy({}, { get: () => '1' }) }

describe('every endpoint', () => {
  it('is mounted exactly once', async () => {
    const { app: built } = await buildApp({ services: app.services, webRoot: '/nowhere', ready: async () => true })
    expect([...built.mounted].length).toBe(allEndpoints.length)
    for (const [name, endpoint] of named) expect(built.mounted.has(endpoint), name).toBe(true)
    await built.fastify.close()
  })
  it.each(named.filter(([, e]) => e.needs !== 'public'))('ACC-026 %s refuses a stranger', async (_name, endpoint) => {
    const { status, body } = await call(endpoint, undefined, anything)
    expect([status, body.success, body.code]).toEqual([401, false, 'unauthenticated'])
  })
  it.each(named.filter(([, e]) => e.needs !== 'public' && e.needs !== 'session'))(
    '%s refuses someone without an organization',
    async (_name, endpoint) => {
      expect((await call(endpoint, as.nobody, anything)).body.code).toBe('no_organization')
    },
  )
  const refusals = named.flatMap(([name, e]) =>
    [roles.admin, roles.manager, roles.member, roles.guest]
      .filter((r) => !may(r, e.needs))
      .map((r) => [name, r, e] as const),
  )
  it.each(refusals)('ORG-082 %s refuses role %i', async (_name, role, endpoint) => {
    expect((await call(endpoint, as[role], anything)).body.code).toBe('forbidden')
  })
})

describe('another organization', () => {
  it('is asked for by every endpoint that takes an id', () => {
    const takesId = named
      .filter(([, e]) =>
        /[iI]ds?\b|"id"|\{id\}/.test(
          JSON.stringify([Object.keys(shapeOf(e.params)), keysDeep(e.body), Object.keys(shapeOf(e.query))]),
        ),
      )
      .map(([name]) => name)
    expect(takesId.filter((name) => !foreign[name] && !foreignAccount[name] && !ownOnly.has(name))).toEqual([])
  })
  it.each(Object.entries(foreign))('ORG-003 %s does not find what belongs to a neighbour', async (name, input) => {
    const endpoint = named.find(([n]) => n === name)?.[1]
    if (!endpoint) throw new Error(`${name} is no endpoint`)
    const { status, body } = await call(endpoint, as.neighbour, input(ids))
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
  it.each(Object.entries(foreignAccount))(
    'ORG-003 %s does not find an account that a neighbour connected',
    async (name, input) => {
      const endpoint = named.find(([n]) => n === name)?.[1]
      if (!endpoint) throw new Error(`${name} is no endpoint`)
      const { status, body } = await call(endpoint, as.neighbour, input(ids))
      expect([status, body.code]).toEqual([409, 'integration_missing'])
    },
  )
  it('ORG-003 leaves the neighbour as it was', async () => {
    const { database } = app.services
    expect(await database.system.selectFrom('products').select(['title', 'sku']).orderBy('id').execute()).toEqual([
      { title: 'Product OURS-1', sku: 'OURS-1' },
      { title: 'Product THEIRS-1', sku: 'THEIRS-1' },
    ])
  })
})

interface Shaped {
  shape?: Record<string, unknown>
  def?: { type?: string; element?: unknown; options?: unknown[]; innerType?: unknown; in?: unknown }
}
const shapeOf = (schema: unknown): Record<string, unknown> => (schema as Shaped | undefined)?.shape ?? {}
/** Names of all fields of a body, at any depth. */
function keysDeep(schema: unknown, depth = 0): string[] {
  const s = schema as Shaped | undefined
  if (!s || depth > 6) return []
  const inner = [s.def?.element, s.def?.innerType, s.def?.in, ...(s.def?.options ?? [])].filter(Boolean)
  return [
    ...Object.entries(shapeOf(s)).flatMap(([k, v]) => [k, ...keysDeep(v, depth + 1)]),
    ...inner.flatMap((i) => keysDeep(i, depth + 1)),
  ]
}
