import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Channel, ChannelError, type Level } from '#channels/channel.ts'
import { channels, channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { saveIntegration } from '#contract/integrations.ts'
import { listJobs, retryJob } from '#contract/jobs.ts'
import { type Sandbox, startSandbox } from '#sandbox/main.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { owe } from '../../jobs/outbox.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type AnyShop, type Shop, authorize, openFakeShop, openShop } from '../../testing/shop.ts'
import { withConnection } from '../integrations/connections.ts'
import * as lists from '../listings/queries.ts'
import { prepare } from '../listings/source.ts'
import * as stock from '../stock/service.ts'
import { pushJob } from './jobs.ts'
import { pushBatch } from './push.ts'
import * as queries from './queries.ts'
import type { Connect } from './send.ts'

const shopify = channelOf('shopify')
let app: TestApp
let shop: AnyShop
let template: number
let integrationId: number
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
})
beforeEach(async () => {
  shop = await openFakeShop(app, fakeChannel(shopify))
  template = await shop.template()
  integrationId = await shop.integrationId('shopify')
})

/** The real connection with some calls of the channel replaced. */
const faked =
  (change: (real: Channel) => Partial<Channel>): Connect =>
  (services, key, work) =>
    withConnection(services, key, (c) => work({ ...c, channel: { ...c.channel, ...change(c.channel) } }))
/** Quantities that were sent, in order; `before` is awaited in the midst of each call. */
function watched(before: (levels: Level[]) => Promise<void> = async () => undefined) {
  const sent: Record<string, number>[] = []
  const connect = faked((real) => ({
    stock: {
      set: async (c, levels) => {
        sent.push(Object.fromEntries(levels.map((l) => [l.sku, l.quantity])))
        await before(levels)
        return real.stock.set(c, levels)
      },
    },
  }))
  return { sent, connect }
}
async function live(quantity = 10) {
  const product = await shop.product(template, { quantity })
  await shop.list('shopify', product.id, { sync: true })
  return product
}
async function count(product: { id: number }, available: number) {
  const levels = await stock.levelsOf(shop.ctx, [product.id])
  await stock.setAvailable(
    shop.ctx,
    levels.map((l) => ({ levelId: l.id, available })),
    { reason: 'count', source: 'test', sourceKey: `${product.id}:${available}:${Math.random()}` },
  )
}
const row = (productId: number) =>
  shop.ctx.db
    .selectFrom('listingProducts')
    .selectAll()
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow()
const shown = async (sku: string) => (await shop.onChannel('shopify', sku)).map((l) => l.quantity)
const due = (productId: number) =>
  shop.ctx.db
    .updateTable('listingProducts')
    .set({ nextTryAt: new Date(0) })
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('productId', '=', productId)
    .execute()

/** A promise and the way to keep it. */
function gate() {
  let open: () => void = () => undefined
  return { passed: new Promise<void>((resolve) => (open = resolve)), open: () => open() }
}

describe('what is owed while it is being sent', () => {
  it('is sent afterwards: the channel ends with the newest quantity', async () => {
    const product = await live()
    await count(product, 8)
    const { sent, connect } = watched(async () => {
      if (sent.length === 1) await count(product, 3)
    })
    while (await pushBatch(shop.ctx, integrationId, connect));
    expect(sent).toEqual([{ [product.sku]: 8 }, { [product.sku]: 3 }])
    expect(await shown(product.sku)).toEqual([3])
    expect(await row(product.id)).toMatchObject({ pending: null, claimedBy: null, pushedQuantity: 3 })
  })
  it('two workers never send one listing at once, and together they send each once', async () => {
    const products = [await live(), await live(), await live()]
    for (const p of products) await count(p, 7)
    const [begun, held] = [gate(), gate()]
    const { sent, connect } = watched(async () => {
      begun.open()
      await held.passed
    })
    const first = pushBatch(shop.ctx, integrationId, connect)
    await begun.passed
    expect(await pushBatch(shop.ctx, integrationId, connect)).toBe(false)
    held.open()
    await first
    expect(sent).toEqual([Object.fromEntries(products.map((p) => [p.sku, 7]))])
    for (const p of products) await count(p, 5)
    await Promise.all([pushBatch(shop.ctx, integrationId, connect), pushBatch(shop.ctx, integrationId, connect)])
    expect(
      sent
        .slice(1)
        .flatMap((s) => Object.keys(s))
        .sort(),
    ).toEqual(products.map((p) => p.sku).sort())
  })
  it('whoever unlists and lists again meanwhile gets a listing', async () => {
    const product = await live()
    const listing = (await row(product.id)).id
    await lists.request(shop.ctx, listing, 'end')
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        end: async (c, batch) => {
          await lists.request(shop.ctx, listing, 'publish')
          return real.listings.end(c, batch)
        },
      },
    }))
    while (await pushBatch(shop.ctx, integrationId, connect));
    expect(await row(product.id)).toMatchObject({
      status: 'listed',
      pending: null,
      externalId: expect.stringMatching(/./),
    })
    expect(await shown(product.sku)).toEqual([10])
  })
})

