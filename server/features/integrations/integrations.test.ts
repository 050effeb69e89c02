import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressConsent } from '#channels/testing/conformance-stage.ts'
import * as contract from '#contract/integrations.ts'
import { listListingProducts } from '#contract/listings.ts'
import * as lookups from '#contract/lookups.ts'
import { type Sandbox, startSandbox } from '#sandbox/main.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { openServices } from '../../services.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { CATEGORY, type Shop, type Sold, authorize, openShop } from '../../testing/shop.ts'
import { pushBatch } from '../sync/push.ts'
import { withConnection } from './connections.ts'
import { checkIntegrationJob } from './jobs.ts'

let sandbox: Sandbox
let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  const note = (data: object, message: string) => void lines.push(JSON.stringify([message, data]))
  Object.assign(app.services.log, { debug: note, info: note, warn: note, error: note })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
})

const row = (ctx: Ctx, channel: Sold) =>
  ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
const integrations = async (as: string) => (await app.call(contract.listIntegrations, { as })).body.data ?? {}
const change = (shop: Shop, channel: Sold, set: object) =>
  shop.ctx.db
    .updateTable('integrations')
    .set(set)
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('channel', '=', channel)
    .execute()
/** Answers of the channel's token endpoint so far. */
const tokenCalls = async (shop: Shop, channel: Sold) =>
  ((await shop.remotes[channel].calls()) as { path: string }[]).filter((c) =>
    /oauth2\/token|oauth\/access_token/.test(c.path),
  ).length

describe('setting a channel up', () => {
  it('CHN-014..CHN-020 CHN-022 CHN-025 CHN-113 CHN-114 it is not there at first; once created it waits for its authorization', async () => {
    const { as } = await makeSeller(app.services)
    expect(await integrations(as)).toEqual({})
    const created = await app.call(contract.createIntegration, { body: { name: 'ebay' }, as })
    expect(created).toMatchObject({
      status: 200,
      body: {
        message: 'Created Integration',
        data: { channel: 'ebay', authenticated: false, status: 'unauthenticated' },
      },
    })
    expect(await integrations(as)).toMatchObject({
      ebay: {
        id: created.body.data?.id,
        authenticated: false,
        oAuthUrl: '/oauth/ebay',
        integration: { shop: '', updatedAt: null, config: {} },
        counts: { live: 0, pending: 0, failed: 0 },
      },
    })
    expect(await app.call(contract.createIntegration, { body: { name: 'ebay' }, as })).toMatchObject({
      status: 409,
      body: { code: 'integration_exists' },
    })
  })
  it('CHN-111 CHN-112 the channels that can be connected have a name', async () => {
    const { as } = await makeSeller(app.services)
    expect((await app.call(contract.availableIntegrations, { as })).body.data).toEqual([
      { channel: 'ebay', label: 'eBay', needsShop: false },
      { channel: 'shopify', label: 'Shopify', needsShop: true },
    ])
  })
  it('CHN-026 what cannot be created says why', async () => {
    const { as } = await makeSeller(app.services)
    expect(await app.call(contract.createIntegration, { body: { name: 'etsy' }, as })).toMatchObject({
      status: 422,
      body: { message: 'Motto cannot connect Etsy yet.' },
    })
    expect(
      await app.call(contract.createIntegration, { body: { name: 'shopify', shop: 'not a shop!' }, as }),
    ).toMatchObject({ status: 400, body: { fields: { shop: 'Enter the shop as in your-shop.myshopify.com.' } } })
  })
})

