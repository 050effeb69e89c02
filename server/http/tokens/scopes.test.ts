import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { may, roles } from '#contract/permissions.ts'
import { scopesOf, undecided } from '#contract/tokens/access.ts'
import { type Scope, scopeNames, scopes } from '#contract/tokens/scopes.ts'
import { makeMember, makeProduct, makeSeller, makeTemplate, makeToken, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { foreign, foreignAccount } from '../../testing/attacks/foreign.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeBelongings } from '../../testing/shop/belongings.ts'

let app: TestApp
let ctx: Ctx
let ids: Record<string, number>
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  ids = await makeBelongings(ctx)
})
afterAll(() => app.stop())

type Named = [name: string, endpoint: AnyEndpoint]
const named = Object.values(areas).flatMap((area): Named[] => Object.entries(area))
/** Any parameters: who may call is decided before they are read. */
const anything = { params: new Proxy({}, { get: () => '1' }) }
const codeOf = async (endpoint: AnyEndpoint, headers: Record<string, string>, input: object = anything) =>
  (await app.call(endpoint, { ...input, headers } as never)).body.code

/** What an endpoint is about, told by its own permission and address and not by the table that the server uses. */
const closedPaths =
  /^\/users\/|^\/superAdmin\/|^\/stockTemplates\/(add|remove|templates)|^\/notifications|^\/views|^\/tokens|^\/webhooks|^\/organization\/firstSteps|^\/reports\/(unsubscribe|resubscribe)|^\/reports\/\{id\}\/(leave|rejoin|send)|^\/products\/(cloudinarySignature|driveKeys)|^\/integrations\/(create|disconnect)$|^\/proposals\/\{id\}\/decide$|^\/channels\/\{channel\}\/(key|oauth|oauthUrl)$/
const isForPeople = ({ path, needs, method }: AnyEndpoint) =>
  closedPaths.test(path) ||
  (needs === 'people:write' && method !== 'GET') ||
  (needs === 'organization:write' && path.startsWith('/admin/'))

describe('what an API token reaches', () => {
  it('every area and every exception is decided about', () => expect(undecided()).toEqual([]))

  it('endpoints for people are closed, and all others need at least one scope', () => {
    expect(named.filter(([, e]) => isForPeople(e) !== (scopesOf(e) === undefined)).map(([name]) => name)).toEqual([])
    const needed = named.flatMap(([name, e]) => (scopesOf(e) ?? []).map((scope) => ({ name, scope })))
    expect(needed.filter(({ scope }) => !scopeNames.includes(scope))).toEqual([])
  })

  it('a write needs the scope of its permission, and a scope needs no less than its permission', () => {
    for (const [name, endpoint] of named) {
      const needed = scopesOf(endpoint)
      const isWrite = endpoint.method !== 'GET' && !endpoint.savesNothing
      if (!needed || !isWrite || endpoint.needs === 'organization:read') continue
      expect(needed, name).toEqual([endpoint.needs])
    }
    for (const [scope, { needs }] of Object.entries(scopes)) if (!scope.endsWith(':read')) expect(needs).toBe(scope)
  })

  it('every scope opens something', () => {
    const opened = new Set(named.flatMap(([, endpoint]) => scopesOf(endpoint) ?? []))
    expect(scopeNames.filter((scope) => !opened.has(scope))).toEqual([])
  })
})

/** Refusals at the door; anything else has passed it. */
const REFUSED = ['insufficient_scope', 'forbidden', 'invalid_token', 'unauthenticated', 'too_many_requests']
/** What a proposal is about decides what else is needed: its own test proves it. */
const isOfProposal = (name: string) => /^(?:apply|withdraw|undo)Proposal$/.test(name)
const opens = (granted: Scope, needed: readonly Scope[]) =>
  needed.every((scope) => scope === granted || scope === granted.replace(/:write$/, ':read'))

describe('every endpoint with every scope', () => {
  it.each(scopeNames)('a token with only %s reaches what it is for, and nothing else', async (granted) => {
    const { headers } = await makeToken(ctx, { scopes: [granted] })
    const unexpected: string[] = []
    for (const [name, endpoint] of named) {
      const code = (await codeOf(endpoint, headers)) ?? 'success'
      const needed = scopesOf(endpoint)
      if (isOfProposal(name) && code === 'forbidden') continue
      const isOpen = needed !== undefined && opens(granted, needed)
      if (isOpen ? REFUSED.includes(code) : code !== 'insufficient_scope') unexpected.push(`${name}: ${code}`)
    }
    expect(unexpected).toEqual([])
  })
})

describe('every endpoint with a token of every role', () => {
  it.each([roles.admin, roles.manager, roles.member, roles.guest])(
    'a token with all scopes is refused what role %i is refused',
    async (roleId) => {
      const user = await makeUser(app.services)
      await makeMember(app.services, ctx.organizationId, user.id, roleId)
      const tokens = [
        await makeToken({ ...ctx, userId: user.id }),
        await makeToken(ctx, { kind: 'organization', roleId }),
      ]
      for (const { headers } of tokens) {
        const unexpected: string[] = []
        for (const [name, endpoint] of named) {
          if (!scopesOf(endpoint)) continue
          const code = (await codeOf(endpoint, headers)) ?? 'success'
          if (isOfProposal(name) && code === 'forbidden') continue
          if (REFUSED.includes(code) === may(roleId, endpoint.needs)) unexpected.push(`${name}: ${code}`)
        }
        expect(unexpected).toEqual([])
      }
    },
  )
})

describe('every endpoint with a token of another organization', () => {
  it('ORG-003 a token does not find what belongs to a neighbour', async () => {
    const neighbour = await makeSeller(app.services)
    const tokens = [await makeToken(neighbour.ctx), await makeToken(neighbour.ctx, { kind: 'organization' })]
    const own = await makeProduct(neighbour.ctx, (await makeTemplate(neighbour.ctx)).id, { sku: 'THEIRS-1' })
    await neighbour.ctx.db
      .insertInto('integrations')
      .values({ organizationId: neighbour.ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .execute()
    const allIds = { ...ids, theirProduct: own.id, theirTemplate: own.templateId }
    for (const { headers } of tokens)
      for (const [name, endpoint] of named) {
        const input = foreign[name] ?? foreignAccount[name]
        if (!input || !scopesOf(endpoint)) continue
        const code = await codeOf(endpoint, headers, input(allIds))
        expect(['not_found', 'integration_missing'], name).toContain(code)
      }
  })
})