describe('a worker that dies', () => {
  it('leaves its listings to others once its claim has run out, not before', async () => {
    const product = await live()
    await count(product, 4)
    expect(await queries.claim(shop.ctx, integrationId, 25, app.services.clock.uuid())).toHaveLength(1)
    expect(await pushBatch(shop.ctx, integrationId)).toBe(false)
    await shop.ctx.db
      .updateTable('listingProducts')
      .set({ claimedUntil: new Date(Date.now() - 1000) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    expect(await pushBatch(shop.ctx, integrationId)).toBe(true)
    expect(await shown(product.sku)).toEqual([4])
  })
  it('says nothing any more when it comes back late', async () => {
    const product = await live()
    await count(product, 4)
    const [late] = await queries.claim(shop.ctx, integrationId, 25, app.services.clock.uuid())
    await shop.ctx.db
      .updateTable('listingProducts')
      .set({ claimedUntil: new Date(0) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    const [other] = await queries.claim(shop.ctx, integrationId, 25, app.services.clock.uuid())
    if (!late || !other) throw new Error('nothing was claimed')
    await queries.settle(shop.ctx, late, { pushedQuantity: 99 })
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', claimedBy: other.claimedBy, pushedQuantity: 10 })
  })
})

describe('in which order', () => {
  it('lowering goes before raising, whatever else is owed', async () => {
    const [raised, lowered, both] = [await live(), await live(), await live()]
    await count(raised, 20)
    await count(both, 2)
    await owe(shop.ctx, [both.id], 'revise')
    await count(lowered, 1)
    const said: string[] = []
    const connect = faked((real) => ({
      stock: { set: (c, levels) => real.stock.set(c, (said.push(...levels.map((l) => l.sku)), levels)) },
      listings: {
        ...real.listings,
        revise: (c, batch) =>
          real.listings.revise(c, (said.push(...batch.flatMap((l) => l.variants.map((v) => v.sku))), batch)),
      },
    }))
    while (await pushBatch(shop.ctx, integrationId, connect));
    expect(said).toEqual([lowered.sku, both.sku, raised.sku])
  })
  it('what the buffer keeps back counts: 10 with a buffer of 3 shows 7, and 8 is less', async () => {
    const product = await live()
    await app.call(saveIntegration, { body: { channel: 'shopify', settings: { buffer: 3 } }, as: shop.as })
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
    await shop.send()
    expect(await shown(product.sku)).toEqual([7])
    await count(product, 8)
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
    await shop.send()
    expect(await shown(product.sku)).toEqual([5])
    await app.call(saveIntegration, { body: { channel: 'shopify', settings: { locationId: '' } }, as: shop.as })
    expect(await row(product.id)).toMatchObject({ pending: null })
  })
})

describe('a channel that', () => {
  it('asks us to wait is left alone until then', async () => {
    const product = await live()
    await count(product, 6)
    const connect = faked(() => ({
      stock: {
        set: async () => {
          throw new ChannelError('rate_limited', 'Slow down', { retryAfterSeconds: 120 })
        },
      },
    }))
    expect(await pushBatch(shop.ctx, integrationId, connect)).toBe(true)
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      claimedBy: null,
      attempts: 1,
      result: { status: 'queued' },
    })
    await due(product.id)
    expect(await pushBatch(shop.ctx, integrationId)).toBe(false)
    await queries.hold(shop.ctx, integrationId, 1)
    const { holdUntil } = await shop.ctx.db
      .selectFrom('integrations')
      .select('holdUntil')
      .where('organizationId', '=', shop.ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect((holdUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000)
    await shop.ctx.db
      .updateTable('integrations')
      .set({ holdUntil: new Date(0) })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    await shop.send()
    expect(await shown(product.sku)).toEqual([6])
    expect(await row(product.id)).toMatchObject({ pending: null, result: { status: 'fulfilled' } })
  })
  it('limits us in the midst of a batch is not asked the rest, and nothing of it stays claimed', async () => {
    const [first, second] = [await live(), await live()]
    await count(first, 1)
    await owe(shop.ctx, [second.id], 'revise')
    let revised = 0
    const connect = faked((real) => ({
      stock: {
        set: async () => {
          throw new ChannelError('rate_limited', 'Slow down', { retryAfterSeconds: 60 })
        },
      },
      listings: { ...real.listings, revise: (c, batch) => real.listings.revise(c, ((revised += 1), batch)) },
    }))
    await pushBatch(shop.ctx, integrationId, connect)
    expect(revised).toBe(0)
    expect(await row(second.id)).toMatchObject({ pending: 'revise', claimedBy: null, attempts: 0 })
  })
  it('meets two writes on one item is asked again until its quantity is right', async () => {
    const product = await live()
    await count(product, 5)
    let tries = 0
    const connect = faked((real) => ({
      stock: {
        set: async (c, levels) => {
          tries += 1
          return tries > 10
            ? real.stock.set(c, levels)
            : levels.map(() => ({ ok: false as const, error: new ChannelError('conflict', 'Changed meanwhile') }))
        },
      },
    }))
    for (let i = 0; i < 11; i += 1) {
      await due(product.id)
      await pushBatch(shop.ctx, integrationId, connect)
    }
    expect(await shown(product.sku)).toEqual([5])
    expect(await row(product.id)).toMatchObject({ pending: null, attempts: 0 })
  })
  it('has ended the listing without us: it is unlisted, says so, and can be listed again', async () => {
    const product = await live()
    await owe(shop.ctx, [product.id], 'revise')
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        revise: async (_c, batch) =>
          batch.map(() => ({ ok: false as const, error: new ChannelError('not_found', 'Gone') })),
      },
    }))
    await pushBatch(shop.ctx, integrationId, connect)
    expect(await row(product.id)).toMatchObject({
      status: 'unlisted',
      externalId: '',
      pending: null,
      result: { status: 'rejected', reason: 'This listing has ended on Shopify. List it again.' },
    })
    expect(await shop.list('shopify', product.id)).toMatchObject({ status: 'listed', result: { status: 'fulfilled' } })
  })
  it('meets a mistake of ours: the one listing is tried again and then shown, its neighbours are sent', async () => {
    const [bad, good] = [await live(), await live()]
    await count(bad, 1)
    await count(good, 1)
    const connect = faked((real) => ({
      stock: {
        set: async (c, levels) => {
          if (levels.some((l) => l.sku === bad.sku)) throw new TypeError('a mistake')
          return real.stock.set(c, levels)
        },
      },
    }))
    for (let i = 0; i < 7; i += 1) {
      await due(bad.id)
      await pushBatch(shop.ctx, integrationId, connect)
    }
    expect(await shown(good.sku)).toEqual([1])
    expect(await row(bad.id)).toMatchObject({
      pending: null,
      status: 'listed',
      result: { status: 'rejected', reason: 'Something went wrong on our side.' },
    })
  })
})