describe('the consent', () => {
  async function begun(channel: Sold) {
    const seller = await makeSeller(app.services)
    await app.call(contract.createIntegration, { body: { name: channel }, as: seller.as })
    const url = (await app.call(contract.oauthUrl, { params: { channel }, query: {}, as: seller.as })).body.data ?? ''
    return {
      ...seller,
      url,
      answer: await pressConsent(url),
      exchange: (body: Record<string, string>, as = seller.as) =>
        app.call(contract.exchangeCode, { params: { channel }, body, as }),
    }
  }

  it.each(['ebay', 'shopify'] as const)(
    'CHN-106 CHN-116 CHN-117 CHN-118 connects %s, once per consent',
    async (channel) => {
      const { ctx, as, url, answer, exchange } = await begun(channel)
      expect(new URL(url).origin).toBe(sandbox.url)
      expect(await exchange(answer)).toMatchObject({
        status: 200,
        body: { success: true, message: 'Integration successful! Closing window...' },
      })
      expect(await integrations(as)).toMatchObject({
        [channel]: {
          authenticated: true,
          status: 'authenticated',
          problem: '',
          integration: { shop: expect.stringMatching(/./) },
        },
      })
      expect((await row(ctx, channel)).ordersDueAt).not.toBeNull()
      expect(await exchange(answer)).toMatchObject({
        status: 400,
        body: { message: 'This consent was not begun here, or too long ago. Start it again.' },
      })
    },
  )
  it('belongs to whoever began it: not to a colleague, not to another organization', async () => {
    const { answer, exchange, organization } = await begun('ebay')
    const stranger = await makeSeller(app.services)
    await app.call(contract.createIntegration, { body: { name: 'ebay' }, as: stranger.as })
    expect((await exchange(answer, stranger.as)).status).toBe(400)
    const colleague = await makeUser(app.services)
    await makeMember(app.services, organization.id, colleague.id)
    expect((await exchange(answer, await makeSession(app.services, colleague.id, organization.id))).status).toBe(400)
    // The colleague's try used it up.
    expect((await exchange(answer)).status).toBe(400)
  })
  it('ends after 15 minutes', async () => {
    const { ctx, answer, exchange } = await begun('ebay')
    const { expiresAt } = await app.services.database.system
      .selectFrom('oauthStates')
      .select('expiresAt')
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(15)
    await sql`update oauth_states set expires_at = now() where organization_id = ${ctx.organizationId}`.execute(
      app.services.database.system,
    )
    expect((await exchange(answer)).status).toBe(400)
  })
  it('of Shopify must be signed by Shopify, for the shop that was asked', async () => {
    const { answer, exchange, as } = await begun('shopify')
    expect(await exchange({ ...answer, hmac: 'a'.repeat(64) })).toMatchObject({
      status: 422,
      body: { message: 'This answer was not signed by Shopify.' },
    })
    expect((await integrations(as)).shopify?.authenticated).toBe(false)
  })
  it('that was declined says so in words', async () => {
    const { exchange } = await begun('ebay')
    expect(await exchange({ error: 'access_denied' })).toMatchObject({
      status: 422,
      body: { code: 'channel_refused', message: 'eBay did not give consent (access_denied).' },
    })
    expect(await exchange({ error: 'access_denied', error_description: 'The user declined.' })).toMatchObject({
      status: 422,
      body: { message: 'The user declined.' },
    })
  })
  it('a code that the channel does not know connects nothing', async () => {
    const { answer, exchange, as } = await begun('ebay')
    expect(await exchange({ ...answer, code: 'made-up' })).toMatchObject({
      status: 422,
      body: { code: 'channel_refused' },
    })
    expect((await integrations(as)).ebay?.authenticated).toBe(false)
  })
})

