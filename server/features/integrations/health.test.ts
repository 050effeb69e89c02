import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { descriptions } from '#contract/channels/all.ts'
import { checkReadiness, connectionHealth, switchOn } from '#contract/integrations/health.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { systemClock } from '../../services.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { withConnection } from './connections/connections.ts'
import { health } from './health.ts'
import { checkIntegrationJob } from './jobs.ts'

const on = sandboxedApp()
let shop: Shop
beforeAll(async () => {
  // Channels ask an address whether it is ours before they call it.
  const publicUrl = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(on.app.services.config, { publicUrl })
  shop = await openShop(on.app, on.sandbox)
})

type Health = CallReply<typeof connectionHealth>
const todo = (health: Health | null) =>
  health?.readiness.filter(({ state }) => state !== 'ok').map(({ id, state }) => `${id} ${state}`)
const press = async (id: string) => on.app.call(switchOn, { params: { channel: 'ebay' }, body: { id }, as: shop.as })
const check = async (channel: 'ebay' | 'shopify' | 'clover') =>
  (await on.app.call(checkReadiness, { params: { channel }, body: {}, as: shop.as })).body.data
const at = (time: string) => ({ ...systemClock, now: () => new Date(time) })
afterEach(() => {
  on.app.services.clock = systemClock
})
/** The seller switches it off on eBay. */
const optOut = async (programType: string) =>
  withConnection(
    on.app.services,
    { organizationId: shop.ctx.organizationId, integrationId: await shop.integrationId('ebay') },
    ({ connection }) =>
      connection.http({
        method: 'POST',
        url: `${connection.origins.api}/sell/account/v1/program/opt_out`,
        headers: {
          authorization: `Bearer ${connection.accessToken}`,
          'accept-language': 'en-US',
          'content-language': 'en-US',
        },
        json: { programType },
      }),
  )