// Tokens are renewed and refused by HTTP, so these meet the simulator.
describe('a channel that revoked our consent', () => {
  let real: Shop
  beforeEach(async () => {
    channels.shopify = shopify
    real = await openShop(app, sandbox, ['shopify'])
    shop = real
    template = await shop.template()
    integrationId = await shop.integrationId('shopify')
  })
  it('is shown as such; what is owed is kept and sent after re-authorization', async () => {
    const product = await live()
    await real.remotes.shopify.fault('revoke_token')
    await count(product, 2)
    await shop.send()
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      claimedBy: null,
      result: { status: 'queued', reason: expect.stringContaining('re-authorized') },
    })
    const { status } = await shop.ctx.db
      .selectFrom('integrations')
      .select('status')
      .where('organizationId', '=', shop.ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('expired')
    await real.remotes.shopify.noFaults()
    await authorize(app, shop.as, 'shopify')
    await shop.send()
    expect(await shown(product.sku)).toEqual([2])
    expect(await row(product.id)).toMatchObject({ pending: null })
  })
  it('while nothing was sent: what comes to be owed says what it waits for', async () => {
    const product = await live()
    await real.remotes.shopify.fault('revoke_token')
    const key = { organizationId: shop.ctx.organizationId, integrationId }
    await expect(
      withConnection(app.services, key, ({ channel, connection }) => channel.account(connection)),
    ).rejects.toMatchObject({ kind: 'unauthorized' })
    await count(product, 2)
    await pushJob(app.services, key)
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      result: { status: 'queued', reason: 'Shopify has to be re-authorized. What is owed is sent then.' },
    })
    await real.remotes.shopify.noFaults()
    await authorize(app, shop.as, 'shopify')
    await pushJob(app.services, key)
    expect(await row(product.id)).toMatchObject({ pending: null, result: { status: 'fulfilled', reason: '' } })
    expect(await shown(product.sku)).toEqual([2])
  })
})