describe.each(['ebay', 'shopify'] as const)('an account of %s', (channel) => {
  /** A seller before the consent; `as` may sign in to another's account there. */
  async function seller() {
    const made = await makeSeller(app.services)
    await app.call(contract.createIntegration, { body: { name: channel }, as: made.as })
    return made
  }
  const consent = async (as: string, account: string) => {
    const query: Record<string, string> = channel === 'shopify' ? { shop: account } : {}
    const url = new URL((await app.call(contract.oauthUrl, { params: { channel }, query, as })).body.data ?? '')
    if (channel === 'ebay') url.searchParams.set('account', account)
    return pressConsent(url.href)
  }
  const connect = async (as: string, account: string) =>
    app.call(contract.exchangeCode, { params: { channel }, body: await consent(as, account), as })
  let n = 0
  const fresh = () => `one-of-a-kind-${channel}-${(n += 1)}`

  it('belongs to one organization: a second is refused, without a word about whose it is', async () => {
    const [first, second] = [await seller(), await seller()]
    const account = fresh()
    expect((await connect(first.as, account)).status).toBe(200)
    const name = channel === 'ebay' ? 'eBay' : 'Shopify'
    const refused = await connect(second.as, account)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'account_connected',
        message: `This ${name} account is connected to another organization. Disconnect it there first, or connect another account.`,
      },
    })
    expect((await integrations(second.as))[channel]).toMatchObject({ authenticated: false, integration: { shop: '' } })
    expect((await integrations(first.as))[channel]).toMatchObject({ authenticated: true })
    expect((await connect(second.as, fresh())).status).toBe(200)
  })

  it('is named to somebody who belongs to both organizations', async () => {
    const [first, second] = [await seller(), await seller()]
    const account = fresh()
    await connect(first.as, account)
    await makeMember(app.services, first.organization.id, second.user.id)
    expect((await connect(second.as, account)).body.message).toContain(
      `connected to your organization ${first.organization.displayName}.`,
    )
  })

  it('is had by one of two that connect it at once', async () => {
    const both = [await seller(), await seller()]
    const account = fresh()
    const answers = await Promise.all(both.map(async ({ as }) => ({ as, body: await consent(as, account) })))
    const done = await Promise.all(
      answers.map(({ as, body }) => app.call(contract.exchangeCode, { params: { channel }, body, as })),
    )
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is reconnected by who has it, also when the consent had ended, and free once disconnected', async () => {
    const [first, second] = [await seller(), await seller()]
    const account = fresh()
    await connect(first.as, account)
    const { id } = await row(first.ctx, channel)
    await first.ctx.db
      .updateTable('integrations')
      .set({ status: 'expired' })
      .where('organizationId', '=', first.ctx.organizationId)
      .where('id', '=', id)
      .execute()
    expect((await connect(second.as, account)).status).toBe(409)
    expect((await connect(first.as, account)).status).toBe(200)
    await app.call(contract.disconnectIntegration, { body: { channel, integrationId: id }, as: first.as })
    expect((await connect(second.as, account)).status).toBe(200)
    expect((await connect(first.as, account)).status).toBe(409)
  })
})

describe.each(['ebay', 'shopify'] as const)('the connection to %s', (channel) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app, sandbox, [channel])
  })
  const key = async () => ({
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId(channel),
  })
  const look = async (services = app.services) =>
    withConnection(services, await key(), ({ channel: adapter, connection }) => adapter.account(connection))

  it('keeps its tokens encrypted, out of every answer and every log line', async () => {
    const { tokens } = await row(shop.ctx, channel)
    const accessToken = await withConnection(app.services, await key(), async (c) => c.connection.accessToken)
    expect(accessToken.length).toBeGreaterThan(10)
    expect(tokens?.includes(Buffer.from(accessToken))).toBe(false)
    await change(shop, channel, { accessExpiresAt: new Date(0) })
    const renewed = await withConnection(
      app.services,
      await key(),
      async (c) => (await c.channel.account(c.connection), c.connection.accessToken),
    )
    await shop.remotes[channel].fault('error500')
    await expect(look()).rejects.toMatchObject({ kind: 'unavailable' })
    const said = JSON.stringify(await app.call(contract.listIntegrations, { as: shop.as })) + lines.join('\n')
    expect(lines.some((line) => line.includes('asked a channel'))).toBe(true)
    for (const secret of [accessToken, renewed, 'sandbox-ebay-secret', 'sandbox-shopify-secret'])
      expect(said).not.toContain(secret)
  })
  it('renews a token once, however many ask, in two processes too', async () => {
    const other = await openServices({
      config: { ...app.services.config, dataDir: `${app.services.config.dataDir}-2` },
      connection: app.services.database.connection,
      log: app.services.log,
    })
    try {
      for (const crowd of [[app.services], [app.services, other.services]]) {
        await change(shop, channel, { accessExpiresAt: new Date(Date.now() - 1000) })
        const before = await tokenCalls(shop, channel)
        const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => look(crowd[i % crowd.length])))
        expect(new Set(answers.map((a) => a.accountId)).size).toBe(1)
        expect((await tokenCalls(shop, channel)) - before).toBe(1)
      }
    } finally {
      await other.stop()
    }
  })
  it('renews a token that the channel refuses before its time, once', async () => {
    await shop.remotes[channel].fault('expire_token')
    const before = await tokenCalls(shop, channel)
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
    expect((await tokenCalls(shop, channel)) - before).toBe(1)
  })
  it('that was revoked is marked as ended, with a reason, and asks nothing more', async () => {
    await shop.remotes[channel].fault('revoke_token')
    await expect(look()).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(await integrations(shop.as)).toMatchObject({
      [channel]: { authenticated: false, status: 'expired', problem: expect.stringMatching(/\w+ \w+/) },
    })
    await shop.remotes[channel].noFaults()
    const before = ((await shop.remotes[channel].calls()) as unknown[]).length
    await expect(look()).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(((await shop.remotes[channel].calls()) as unknown[]).length).toBe(before)
    await authorize(app, shop.as, channel)
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
  })
})