describe('what must be switched on at the channel', () => {
  it('is asked when a connection is checked, and stands with it', async () => {
    const integrationId = await shop.integrationId('ebay')
    await checkIntegrationJob(on.app.services, { organizationId: shop.ctx.organizationId, integrationId })
    const health = (await on.app.call(connectionHealth, { params: { channel: 'ebay' }, query: {}, as: shop.as })).body
      .data
    expect(health?.checkedAt).not.toBeNull()
    expect(health?.readiness.map(({ title }) => title)).toEqual([
      'Seller account',
      'Selling limit',
      'Business policies',
      'Policies',
      'Out-of-stock control',
      'Inventory location',
      'Notices of sales',
    ])
    expect(todo(health)).toEqual([])
  })

  it('is told with what to do, and switched on from here', async () => {
    await optOut('OUT_OF_STOCK_CONTROL')
    await optOut('SELLING_POLICY_MANAGEMENT')
    const before = await check('ebay')
    expect(todo(before)).toEqual(['SELLING_POLICY_MANAGEMENT todo', 'policies todo', 'OUT_OF_STOCK_CONTROL advice'])
    expect(before?.readiness.find(({ id }) => id === 'OUT_OF_STOCK_CONTROL')).toMatchObject({ action: 'Turn on' })
    await press('SELLING_POLICY_MANAGEMENT')
    const after = await press('OUT_OF_STOCK_CONTROL')
    expect(todo(after.body.data)).toEqual([])
    expect((await press('OUT_OF_STOCK_CONTROL')).status).toBe(200)
    expect((await press('location')).body).toMatchObject({ success: false, message: 'Motto can’t turn this on.' })
  })

  it('of Shopify is a place for stock and a sales channel', async () => {
    on.app.services.clock = at('2026-11-28T12:00:00Z')
    const health = await check('shopify')
    expect(health?.readiness.map(({ id, state }) => `${id} ${state}`)).toEqual(['location ok', 'publication ok'])
    expect(health?.calls).toEqual([])
  })

  it('names the version of the API, and asks for an update of Motto when its end is near', async () => {
    const { api } = descriptions.shopify
    const monthBefore = new Date(Date.parse(api.servedUntil) - 30 * 86_400_000)
    on.app.services.clock = at(monthBefore.toISOString())
    // Asked of the service, as its session would have ended by then.
    const known = await health(shop.ctx, 'shopify')
    expect(known.api).toEqual(api)
    expect(known.readiness.at(-1)).toMatchObject({
      id: 'api-version',
      state: 'advice',
      detail: expect.stringMatching(/^Shopify supports version .* Update Motto before then\.$/),
    })
  })

  it('tells the end of an API version once, where the channel answers in a later one already', async () => {
    const detail = 'Shopify has retired API version 2026-10.'
    const items = [{ id: 'api-version', title: 'API version', state: 'advice' as const, detail }]
    const integrationId = await shop.integrationId('shopify')
    await shop.ctx.db
      .updateTable('integrations')
      .set({ readiness: JSON.stringify(items) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('id', '=', integrationId)
      .execute()
    on.app.services.clock = at(`${descriptions.shopify.api.servedUntil}T23:59:59Z`)
    const { readiness } = await health(shop.ctx, 'shopify')
    expect(readiness.filter(({ title }) => title === 'API version')).toEqual(items)
  })
})

it('of Clover shows the code that proves the address of its calls, until the first call came; a stranger cannot send another code', async () => {
  const call = (payload: object, auth = '', address = '/api/v2/webhooks/clover') =>
    on.app.fastify.inject({ method: 'POST', url: address, payload, headers: { 'x-clover-auth': auth } })
  const notices = async () => (await check('clover'))?.readiness.find(({ id }) => id === 'calls')
  const before = (await notices())?.detail ?? ''
  expect(before).toMatch(
    /tells Motto .* once your administrator enters an address .* Until its first call, .* The address: /,
  )
  const { pathname } = new URL(before.slice(before.lastIndexOf(' ') + 1))
  expect(pathname).toMatch(/^\/api\/v2\/webhooks\/clover\/[\w-]{32}$/)
  for (const verificationCode of ['first-code', 'ce7643c1-83ea'])
    expect((await call({ verificationCode }, '', pathname)).statusCode).toBe(200)
  const strange = { verificationCode: 'strange-code' }
  expect((await call(strange)).statusCode).toBe(401)
  expect((await call(strange, '', `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(
    404,
  )
  expect(await notices()).toMatchObject({
    state: 'advice',
    detail: expect.stringContaining('It then asks for a code. The last that it sent is ce7643c1-83ea.'),
  })
  const { accountId } = await shop.ctx.db
    .selectFrom('integrations')
    .select('accountId')
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('channel', '=', 'clover')
    .executeTakeFirstOrThrow()
  const notice = { appId: 'A', merchants: { [accountId]: [{ objectId: 'O:8WAD6KV8D90KR', type: 'CREATE', ts: 1 }] } }
  expect((await call(notice, 'guessed')).statusCode).toBe(401)
  expect((await call(notice, 'sandbox-clover-auth-code')).statusCode).toBe(200)
  expect(await notices()).toMatchObject({ state: 'ok' })
})

it("shows how many of the day's calls are used, and how many will be", async () => {
  const health = await check('ebay')
  const account = health?.calls.find(({ lane }) => lane === 'account')
  expect(account).toMatchObject({ shared: true, allowed: 25_000, blockedUntil: null })
  expect(account?.used).toBeGreaterThan(0)
  const metrics = (await on.app.fastify.inject('/metrics')).payload
  expect(metrics).toMatch(/motto_channel_calls_used\{channel="ebay",lane="account"\} [1-9]/)
  expect(metrics).toContain('motto_channel_calls_allowed{channel="ebay",lane="account"} 25000')
  expect(account?.forecast).toBeGreaterThanOrEqual(account?.used ?? 0)
})
