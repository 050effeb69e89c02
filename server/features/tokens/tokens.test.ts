import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyProposal, propose } from '#contract/agents/proposals.ts'
import { areas } from '#contract/all.ts'
import { getUser, listSessions, login, resetPassword } from '#contract/accounts.ts'
import { clientLogin, listAuditEntries, removeUser, updateClient } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { createProduct, listProducts } from '#contract/products/products.ts'
import { createTemplate, listTemplates } from '#contract/templates.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { createToken, listTokens, revokeToken, updateToken } from '#contract/tokens/tokens.ts'
import {
  makeMember,
  makeProduct,
  makeSeller,
  makeSession,
  makeTemplate,
  makeToken,
  makeUser,
  sha256,
} from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { hashOf } from '#server/http/tokens/secret.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { issueCode } from '../accounts/codes.ts'

let app: TestApp
let ctx: Ctx
let as: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const seller = await makeSeller(app.services)
  ctx = seller.ctx
  as = seller.as
})

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const draft = { name: 'ERP', scopes: ['products:read' as const] }

/** Somebody else in the organization. */
async function colleague(roleId: number) {
  const user = await makeUser(app.services)
  await makeMember(app.services, ctx.organizationId, user.id, roleId)
  const own = { ...ctx, userId: user.id, roleId }
  return { user, ctx: own, as: await makeSession(app.services, user.id, ctx.organizationId) }
}
async function create(body: object = {}, cookie = as) {
  const { body: answer, status } = await app.call(createToken, { body: { ...draft, ...body }, as: cookie })
  if (status !== 200 || !answer.data) throw new Error(answer.message)
  return answer.data
}

describe('an API token', () => {
  it('a new token is shown once, and only its hash is stored', async () => {
    const { secret, token } = await create({ networks: ['127.0.0.0/8'] })
    expect(token).toMatchObject({ name: 'ERP', kind: 'person', scopes: ['products:read'], networks: ['127.0.0.0/8'] })
    const { body, raw } = await app.call(listTokens, { as })
    expect(body.data).toHaveLength(1)
    expect(raw.toString()).not.toContain(secret)
    const row = await ctx.db.selectFrom('apiTokens').selectAll().executeTakeFirstOrThrow()
    expect(row.hash.equals(hashOf(secret))).toBe(true)
    expect(JSON.stringify(row)).not.toContain(secret.slice(10))
  })
  it('a token expires after 90 days unless another time is chosen', async () => {
    const { token } = await create()
    const days = (Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt)) / 86_400_000
    expect(days).toBe(90)
    expect((await create({ expiresInDays: null })).token.expiresAt).toBeNull()
    expect((await app.call(createToken, { body: { ...draft, expiresInDays: 367 }, as })).status).toBe(400)
  })
  it('a token reads without a cookie, and writes without a header of a browser', async () => {
    const { headers } = await makeToken(ctx)
    const template = await makeTemplate(ctx)
    const product = { templateId: template.id, sku: 'BY-TOKEN', title: 'Mug' }
    expect((await app.call(createProduct, { body: { product }, headers })).status).toBe(200)
    const { body } = await app.call(listProducts, { headers })
    expect(body.data?.data.map(({ sku }) => sku)).toEqual(['BY-TOKEN'])
  })
  it('a token of one organization does not see another', async () => {
    const { headers } = await makeToken(ctx)
    const neighbour = await makeSeller(app.services)
    const { id } = await makeTemplate(neighbour.ctx)
    const { body } = await app.call(listTemplates, { headers })
    expect(body.data?.some((template) => template.id === id)).toBe(false)
  })
  it('a token of a Super Admin reaches no other organization', async () => {
    const admin = await makeUser(app.services, { isSuper: true })
    const { headers } = await makeToken({ ...ctx, userId: admin.id })
    const neighbour = await makeSeller(app.services)
    expect((await app.call(listProducts, { headers })).status).toBe(200)
    const body = { clientId: neighbour.organization.id, displayName: 'Mine' }
    expect((await app.call(updateClient, { body, headers })).body.code).toBe('insufficient_scope')
  })
})