it('as many renewals at once as there are connections to the database do not wait for each other for ever', async () => {
  const shops: Shop[] = []
  for (let i = 0; i < 14; i += 1) shops.push(await openShop(app, sandbox, ['ebay']))
  for (const shop of shops) await change(shop, 'ebay', { accessExpiresAt: new Date(0) })
  const keys = await Promise.all(
    shops.map(async (shop) => ({
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId('ebay'),
    })),
  )
  const names = await Promise.all(
    keys.map((key) =>
      withConnection(app.services, key, async (c) => (await c.channel.account(c.connection)).accountId),
    ),
  )
  expect(names).toHaveLength(14)
})

describe('settings', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app, sandbox)
  })
  const save = (channel: Sold, settings: object) =>
    app.call(contract.saveIntegration, {
      body: { channel, settings: settings as Record<string, unknown> },
      as: shop.as,
    })
  const check = async (channel: Sold) =>
    checkIntegrationJob(app.services, {
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId(channel),
    })

  it('CHN-027 what is left out stays; what is unknown or of a wrong shape is refused at its field', async () => {
    expect(await save('ebay', { buffer: 2, locationId: 'a' })).toMatchObject({
      status: 200,
      body: { message: 'Updated Integration' },
    })
    expect(await save('ebay', { locationId: 'b' })).toMatchObject({
      body: { data: { integration: { config: { buffer: 2, locationId: 'b' } } } },
    })
    expect(await save('ebay', { colour: 'red' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { colour: 'eBay has no setting "colour".' } },
    })
    expect(await save('ebay', { buffer: -1 })).toMatchObject({
      status: 400,
      body: { fields: { buffer: expect.any(String) } },
    })
  })
  it('two who save different settings at once both succeed', async () => {
    await Promise.all([save('ebay', { paymentPolicyId: 'p' }), save('ebay', { returnPolicyId: 'r' })])
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({ paymentPolicyId: 'p', returnPolicyId: 'r' })
  })
  it('LST-354 LST-355 default policies of eBay', async () => {
    const body = { paymentPolicyId: 'p1', returnPolicyId: 'r1', fulfillmentPolicyId: 'f1' }
    expect((await app.call(lookups.saveEbayPolicies, { body, as: shop.as })).status).toBe(200)
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({ ...body, locationId: 'b' })
  })
  it('blank ones are filled from the account when the connection is checked, chosen ones stay', async () => {
    await save('ebay', { paymentPolicyId: '', returnPolicyId: 'mine', locationId: '' })
    await check('ebay')
    const policies = (await app.call(lookups.ebayPolicies, { as: shop.as })).body.data
    const [location] = (await app.call(lookups.ebayLocations, { as: shop.as })).body.data ?? []
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({
      paymentPolicyId: policies?.paymentPolicies[0]?.paymentPolicyId,
      returnPolicyId: 'mine',
      locationId: location?.merchantLocationKey,
      buffer: 2,
    })
    await check('shopify')
    const [place] = (await app.call(lookups.shopifyLocations, { as: shop.as })).body.data ?? []
    expect((await row(shop.ctx, 'shopify')).settings).toMatchObject({ locationId: place?.id })
  })
})

