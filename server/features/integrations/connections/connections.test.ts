import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { adoptingState, readCatalogue } from '#contract/adopting/adopting.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import { listDrift } from '#contract/sync/drift.ts'
import * as contract from '#contract/integrations/integrations.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { saveNotificationSetting } from '#contract/notifications.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { makeSeller } from '#seed/make.ts'
import { openServices } from '../../../services.ts'
import { integrationsApp } from '../../../testing/shop/integrations.ts'
import { type Shop, authorize, openShop } from '../../../testing/shop/shop.ts'
import { readJob } from '../../adopting/jobs.ts'
import { pushBatch } from '../../sync/sending/push.ts'
import { withConnection } from './connections.ts'

const { app, sandbox, lines, row, integrations, change, tokenCalls } = integrationsApp()

describe.each(['ebay', 'shopify'] as const)('the connection to %s', (channel) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app(), sandbox(), [channel])
  })
  const key = async () => ({
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId(channel),
  })
  const look = async (services = app().services) =>
    withConnection(services, await key(), ({ channel: adapter, connection }) => adapter.account(connection))

  it('keeps its tokens encrypted, out of every answer and every log line', async () => {
    const { tokens } = await row(shop.ctx, channel)
    const accessToken = await withConnection(app().services, await key(), async (c) => c.connection.accessToken)
    expect(accessToken.length).toBeGreaterThan(10)
    expect(tokens?.includes(Buffer.from(accessToken))).toBe(false)
    await change(shop, channel, { accessExpiresAt: new Date(0) })
    const renewed = await withConnection(
      app().services,
      await key(),
      async (c) => (await c.channel.account(c.connection), c.connection.accessToken),
    )
    await shop.remotes[channel].fault('error500')
    await expect(look()).rejects.toMatchObject({ kind: 'unavailable' })
    const body = JSON.stringify(await app().call(contract.listIntegrations, { as: shop.as })) + lines.join('\n')
    expect(lines.some((line) => line.includes('asked a channel'))).toBe(true)
    for (const secret of [accessToken, renewed, 'sandbox-ebay-secret', 'sandbox-shopify-secret'])
      expect(body).not.toContain(secret)
  })
  it('renews a token once, however many ask, in two processes too', async () => {
    const other = await openServices({
      config: { ...app().services.config, dataDir: `${app().services.config.dataDir}-2` },
      connection: app().services.database.connection,
      log: app().services.log,
    })
    try {
      for (const crowd of [[app().services], [app().services, other.services]]) {
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
  it('is left alone by one call that is forbidden', async () => {
    const forbidden = new ChannelError('forbidden', 'Not this.')
    const ask = withConnection(app().services, await key(), () => Promise.reject(forbidden))
    await expect(ask).rejects.toBe(forbidden)
    expect((await integrations(shop.as))[channel]).toMatchObject({ status: 'authenticated', heldUp: [] })
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
  })
  it('whose fresh tokens are refused is held up, says so, is left alone for a while and mends itself', async () => {
    await shop.remotes[channel].fault('expire_token', 2)
    await expect(look()).rejects.toMatchObject({ kind: 'unauthorized' })
    expect((await integrations(shop.as))[channel]).toMatchObject({
      status: 'authenticated',
      heldUp: [
        { about: 'connection', reason: expect.stringMatching(/\w/), remedy: expect.stringContaining('keeps trying') },
      ],
    })
    expect((await app().call(getStart, { as: shop.as })).body.data?.heldChannels).toBe(1)
    expect((await app().call(getAttention, { as: shop.as })).body.data?.held).toMatchObject({
      items: 1,
      rows: [{ channel, since: expect.any(String) }],
    })
    expect((await row(shop.ctx, channel)).holdUntil?.getTime()).toBeGreaterThan(Date.now())
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
    expect((await integrations(shop.as))[channel]?.heldUp).toEqual([])
    expect((await app().call(getStart, { as: shop.as })).body.data?.heldChannels).toBe(0)
  })
  it('that the channel refuses a second time is notified once, until it lets us in again', async () => {
    const refusal = new ChannelError('unauthorized', 'This access was withdrawn.')
    const refused = async () =>
      expect(withConnection(app().services, await key(), () => Promise.reject(refusal))).rejects.toBe(refusal)
    await app().call(saveNotificationSetting, { body: { kind: 'disconnected', browser: true }, as: shop.as })
    const disconnected = async () =>
      (
        await shop.ctx.db
          .selectFrom('notifications')
          .select('id')
          .where('organizationId', '=', shop.ctx.organizationId)
          .where('kind', '=', 'disconnected')
          .execute()
      ).length
    await refused()
    expect(await disconnected()).toBe(0)
    await refused()
    await refused()
    expect(await disconnected()).toBe(1)
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
  })
  it('to a channel that is silent is held up once that lasts', async () => {
    await shop.remotes[channel].fault('error500', 1)
    await expect(look()).rejects.toMatchObject({ kind: 'unavailable' })
    expect((await integrations(shop.as))[channel]?.heldUp).toEqual([])
    await change(shop, channel, { heldSince: new Date(Date.now() - 90_000) })
    expect((await integrations(shop.as))[channel]?.heldUp).toMatchObject([{ about: 'connection' }])
    await look()
    expect((await integrations(shop.as))[channel]?.heldUp).toEqual([])
  })
  it('that was revoked is marked as ended, with a reason, and asks nothing more', async () => {
    await shop.remotes[channel].fault('revoke_token')
    await expect(look()).rejects.toMatchObject({ kind: 'revoked' })
    expect(await integrations(shop.as)).toMatchObject({
      [channel]: { authenticated: false, status: 'expired', problem: expect.stringMatching(/\w+ \w+/) },
    })
    await shop.remotes[channel].noFaults()
    const before = ((await shop.remotes[channel].calls()) as unknown[]).length
    await expect(look()).rejects.toMatchObject({ kind: 'revoked' })
    expect(((await shop.remotes[channel].calls()) as unknown[]).length).toBe(before)
    await authorize(app(), shop.as, channel)
    await expect(look()).resolves.toMatchObject({ accountId: expect.any(String) })
  })
})

it('as many renewals at once as there are connections to the database do not wait for each other for ever', async () => {
  const shops: Shop[] = []
  for (let i = 0; i < 14; i += 1) shops.push(await openShop(app(), sandbox(), ['ebay']))
  for (const shop of shops) await change(shop, 'ebay', { accessExpiresAt: new Date(0) })
  const keys = await Promise.all(
    shops.map(async (shop) => ({
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId('ebay'),
    })),
  )
  const names = await Promise.all(
    keys.map((key) =>
      withConnection(app().services, key, async (c) => (await c.channel.account(c.connection)).accountId),
    ),
  )
  expect(names).toHaveLength(14)
})

describe('disconnecting', () => {
  it('CHN-028 CHN-115 ends our access, keeps what is owed, and the same account takes it up again', async () => {
    const shop = await openShop(app(), sandbox(), ['ebay'])
    const product = await shop.product(await shop.template())
    const listed = await shop.list('ebay', product.id, { sync: true })
    const { id } = await row(shop.ctx, 'ebay')
    const disconnect = (integrationId: number, as = shop.as) =>
      app().call(contract.disconnectIntegration, { body: { channel: 'ebay', integrationId }, as })
    expect((await disconnect(id + 1)).status).toBe(404)
    expect((await disconnect(id, (await makeSeller(app().services)).as)).status).toBe(404)
    expect(await disconnect(id)).toMatchObject({
      status: 200,
      body: { message: 'Disconnected integration. Re-authorize to reconnect.' },
    })
    expect(await row(shop.ctx, 'ebay')).toMatchObject({ status: 'unauthenticated', tokens: null })
    await shop.ctx.db
      .updateTable('listingDebts')
      .set({ pending: 'quantity', pendingVersion: 99, nextTryAt: new Date(0) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    expect(await pushBatch(shop.ctx, id)).toBe(false)
    expect(await shop.listing('ebay', product.id)).toMatchObject({ pending: 'quantity', externalId: listed.externalId })
    await authorize(app(), shop.as, 'ebay')
    await shop.send()
    expect(await shop.listing('ebay', product.id)).toMatchObject({
      pending: null,
      status: 'listed',
      externalId: listed.externalId,
    })
  })
  it('another account is refused while this one is connected, and begins anew once it is left: no listing, no changed number, no cursor, no location of the old one', async () => {
    const shop = await openShop(app(), sandbox(), ['ebay'])
    const product = await shop.product(await shop.template())
    await shop.list('ebay', product.id, { sync: true })
    await app().call(contract.saveIntegration, {
      body: { channel: 'ebay', settings: { buffer: 1, locationId: 'old' } },
      as: shop.as,
    })
    const integrationId = await shop.integrationId('ebay')
    await app().call(readCatalogue, { params: { integrationId }, as: shop.as })
    await readJob(app().services, { organizationId: shop.ctx.organizationId, integrationId })
    const state = async () => (await app().call(adoptingState, { params: { integrationId }, as: shop.as })).body.data
    expect(await state()).toMatchObject({ read: { state: 'done', listings: 1 }, counts: { managed: 1 } })
    const listingId = (await shop.listing('ebay', product.id)).id ?? 0
    await shop.ctx.db
      .insertInto('stockDrift')
      .values({
        organizationId: shop.ctx.organizationId,
        integrationId,
        listingId,
        sku: product.sku,
        ours: 10,
        theirs: 25,
      })
      .execute()
    const drifts = async () =>
      (await app().call(listDrift, { params: { channel: 'ebay' }, as: shop.as })).body.data?.data.length
    expect(await drifts()).toBe(1)
    await change(shop, 'ebay', { accountId: 'somebody-else', accountName: 'elsewhere', ordersCursor: new Date(0) })
    // Signed in to eBay with another account by mistake: all that is known of the listings stays, also where the consent had ended.
    for (const status of ['authenticated', 'expired'] as const) {
      await change(shop, 'ebay', { status })
      await expect(authorize(app(), shop.as, 'ebay')).rejects.toThrow(
        /of the eBay account elsewhere, and you authorized/,
      )
      expect(await shop.listing('ebay', product.id)).toMatchObject({
        status: 'listed',
        externalId: expect.stringMatching(/./),
      })
      expect(await row(shop.ctx, 'ebay')).toMatchObject({ accountId: 'somebody-else', status })
    }
    await app().call(contract.disconnectIntegration, { body: { channel: 'ebay', integrationId }, as: shop.as })
    await authorize(app(), shop.as, 'ebay')
    expect(await drifts()).toBe(0)
    expect(await state()).toMatchObject({
      read: { state: 'failed', listings: 0, problem: expect.stringContaining('Another account') },
      counts: { managed: 0, linked: 0, look: 0, new: 0 },
    })
    const [listing] =
      (await app().call(listListingProducts, { query: { productId: product.id }, as: shop.as })).body.data ?? []
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
    shop = await openShop(app(), sandbox(), ['shopify'])
  })
  const body = JSON.stringify({ id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' })
  async function call(
    input: {
      organization?: number | string
      key?: string
      signature?: string
      channel?: string
      payload?: string
    } = {},
  ) {
    const { hookKey } = await row(shop.ctx, 'shopify')
    const own = `${input.organization ?? shop.ctx.organizationId}/${input.key ?? hookKey}`
    const signature =
      input.signature ??
      createHmac('sha256', app().services.config.channels.shopify?.clientSecret ?? '')
        .update(body)
        .digest('base64')
    return app().fastify.inject({
      method: 'POST',
      url: `/api/v2/webhooks/${input.channel ?? 'shopify'}/${own}`,
      payload: input.payload ?? body,
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
      await app().services.queue.boss.findJobs('orders.pull', { data: { organizationId: shop.ctx.organizationId } })
    ).filter((j) => j.state === 'created').length
  const forget = () => app().services.queue.boss.deleteQueuedJobs('orders.pull')

  it('is refused without the signature of the channel, or at an unknown address', async () => {
    await forget()
    expect((await call({ signature: Buffer.alloc(32).toString('base64') })).statusCode).toBe(401)
    expect((await call({ signature: '' })).statusCode).toBe(401)
    expect((await call({ key: '00000000-0000-4000-8000-000000000000' })).statusCode).toBe(404)
    expect((await call({ key: '------------------------------------' })).statusCode).toBe(404)
    const other = await openShop(app(), sandbox(), [])
    for (const organization of [other.ctx.organizationId, 'nobody', '-1'])
      expect((await call({ organization })).statusCode).toBe(404)
    expect((await call({ channel: 'ebay' })).statusCode).toBe(404)
    expect((await call({ channel: 'nobody' })).statusCode).toBe(404)
    expect(await waiting()).toBe(0)
  })
  it('is not read beyond half a megabyte', async () => {
    expect((await call({ payload: 'x'.repeat(512 * 1024 + 1) })).statusCode).toBe(413)
  })
  it('is heard while strangers and an account of another seller send as slowly as they can', async () => {
    const { hookKey } = await row(shop.ctx, 'shopify')
    const { port } = new URL(await app().fastify.listen({ port: 0, host: '127.0.0.1' }))
    const sockets: Socket[] = []
    /** Sends only the heads of 16 calls. @returns once eight of them had to give way to the others */
    const slowly = (address: string, network: string) =>
      new Promise<void>((resolve) => {
        let closed = 0
        for (let n = 0; n < 16; n += 1) {
          const socket = connect(Number(port), '127.0.0.1')
          sockets.push(socket)
          socket.on('error', () => undefined).once('close', () => (closed += 1) === 8 && resolve())
          socket.write(
            `POST /api/v2/webhooks/${address} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${network}.${n}\r\ncontent-length: 9\r\n\r\n`,
          )
        }
      })
    await Promise.all([
      slowly('square', '192.0.2'),
      slowly(`shopify/${shop.ctx.organizationId}/${hookKey}`, '198.51.100'),
    ])
    const square = () =>
      app().fastify.inject({
        method: 'POST',
        url: '/api/v2/webhooks/square',
        payload: '{}',
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
    expect((await square()).statusCode).toBe(401)
    expect((await call()).statusCode).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
  it('makes us look once, however often it is said', async () => {
    await forget()
    for (let i = 0; i < 3; i += 1) expect((await call()).statusCode).toBe(200)
    expect(await waiting()).toBe(1)
  })

  it('of an app with one address for all its accounts goes to the account that it names; a handshake is answered', async () => {
    const channel = channelOf('shopify')
    const real = channel.webhooks
    const other = await openShop(app(), sandbox(), ['shopify'])
    const { accountId } = await row(other.ctx, 'shopify')
    channel.webhooks = {
      scope: 'app',
      // asks for its key first, as some do
      receive: async ({ raw, headers, url, app: { secrets }, now }) => {
        await Promise.resolve(now)
        if (headers['x-auth'] !== 'told by hand' || Object.keys(secrets).length > 0)
          throw new ChannelError('invalid', 'The signature doesn’t match.')
        const body = JSON.parse(raw.toString()) as { verificationCode?: string; account?: string }
        if (body.verificationCode)
          return { events: [], answer: { status: 200, body: `${body.verificationCode} ${url}` } }
        return { events: [{ eventId: 'e', account: body.account ?? '', kind: 'orders', externalId: 'o' }] }
      },
    }
    try {
      const send = (payload: object, auth = 'told by hand') =>
        app().fastify.inject({
          method: 'POST',
          url: '/api/v2/webhooks/shopify',
          payload,
          headers: { 'x-auth': auth },
        })
      const looks = async (organizationId: number) =>
        (await app().services.queue.boss.findJobs('orders.pull', { data: { organizationId } })).filter(
          (j) => j.state === 'created',
        ).length
      await forget()
      expect((await send({ account: accountId }, 'guessed')).statusCode).toBe(401)
      const shaken = await send({ verificationCode: 'v-1' })
      expect(shaken.body).toBe(`v-1 ${app().services.config.publicUrl}/api/v2/webhooks/shopify`)
      for (const account of ['', 'nobody']) expect((await send({ account })).statusCode).toBe(200)
      expect([await looks(other.ctx.organizationId), await waiting()]).toEqual([0, 0])
      expect((await send({ account: accountId })).statusCode).toBe(200)
      expect([await looks(other.ctx.organizationId), await waiting()]).toEqual([1, 0])
      // The address of one account is not one of the app's.
      expect((await call()).statusCode).toBe(404)
    } finally {
      if (real) channel.webhooks = real
    }
    expect((await send404()).statusCode).toBe(404)
  })
  const send404 = () => app().fastify.inject({ method: 'POST', url: '/api/v2/webhooks/shopify', payload: {} })
})