it('claims and prepares in sets: 20 listings take as many statements as 2', async () => {
  const statements = async (n: number) => {
    const products = await Promise.all(Array.from({ length: n }, () => makeProduct(shop.ctx, template)))
    const listed = {
      organizationId: shop.ctx.organizationId,
      templateId: template,
      channel: 'shopify',
      integrationId,
      listingTemplateId: null,
      schemaOverrides: '{}',
      sync: true,
      externalId: 'e',
    } as const
    await shop.ctx.db
      .insertInto('listingProducts')
      .values(
        products.map((p) => ({ ...listed, productId: p.id, pending: null, claimedBy: null, pushedQuantity: null })),
      )
      .execute()
    const before = app.services.database.statements.count
    const worker = app.services.clock.uuid()
    await owe(
      shop.ctx,
      products.map((p) => p.id),
      'quantity',
    )
    const rows = await queries.claim(shop.ctx, integrationId, 25, worker)
    await prepare(shop.ctx, rows)
    expect(rows).toHaveLength(n)
    const used = app.services.database.statements.count - before
    await shop.ctx.db.deleteFrom('listingProducts').where('organizationId', '=', shop.ctx.organizationId).execute()
    return used
  }
  const two = await statements(2)
  expect(await statements(20)).toBe(two)
})

describe('the list of background work', () => {
  it('shows what is refused and why, sends it again when asked, and is each organization’s own', async () => {
    const product = await shop.product(template, { title: 'E'.repeat(300) })
    await shop.list('shopify', product.id)
    const jobs = async (as: string) => (await app.call(listJobs, { query: { state: 'failed' }, as })).body.data
    const [failed] = (await jobs(shop.as))?.data ?? []
    expect(failed).toMatchObject({
      name: 'List',
      subject: `Shopify, ${product.sku}`,
      state: 'failed',
      error: 'Shopify takes 255 characters; this title has 300.',
    })
    const stranger = await makeSeller(app.services)
    expect(await jobs(stranger.as)).toEqual({ data: [], items: 0 })
    const retry = (as: string, id = failed?.id ?? '') => app.call(retryJob, { params: { id }, as })
    expect((await retry(stranger.as)).status).toBe(404)
    expect((await retry(shop.as, '------------------------------------')).status).toBe(404)
    expect((await retry(shop.as)).status).toBe(200)
    expect(await row(product.id)).toMatchObject({ pending: 'publish' })
    expect((await app.call(listJobs, { query: { state: 'waiting' }, as: shop.as })).body.data?.data).toContainEqual(
      expect.objectContaining({ id: failed?.id, state: 'waiting' }),
    )
  })
  it('a job of the queue that failed is tried again, by its own organization only', async () => {
    const { boss } = app.services.queue
    const id =
      (await boss.send('orders.pull', { organizationId: shop.ctx.organizationId, integrationId }, { retryLimit: 0 })) ??
      ''
    await boss.fail('orders.pull', id, { message: 'The channel is on fire.' })
    const found = async () =>
      (await app.call(listJobs, { query: {}, as: shop.as })).body.data?.data.find((j) => j.id === id)
    expect(await found()).toMatchObject({
      state: 'failed',
      name: 'Look for orders',
      subject: 'Shopify',
      error: 'The channel is on fire.',
    })
    const stranger = await makeSeller(app.services)
    expect((await app.call(retryJob, { params: { id }, as: stranger.as })).status).toBe(404)
    expect((await app.call(retryJob, { params: { id }, as: shop.as })).status).toBe(200)
    expect(await found()).toMatchObject({ state: 'waiting' })
  })
})

it('a product that is on no channel owes nothing', async () => {
  const product = await makeProduct(shop.ctx, template)
  await owe(shop.ctx, [product.id], 'revise')
  expect(await pushBatch(shop.ctx, integrationId)).toBe(false)
})
