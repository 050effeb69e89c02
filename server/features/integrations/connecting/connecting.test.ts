import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { pressConsent } from '#channels/testing/conformance/stage.ts'
import { channelNames } from '#contract/channels/ids.ts'
import * as contract from '#contract/integrations/integrations.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { integrationsApp } from '../../../testing/shop/integrations.ts'
import { type Sold, openShop } from '../../../testing/shop/shop.ts'

const { app, sandbox, row, integrations } = integrationsApp()

describe('setting a channel up', () => {
  it('CHN-014..CHN-020 CHN-022 CHN-025 CHN-113 CHN-114 it is not there at first; once created it waits for its authorization', async () => {
    const { as } = await makeSeller(app().services)
    expect(await integrations(as)).toEqual({})
    const created = await app().call(contract.createIntegration, { body: { name: 'ebay' }, as })
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
    expect(await app().call(contract.createIntegration, { body: { name: 'ebay' }, as })).toMatchObject({
      status: 409,
      body: { code: 'integration_exists' },
    })
  })
  it('CHN-123 one that was only begun is not connected', async () => {
    const { as } = await makeSeller(app().services)
    await app().call(contract.createIntegration, { body: { name: 'square' }, as })
    expect(await integrations(as)).toMatchObject({ square: { storeUrl: '' } })
    expect((await app().call(contract.connectedChannels, { as })).body.data).toEqual([])
  })
  it('CHN-034 the account has a page at the channel, where Motto knows it', async () => {
    const shop = await openShop(app(), sandbox(), ['square', 'shopify', 'bigcommerce', 'etsy'])
    const pages = Object.values(await integrations(shop.as)).map(({ channel, storeUrl }) => [
      channel,
      storeUrl.replace(sandbox().url, ''),
    ])
    const { shopify, bigcommerce } = await integrations(shop.as)
    expect(Object.fromEntries(pages)).toEqual({
      square: '/square/dashboard',
      shopify: `/shopify/${shopify?.integration.shop}/admin`,
      bigcommerce: `/bigcommerce/${bigcommerce?.integration.shop}/manage`,
      etsy: '',
    })
  })
  it('CHN-111 CHN-112 the channels that can be connected have a name', async () => {
    const { as } = await makeSeller(app().services)
    expect((await app().call(contract.availableIntegrations, { as })).body.data).toMatchObject([
      {
        channel: 'ebay',
        label: 'eBay',
        consent: { startsAt: 'us', asks: [] },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#ebay$/),
      },
      {
        channel: 'etsy',
        label: 'Etsy',
        consent: { startsAt: 'us', asks: [] },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#etsy$/),
      },
      {
        channel: 'bigcommerce',
        label: 'BigCommerce',
        consent: { startsAt: 'channel', asks: [] },
        key: {
          asks: [
            { name: 'storeHash', kind: 'text' },
            { name: 'token', kind: 'secret' },
          ],
        },
        sandboxUrl: expect.stringMatching(/\/#bigcommerce$/),
      },
      {
        channel: 'shopify',
        label: 'Shopify',
        consent: { startsAt: 'us', asks: [{ name: 'shop', label: 'Shop name', kind: 'text', optional: true }] },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#shopify$/),
      },
      {
        channel: 'square',
        label: 'Square',
        consent: { startsAt: 'us', asks: [] },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#square$/),
      },
      {
        channel: 'clover',
        label: 'Clover',
        consent: {
          startsAt: 'us',
          asks: [expect.objectContaining({ name: 'region', kind: 'choice', optional: true })],
        },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#clover$/),
      },
      {
        channel: 'csv',
        label: 'Google Sheets',
        consent: { startsAt: 'us', asks: [] },
        key: null,
        sandboxUrl: expect.stringMatching(/\/#csv$/),
      },
    ])
  })
  it('CHN-026 what cannot be created says why', async () => {
    const { as } = await makeSeller(app().services)
    expect(
      await app().call(contract.createIntegration, { body: { name: 'shopify', shop: 'not a shop!' }, as }),
    ).toMatchObject({
      status: 400,
      body: { fields: { shop: 'Enter your shop name, for example your-shop.myshopify.com.' } },
    })
  })
})

describe('the consent', () => {
  async function begun(channel: Sold) {
    const seller = await makeSeller(app().services)
    await app().call(contract.createIntegration, { body: { name: channel }, as: seller.as })
    const url = (await app().call(contract.oauthUrl, { params: { channel }, query: {}, as: seller.as })).body.data ?? ''
    return {
      ...seller,
      url,
      answer: await pressConsent(url),
      exchange: (body: Record<string, string>, as = seller.as) =>
        app().call(contract.exchangeCode, { params: { channel }, body, as }),
    }
  }

  it.each(['ebay', 'shopify', 'square', 'clover', 'csv'] as const)(
    'CHN-106 CHN-116 CHN-117 CHN-118 CHN-123 IMP-183 connects %s, once per consent',
    async (channel) => {
      const { ctx, as, url, answer, exchange } = await begun(channel)
      expect(new URL(url).origin).toBe(sandbox().url)
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
      expect((await app().call(contract.connectedChannels, { as })).body.data).toEqual([
        { channel, label: channelNames[channel] },
      ])
      // A spreadsheet has no buyers.
      expect((await row(ctx, channel)).ordersDueAt === null).toBe(channel === 'csv')
      expect(await exchange(answer)).toMatchObject({
        status: 400,
        body: { message: 'This connection request has expired. Start again from Integrations.' },
      })
    },
  )
  it('belongs to whoever began it: not to a colleague, not to another organization', async () => {
    const { answer, exchange, organization } = await begun('ebay')
    const stranger = await makeSeller(app().services)
    await app().call(contract.createIntegration, { body: { name: 'ebay' }, as: stranger.as })
    expect((await exchange(answer, stranger.as)).status).toBe(400)
    const colleague = await makeUser(app().services)
    await makeMember(app().services, organization.id, colleague.id)
    expect((await exchange(answer, await makeSession(app().services, colleague.id, organization.id))).status).toBe(400)
    // The colleague's try used it up.
    expect((await exchange(answer)).status).toBe(400)
  })
  it('ends after 15 minutes', async () => {
    const { ctx, answer, exchange } = await begun('ebay')
    const { expiresAt } = await app()
      .services.database.system.selectFrom('oauthStates')
      .select('expiresAt')
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(15)
    // Not now: the database counts microseconds, and what looks at it milliseconds.
    await sql`update oauth_states set expires_at = now() - interval '1 second' where organization_id = ${ctx.organizationId}`.execute(
      app().services.database.system,
    )
    expect((await exchange(answer)).status).toBe(400)
  })
  it('of Shopify must be signed by Shopify, for the shop that was asked', async () => {
    const { answer, exchange, as } = await begun('shopify')
    expect(await exchange({ ...answer, hmac: 'a'.repeat(64) })).toMatchObject({
      status: 422,
      body: { message: 'This response isn’t signed by Shopify.' },
    })
    expect((await integrations(as)).shopify?.authenticated).toBe(false)
  })
  it('that was declined says so in words', async () => {
    const { exchange } = await begun('ebay')
    expect(await exchange({ error: 'access_denied' })).toMatchObject({
      status: 422,
      body: { code: 'channel_refused', message: 'eBay didn’t grant access (access_denied).' },
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
    const made = await makeSeller(app().services)
    await app().call(contract.createIntegration, { body: { name: channel }, as: made.as })
    return made
  }
  const consent = async (as: string, account: string) => {
    const query: Record<string, string> = channel === 'shopify' ? { shop: account } : {}
    const url = new URL((await app().call(contract.oauthUrl, { params: { channel }, query, as })).body.data ?? '')
    if (channel === 'ebay') url.searchParams.set('account', account)
    return pressConsent(url.href)
  }
  const connect = async (as: string, account: string) =>
    app().call(contract.exchangeCode, { params: { channel }, body: await consent(as, account), as })
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
    await makeMember(app().services, first.organization.id, second.user.id)
    expect((await connect(second.as, account)).body.message).toContain(
      `connected to your organization ${first.organization.displayName}.`,
    )
  })

  it('is had by one of two that connect it at once', async () => {
    const both = [await seller(), await seller()]
    const account = fresh()
    const answers = await Promise.all(both.map(async ({ as }) => ({ as, body: await consent(as, account) })))
    const done = await Promise.all(
      answers.map(({ as, body }) => app().call(contract.exchangeCode, { params: { channel }, body, as })),
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
    await app().call(contract.disconnectIntegration, { body: { channel, integrationId: id }, as: first.as })
    expect((await connect(second.as, account)).status).toBe(200)
    expect((await connect(first.as, account)).status).toBe(409)
  })
})