describe('lookups', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app, sandbox)
  })
  it('LST-351 LST-118 LST-119 the category tree of eBay', async () => {
    const { body } = await app.call(lookups.ebayCategories, { as: shop.as })
    expect(body.data).toMatchObject({
      categoryTreeVersion: expect.any(String),
      rootCategoryNode: {
        category: { categoryId: expect.any(String), categoryName: expect.any(String) },
        childCategoryTreeNodes: expect.any(Array),
      },
    })
    const [top] = body.data?.rootCategoryNode.childCategoryTreeNodes ?? []
    expect(top).toMatchObject({
      category: { categoryId: expect.stringMatching(/^\d+$/), categoryName: expect.stringMatching(/./) },
      categoryTreeNodeLevel: 1,
      childCategoryTreeNodes: expect.any(Array),
      parentCategoryTreeNodeHref: expect.stringContaining('category_id'),
    })
  })
  it('LST-350 suggestions for a text', async () => {
    const { body } = await app.call(lookups.ebaySuggestions, { query: { query: 'shirt' }, as: shop.as })
    expect(body.data?.categorySuggestions[0]?.category.categoryId).toMatch(/^\d+$/)
  })
  it('LST-176..LST-181 item specifics of a category', async () => {
    const aspects =
      (await app.call(lookups.ebayAspects, { query: { categoryId: CATEGORY }, as: shop.as })).body.data ?? []
    expect(aspects.find((a) => a.aspectConstraint.aspectRequired)).toMatchObject({
      localizedAspectName: expect.any(String),
      aspectValues: expect.any(Array),
      aspectConstraint: {
        aspectRequired: true,
        aspectUsage: expect.any(String),
        aspectDataType: expect.any(String),
        aspectMode: expect.any(String),
      },
    })
  })
  it('LST-185..LST-192 LST-352 locations on eBay', async () => {
    const [location] = (await app.call(lookups.ebayLocations, { as: shop.as })).body.data ?? []
    expect(location).toEqual({
      merchantLocationKey: expect.stringMatching(/./),
      name: expect.any(String),
      phone: expect.any(String),
      addressLine1: expect.any(String),
      addressLine2: expect.any(String),
      city: expect.any(String),
      postalCode: expect.any(String),
      stateOrProvince: expect.any(String),
      country: expect.any(String),
      enabled: true,
    })
  })
  it('LST-193..LST-204 LST-353 policies on eBay', async () => {
    const { body } = await app.call(lookups.ebayPolicies, { as: shop.as })
    expect(body.data?.paymentPolicies[0]).toMatchObject({
      paymentPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      description: expect.any(String),
      immediatePay: expect.any(Boolean),
      categoryTypes: expect.any(Array),
      marketplaceId: 'EBAY_US',
    })
    expect(body.data?.returnPolicies[0]).toMatchObject({
      returnPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
    })
    expect(body.data?.fulfillmentPolicies[0]).toMatchObject({
      fulfillmentPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      shippingOptions: expect.any(Array),
      handlingTime: { value: expect.any(Number), unit: expect.any(String) },
    })
  })
  it('LST-363 LST-364 locations and collections on Shopify', async () => {
    expect((await app.call(lookups.shopifyLocations, { as: shop.as })).body.data?.[0]).toMatchObject({
      id: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      isActive: true,
    })
    expect((await app.call(lookups.shopifyCollections, { as: shop.as })).body.data).toEqual(expect.any(Array))
  })
  it('the same question by many at once is asked once', async () => {
    const fresh = await openShop(app, sandbox, ['shopify'])
    const asked = async () => ((await fresh.remotes.shopify.calls()) as unknown[]).length
    const before = await asked()
    await Promise.all(Array.from({ length: 5 }, () => app.call(lookups.shopifyCollections, { as: fresh.as })))
    expect((await asked()) - before).toBe(1)
  })
  it('without an integration, or unconnected, says which', async () => {
    const { as } = await makeSeller(app.services)
    expect(await app.call(lookups.ebayPolicies, { as })).toMatchObject({
      status: 409,
      body: { code: 'integration_missing', message: 'Missing Integration' },
    })
    await app.call(contract.createIntegration, { body: { name: 'ebay' }, as })
    expect(await app.call(lookups.ebayPolicies, { as })).toMatchObject({
      status: 409,
      body: { code: 'integration_unauthenticated', message: 'Integration Unauthenticated' },
    })
  })
})