describe('a request with an API token that is refused', () => {
  const challenge = 'Bearer realm="motto", error="invalid_token"'
  it('without a token the answer names the scheme', async () => {
    const { status, headers } = await app.call(listProducts)
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="motto"'])
  })
  it('a token with a typing error costs no query', async () => {
    const { secret } = await create()
    const spy = vi.spyOn(app.services.database.system, 'selectFrom')
    const { status, body, headers } = await app.call(listProducts, { headers: bearer(`${secret.slice(0, -1)}!`) })
    expect([status, body.code, headers['www-authenticate']]).toEqual([401, 'invalid_token', challenge])
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  })
  it('an unknown token and one of another kind of software are invalid', async () => {
    for (const text of ['motto_pat_', 'eyJhbGciOiJIUzI1NiJ9.e30.x']) {
      const { status, headers } = await app.call(listProducts, { headers: bearer(text) })
      expect([status, headers['www-authenticate']]).toEqual([401, challenge])
    }
  })
  it('a token and a session together are refused', async () => {
    const { secret } = await create()
    const { status, body } = await app.call(listProducts, { as, headers: bearer(secret) })
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })
  it('the header of a proxy before Motto does not disturb a session', async () => {
    for (const authorization of ['Basic ZGFuYTp4', 'Bearer of-the-proxy'])
      expect((await app.call(listProducts, { as, headers: { authorization } })).status).toBe(200)
  })
  it('an expired token is invalid from the moment of its end, although it was used before', async () => {
    const { clock } = app.services
    const start = clock.now()
    const { headers } = await makeToken(ctx, { expiresAt: new Date(start.getTime() + 1000) })
    app.services.clock = { ...clock, now: () => start }
    expect((await app.call(listProducts, { headers })).status).toBe(200)
    app.services.clock = { ...clock, now: () => new Date(start.getTime() + 1000) }
    expect((await app.call(listProducts, { headers })).body.code).toBe('invalid_token')
    app.services.clock = clock
  })
  it('a token is refused from an address outside its networks', async () => {
    const { headers } = await makeToken(ctx, { networks: ['203.0.113.0/24'] })
    const from = (remoteAddress: string) =>
      app.fastify.inject({ method: 'GET', url: '/api/v2/products', headers, remoteAddress })
    expect((await from('203.0.113.9')).statusCode).toBe(200)
    expect((await from('203.0.114.9')).json()).toMatchObject({ code: 'forbidden' })
  })
  it('a missing scope is named', async () => {
    const { headers } = await makeToken(ctx, { scopes: ['orders:read'] })
    const { status, body, headers: replied } = await app.call(listProducts, { headers })
    expect([status, body.code]).toEqual([403, 'insufficient_scope'])
    expect(replied['www-authenticate']).toBe('Bearer realm="motto", error="insufficient_scope", scope="products:read"')
  })
  it('whoever may write may also read', async () => {
    const { headers } = await makeToken(ctx, { scopes: ['products:write'] })
    expect((await app.call(listProducts, { headers })).status).toBe(200)
  })
  it('another site’s page cannot write with a token', async () => {
    const { headers } = await makeToken(ctx)
    const foreign = { ...headers, origin: 'https://evil.example' }
    const body = { productTemplate: { name: 'Mugs' } }
    expect((await app.call(createTemplate, { body, headers: foreign })).body.code).toBe('wrong_origin')
  })
  it('a token opens no session, reads no account and makes no token', async () => {
    const { headers } = await makeToken(ctx)
    const credentials = { email: 'a@example.com', password: 'x' }
    const answers = await Promise.all([
      app.call(login, { body: credentials, headers }),
      app.call(clientLogin, { body: { clientLoginId: ctx.organizationId }, headers }),
      app.call(getUser, { headers }),
      app.call(listSessions, { headers }),
      app.call(listTokens, { headers }),
      app.call(createToken, { body: draft, headers }),
      app.call(revokeToken, { params: { id: 1 }, headers }),
    ])
    for (const { status, body, headers: replied } of answers) {
      expect([status, body.code]).toEqual([403, 'insufficient_scope'])
      expect(replied['set-cookie']).toBeUndefined()
    }
  })
})