describe('disconnecting', () => {
  it('CHN-028 CHN-115 ends our access, keeps what is owed, and the same account takes it up again', async () => {
    const shop = await openShop(app, sandbox, ['ebay'])
    const product = await shop.product(await shop.template())
    const listed = await shop.list('ebay', product.id, { sync: true })
    const { id } = await row(shop.ctx, 'ebay')
    const disconnect = (integrationId: number, as = shop.as) =>
      app.call(contract.disconnectIntegration, { body: { channel: 'ebay', integrationId }, as })
    expect((await disconnect(id + 1)).status).toBe(404)
    expect((await disconnect(id, (await makeSeller(app.services)).as)).status).toBe(404)
    expect(await disconnect(id)).toMatchObject({
      status: 200,
      body: { message: 'Disconnected integration. Re-authorize to reconnect.' },
    })
    expect(await row(shop.ctx, 'ebay')).toMatchObject({ status: 'unauthenticated', tokens: null })
    await shop.ctx.db
      .updateTable('listingProducts')
      .set({ pending: 'quantity', pendingVersion: 99, nextTryAt: new Date(0) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    expect(await pushBatch(shop.ctx, id)).toBe(false)
    expect(await shop.listing('ebay', product.id)).toMatchObject({ pending: 'quantity', externalId: listed.externalId })
    await authorize(app, shop.as, 'ebay')
    await shop.send()
    expect(await shop.listing('ebay', product.id)).toMatchObject({
      pending: null,
      status: 'listed',
      externalId: listed.externalId,
    })
  })
  it('another account begins anew: no listing, no cursor, no location of the old one', async () => {
    const shop = await openShop(app, sandbox, ['ebay'])
    const product = await shop.product(await shop.template())
    await shop.list('ebay', product.id, { sync: true })
    await app.call(contract.saveIntegration, {
      body: { channel: 'ebay', settings: { buffer: 1, locationId: 'old' } },
      as: shop.as,
    })
    await change(shop, 'ebay', { accountId: 'somebody-else', ordersCursor: new Date(0) })
    await authorize(app, shop.as, 'ebay')
    const [listing] =
      (await app.call(listListingProducts, { query: { productId: product.id }, as: shop.as })).body.data ?? []
    expect(listing).toMatchObject({
      status: 'draft',
      externalId: '',
      url: '',
      pending: null,
      result: null,
      listSettings: { list: true, sync: true },
    })
    expect(await row(shop.ctx, 'ebay')).toMatchObject({ ordersCursor: null, settings: { buffer: 1, locationId: '' } })
  })
})

describe('what channels call', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app, sandbox, ['shopify'])
  })
  const body = JSON.stringify({ id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' })
  async function call(given: { key?: string; signature?: string; channel?: string } = {}) {
    const { hookKey } = await row(shop.ctx, 'shopify')
    const signature =
      given.signature ??
      createHmac('sha256', app.services.config.channels.shopify?.clientSecret ?? '')
        .update(body)
        .digest('base64')
    return app.fastify.inject({
      method: 'POST',
      url: `/api/v2/webhooks/${given.channel ?? 'shopify'}/${given.key ?? hookKey}`,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': 'orders/create',
        'x-shopify-hmac-sha256': signature,
        'x-shopify-webhook-id': 'w1',
        'x-shopify-event-id': 'e1',
      },
    })
  }
  const waiting = async () =>
    (
      await app.services.queue.boss.findJobs('orders.pull', { data: { organizationId: shop.ctx.organizationId } })
    ).filter((j) => j.state === 'created').length
  const forget = () => app.services.queue.boss.deleteQueuedJobs('orders.pull')

  it('is refused without the signature of the channel, or at an unknown address', async () => {
    await forget()
    expect((await call({ signature: Buffer.alloc(32).toString('base64') })).statusCode).toBe(401)
    expect((await call({ signature: '' })).statusCode).toBe(401)
    expect((await call({ key: '00000000-0000-4000-8000-000000000000' })).statusCode).toBe(404)
    expect((await call({ key: '------------------------------------' })).statusCode).toBe(404)
    expect((await call({ channel: 'ebay' })).statusCode).toBe(404)
    expect((await call({ channel: 'nobody' })).statusCode).toBe(404)
    expect(await waiting()).toBe(0)
  })
  it('is read sixteen at a time; one more is asked to come again', async () => {
    const { hookKey } = await row(shop.ctx, 'shopify')
    const { port } = new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' }))
    const head = `POST /api/v2/webhooks/shopify/${hookKey} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const begin = () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(head)
      return socket
    }
    const slow = Array.from({ length: 16 }, begin)
    await expect.poll(async () => (await call({ signature: 'x' })).statusCode).toBe(429)
    expect((await call()).headers['retry-after']).toBe('5')
    for (const socket of slow) socket.destroy()
    await expect.poll(async () => (await call({ signature: 'x' })).statusCode).toBe(401)
  })
  it('makes us look once, however often it is said', async () => {
    await forget()
    for (let i = 0; i < 3; i += 1) expect((await call()).statusCode).toBe(200)
    expect(await waiting()).toBe(1)
  })
})