describe('who may create and revoke API tokens', () => {
  it('nobody gives a token more than their role allows', async () => {
    const guest = await colleague(roles.guest)
    const refused = async (body: object) =>
      (await app.call(createToken, { body: { ...draft, ...body }, as: guest.as })).body.code
    expect(await refused({ scopes: ['products:write'] })).toBe('forbidden')
    expect(await refused({ scopes: ['people:read'] })).toBe('forbidden')
    expect(await refused({ kind: 'organization' })).toBe('forbidden')
    expect(await refused({ expiresInDays: null })).toBe('forbidden')
    expect(await refused({})).toBeUndefined()
  })
  it('a token is limited to accounts of the organization, and to scopes that keep to them', async () => {
    const { id } = await makeIntegration(ctx)
    const neighbour = await makeIntegration((await makeSeller(app.services)).ctx)
    const { token } = await create({ scopes: ['orders:read'], integrationIds: [id] })
    expect(token.integrationIds).toEqual([id])
    expect((await create({})).token.integrationIds).toBeNull()
    const refused = async (body: object) =>
      (await app.call(createToken, { body: { ...draft, ...body }, as })).body.fields
    expect(await refused({ integrationIds: [id, neighbour.id] })).toHaveProperty('integrationIds')
    expect(await refused({ integrationIds: [] })).toHaveProperty('integrationIds')
    expect(await refused({ integrationIds: [id], scopes: ['analytics:read'] })).toHaveProperty('scopes')
  })
  it('a token may do less as soon as its person may', async () => {
    const manager = await colleague(roles.manager)
    const { headers } = await makeToken(manager.ctx, { scopes: ['templates:write'] })
    const make = (name: string) => app.call(createTemplate, { body: { productTemplate: { name } }, headers })
    expect((await make('First')).status).toBe(200)
    await ctx.db.updateTable('members').set({ roleId: roles.guest }).where('userId', '=', manager.user.id).execute()
    app.services.events.sessionChanged(`user:${manager.user.id}`)
    await vi.waitFor(async () => expect((await make('Second')).body.code).toBe('forbidden'))
  })
  it('a person sees and revokes their own tokens, and an Admin those of everybody', async () => {
    const member = await colleague(roles.member)
    const own = await makeToken(member.ctx)
    const shared = await makeToken(ctx, { kind: 'organization' })
    const idsOf = async (cookie: string) =>
      (await app.call(listTokens, { as: cookie })).body.data?.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(await idsOf(member.as)).toEqual([own.id])
    expect(await idsOf(as)).toEqual([own.id, shared.id])
    const revoke = (id: number, cookie: string) => app.call(revokeToken, { params: { id }, as: cookie })
    expect((await revoke(shared.id, member.as)).body.code).toBe('not_found')
    expect((await revoke(own.id, as)).status).toBe(200)
    expect((await revoke(own.id, as)).body.code).toBe('not_found')
  })
  it('a revoked token is refused by the next request', async () => {
    const { id, headers } = await makeToken(ctx)
    expect((await app.call(listProducts, { headers })).status).toBe(200)
    await app.call(revokeToken, { params: { id }, as })
    expect((await app.call(listProducts, { headers })).body.code).toBe('invalid_token')
  })
  it('a person’s token ends when they leave, and an organization’s token stays', async () => {
    const leaver = await colleague(roles.admin)
    const own = await makeToken(leaver.ctx)
    const shared = await makeToken(leaver.ctx, { kind: 'organization' })
    expect((await app.call(listProducts, { headers: own.headers })).status).toBe(200)
    await app.call(removeUser, { body: { clientId: ctx.organizationId, userId: leaver.user.id }, as })
    const read = async ({ headers }: { headers: Record<string, string> }) =>
      (await app.call(listProducts, { headers })).status
    await vi.waitFor(async () => expect(await read(own)).toBe(401))
    expect(await read(shared)).toBe(200)
    // Somebody who comes back makes new ones.
    await makeMember(app.services, ctx.organizationId, leaver.user.id, roles.admin)
    expect(await read(own)).toBe(401)
  })
  it('an organization’s token may never do more than its maker might', async () => {
    const { headers } = await makeToken(ctx, { kind: 'organization', roleId: roles.member })
    expect((await app.call(listAuditEntries, { headers })).body.code).toBe('forbidden')
    expect((await app.call(listProducts, { headers })).status).toBe(200)
  })
  it('a new password ends the tokens of its person', async () => {
    const member = await colleague(roles.member)
    const { headers } = await makeToken(member.ctx)
    expect((await app.call(listProducts, { headers })).status).toBe(200)
    const { database, clock } = app.services
    const code = await issueCode(database.system, clock, member.user.id, 'reset')
    const password = sha256('New-horse-battery-9')
    const body = { uuid: member.user.uuid, code, password, checkPassword: password }
    expect((await app.call(resetPassword, { body })).status).toBe(200)
    await vi.waitFor(async () => expect((await app.call(listProducts, { headers })).status).toBe(401))
  })
})

describe('the budget of an API token', () => {
  const budget = { productsPerDay: 5, unitsPerDay: 6, moneyPerDay: 7.5, pricePercent: 8 }
  it('is modest unless it is chosen, and can be changed later', async () => {
    const { token } = await create()
    expect(token.budget).toEqual({ productsPerDay: 50, unitsPerDay: 100, moneyPerDay: 500, pricePercent: 20 })
    expect((await create({ budget })).token.budget).toEqual(budget)
    const { body } = await app.call(updateToken, { params: { id: token.id }, body: { budget }, as })
    expect(body.data?.budget).toEqual(budget)
    const entries = (await app.call(listAuditEntries, { as })).body.data?.data
    expect(entries?.[0]).toMatchObject({ entity: 'token', action: 'update', old: { productsPerDay: 50 } })
  })
  it('is changed by whoever may revoke the token', async () => {
    const [own, other] = [await colleague(roles.member), await colleague(roles.member)]
    const { id } = await makeToken(own.ctx)
    const change = async (cookie: string) =>
      (await app.call(updateToken, { params: { id }, body: { budget }, as: cookie })).status
    expect([await change(other.as), await change(own.as), await change(as)]).toEqual([404, 200, 200])
    await app.call(revokeToken, { params: { id }, as })
    expect(await change(as)).toBe(404)
  })
})

describe('what is kept of an API token', () => {
  const auditOf = async () => (await app.call(listAuditEntries, { as })).body.data?.data ?? []
  const makeTemplateBy = (headers: Record<string, string>) =>
    app.call(createTemplate, { body: { productTemplate: { name: 'Mugs' } }, headers })

  it('the audit log names the token, its person and whether an agent used it', async () => {
    const { headers } = await makeToken(ctx, { usedBy: 'agent' })
    const { id } = await makeProduct(ctx, (await makeTemplate(ctx)).id)
    const edits = [{ field: 'vendor' as const, action: 'set' as const, value: 'Acme' }]
    const body = { reason: 'Another maker', changes: [{ productIds: [id], edits }] }
    const proposal = (await app.call(propose, { body, headers })).body.data
    await app.call(applyProposal, { params: { id: proposal?.id ?? 0 }, headers })
    const entry = (await auditOf()).find(({ entity }) => entity === 'proposal')
    expect(entry).toMatchObject({ actor: 'agent', action: 'apply', tokenName: 'ERP', userId: ctx.userId })
  })
  it('an AI agent writes nothing but proposals', async () => {
    const { headers } = await makeToken(ctx, { usedBy: 'agent' })
    const unexpected: string[] = []
    for (const [name, endpoint] of Object.values(areas).flatMap((area) => Object.entries(area))) {
      if (!scopesOf(endpoint) || endpoint.method === 'GET') continue
      const params = new Proxy({}, { get: () => '1' })
      const { code = 'success' } = (await app.call(endpoint, { params, headers } as never)).body
      const isOpen = endpoint.path.startsWith('/proposals') || (endpoint.savesNothing && !name.startsWith('generate'))
      if ((code === 'insufficient_scope') === Boolean(isOpen)) unexpected.push(`${name}: ${code}`)
    }
    expect(unexpected).toEqual([])
  })
  it('an organization’s token is nobody’s in the audit log', async () => {
    await makeTemplateBy((await makeToken(ctx, { kind: 'organization' })).headers)
    expect((await auditOf())[0]).toMatchObject({ actor: 'token', tokenName: 'ERP', userId: null })
  })
  it('creating and revoking a token are in the audit log, without its secret', async () => {
    const { token, secret } = await create()
    await app.call(revokeToken, { params: { id: token.id }, as })
    const entries = await auditOf()
    expect(entries.map(({ actor, action, entity, entityName }) => [actor, action, entity, entityName])).toEqual([
      ['person', 'revoke', 'token', 'ERP'],
      ['person', 'create', 'token', 'ERP'],
    ])
    expect(JSON.stringify(entries)).not.toContain(secret.slice(10, 40))
  })
  it('two tokens of one person do not answer each other’s keys', async () => {
    const send = async () => {
      const { headers } = await makeToken(ctx)
      return makeTemplateBy({ ...headers, 'idempotency-key': 'same' })
    }
    expect((await send()).status).toBe(200)
    expect((await send()).body.code).toBe('template_taken')
  })
  it('a repeat with the key of a token gets the first answer', async () => {
    const { headers } = await makeToken(ctx, { kind: 'organization' })
    const send = () => makeTemplateBy({ ...headers, 'idempotency-key': 'same' })
    const first = await send()
    expect(first.status).toBe(200)
    expect((await send()).body).toEqual(first.body)
  })
})
