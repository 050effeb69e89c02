import { beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import { listJobs, retryJob } from '#contract/jobs.ts'
import { listListings, saveListingProducts } from '#contract/listings/listings.ts'
import { updateProduct } from '#contract/products/products.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { makeSeller } from '#seed/make.ts'
import { owe } from '../../outbox/service.ts'
import { type Shop, authorize } from '../../../testing/shop/shop.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import { hold } from '../../integrations/polling/order-reading.ts'
import * as lists from '../../listings/queries.ts'
import { pushJob } from '../jobs.ts'
import { pushBatch } from './push.ts'
import { syncShop } from '../../../testing/setup/sync.ts'

const { app, shop, template, integrationId, openSandboxShop, faked, live, count, row, shown, due } = syncShop()

/** What is owed has been owed for long enough to call somebody. */
const aMinuteLater = () =>
  shop()
    .ctx.db.updateTable('listingDebts')
    .set({ pendingSince: new Date(Date.now() - 60_000) })
    .where('organizationId', '=', shop().ctx.organizationId)
    .execute()
const needsYou = async () => (await app().call(getAttention, { as: shop().as })).body.data?.tooMany

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
    expect(await pushBatch(shop().ctx, integrationId(), connect)).toBe(true)
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      claimedBy: null,
      attempts: 1,
      result: { status: 'queued' },
    })
    await due(product.id)
    expect(await pushBatch(shop().ctx, integrationId())).toBe(false)
    await hold(shop().ctx, integrationId(), 1)
    const { holdUntil } = await shop()
      .ctx.db.selectFrom('integrations')
      .select('holdUntil')
      .where('organizationId', '=', shop().ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect((holdUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000)
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ holdUntil: new Date(0) })
      .where('organizationId', '=', shop().ctx.organizationId)
      .execute()
    await shop().send()
    expect(await shown(product.sku)).toEqual([6])
    expect(await row(product.id)).toMatchObject({ pending: null, result: { status: 'fulfilled' } })
  })
  it('limits us in the midst of a batch is not asked the rest, and nothing of it stays claimed', async () => {
    const [first, second] = [await live(), await live()]
    await count(first, 1)
    await owe(shop().ctx, [second.id], 'revise')
    let revised = 0
    const connect = faked((real) => ({
      stock: {
        set: async () => {
          throw new ChannelError('rate_limited', 'Slow down', { retryAfterSeconds: 60 })
        },
      },
      listings: { ...real.listings, revise: (c, batch) => real.listings.revise(c, ((revised += 1), batch)) },
    }))
    await pushBatch(shop().ctx, integrationId(), connect)
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
      await pushBatch(shop().ctx, integrationId(), connect)
    }
    expect(await shown(product.sku)).toEqual([5])
    expect(await row(product.id)).toMatchObject({ pending: null, attempts: 0 })
  })
  it('has ended the listing without us: it is unlisted, says so, and can be listed again', async () => {
    const product = await live()
    await owe(shop().ctx, [product.id], 'revise')
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        revise: async (_c, batch) =>
          batch.map(() => ({ ok: false as const, error: new ChannelError('not_found', 'Gone') })),
      },
    }))
    await pushBatch(shop().ctx, integrationId(), connect)
    expect(await row(product.id)).toMatchObject({
      status: 'unlisted',
      externalId: '',
      pending: null,
      result: { status: 'rejected', reason: 'This listing ended on Shopify. List it again.' },
    })
    expect(await shop().list('shopify', product.id)).toMatchObject({
      status: 'listed',
      result: { status: 'fulfilled' },
    })
  })
  it('LST-079 LST-081 was refused: told by whom, and that something else would be sent now once it is mended', async () => {
    const product = await shop().product(template(), { quantity: 3 })
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        publish: async (_c, batch) =>
          batch.map(() => ({
            ok: false as const,
            error: new ChannelError('invalid', 'Not with this title.', { code: '25008', fields: { title: 'Not so.' } }),
          })),
      },
    }))
    const result = async () => (await shop().listing('shopify', product.id)).result
    const list = async () => {
      await app().call(saveListingProducts, {
        as: shop().as,
        body: { listingProducts: [{ channel: 'shopify', productId: product.id, listSettings: { list: true } }] },
      })
      await lists.request(shop().ctx, (await row(product.id)).id, 'publish')
      while (await pushBatch(shop().ctx, integrationId(), connect));
      return result()
    }
    const change = (fields: object) =>
      app().call(updateProduct, { as: shop().as, body: { product: { id: product.id, ...fields } } })
    const refused = { status: 'rejected', saidBy: 'channel', code: '25008' }
    expect(await list()).toMatchObject({ ...refused, changed: false })
    await change({ quantity: 0, notes: 'Nothing that is sent.' })
    expect(await result()).toMatchObject({ ...refused, changed: false })
    await change({ title: 'Another title' })
    expect(await result()).toMatchObject({ ...refused, changed: true })
    const { body } = await app().call(listListings, { as: shop().as, query: { status: 'error' } })
    expect(body.data?.data.map((listed) => listed.result)).toMatchObject([{ ...refused, changed: true }])
    expect(await list()).toMatchObject({ ...refused, changed: false })
    await change({ title: '', quantity: 0 })
    expect(await list()).toMatchObject({ status: 'rejected', saidBy: 'motto', changed: false, code: '' })
    await change({ quantity: 0 })
    expect(await result()).toMatchObject({ saidBy: 'motto', changed: false })
    await change({ title: 'A third title' })
    expect(await result()).toMatchObject({ saidBy: 'motto', changed: true })
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
      await pushBatch(shop().ctx, integrationId(), connect)
    }
    expect(await shown(good.sku)).toEqual([1])
    expect(await row(bad.id)).toMatchObject({
      pending: 'quantity',
      status: 'listed',
      result: { status: 'queued', reason: 'Something went wrong on our side. Motto tries again.' },
    })
  })
  it('takes no more calls today shows more than there is until then, and somebody is called', async () => {
    const product = await live()
    await count(product, 2)
    const connect = faked(() => ({
      stock: {
        set: async () => {
          throw new ChannelError('quota', 'The calls of the day are used up.', { retryAfterSeconds: 20_000 })
        },
      },
    }))
    await pushBatch(shop().ctx, integrationId(), connect)
    await aMinuteLater()
    expect(await needsYou()).toMatchObject({ items: 1, rows: [{ sku: product.sku, shown: 10, ours: 2 }] })
    await due(product.id)
    await shop().send()
    expect(await needsYou()).toEqual({ items: 0, rows: [] })
  })
  it.each(['invalid', 'forbidden'] as const)(
    'calls a lowered quantity %s is told again for ever, seldom in the end, and somebody is called until it is told',
    async (kind) => {
      const product = await live()
      await count(product, 2)
      const connect = faked(() => ({
        stock: {
          set: async (_c, levels) =>
            levels.map(() => ({ ok: false as const, error: new ChannelError(kind, 'This value is wrong.') })),
        },
      }))
      for (let i = 0; i < 16; i += 1) {
        await due(product.id)
        await pushBatch(shop().ctx, integrationId(), connect)
      }
      expect(await row(product.id)).toMatchObject({
        pending: 'quantity',
        attempts: 16,
        result: { status: 'queued', reason: 'This value is wrong. Motto keeps trying to send the quantity.' },
      })
      const wait = ((await row(product.id)).nextTryAt?.getTime() ?? 0) - Date.now()
      expect([wait > 2_600_000, wait < 4_600_000]).toEqual([true, true])
      await aMinuteLater()
      expect(await needsYou()).toMatchObject({ items: 1, rows: [{ sku: product.sku, shown: 10, ours: 2 }] })
      expect((await app().call(getStart, { as: shop().as })).body.data?.outOfStep.tooMany).toBe(1)
      await due(product.id)
      await shop().send()
      expect(await shown(product.sku)).toEqual([2])
      expect(await needsYou()).toEqual({ items: 0, rows: [] })
    },
  )
})

// Tokens are renewed and refused by HTTP, so these meet the simulator.
describe('a channel that revoked our consent', () => {
  let real: Shop
  beforeEach(async () => {
    real = await openSandboxShop()
  })
  it('is shown as such; what is owed is kept and sent after re-authorization', async () => {
    const product = await live()
    await real.remotes.shopify.fault('revoke_token')
    await count(product, 2)
    await shop().send()
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      claimedBy: null,
      result: { status: 'queued', reason: expect.stringContaining('Re-authorize') },
    })
    const { status } = await shop()
      .ctx.db.selectFrom('integrations')
      .select('status')
      .where('organizationId', '=', shop().ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('expired')
    await real.remotes.shopify.noFaults()
    await authorize(app(), shop().as, 'shopify')
    await shop().send()
    expect(await shown(product.sku)).toEqual([2])
    expect(await row(product.id)).toMatchObject({ pending: null })
  })
  it('while nothing was sent: what comes to be owed says what it waits for', async () => {
    const product = await live()
    await real.remotes.shopify.fault('revoke_token')
    const key = { organizationId: shop().ctx.organizationId, integrationId: integrationId() }
    await expect(
      withConnection(app().services, key, ({ channel, connection }) => channel.account(connection)),
    ).rejects.toMatchObject({ kind: 'revoked' })
    await count(product, 2)
    await pushJob(app().services, key)
    expect(await row(product.id)).toMatchObject({
      pending: 'quantity',
      result: { status: 'queued', reason: 'Re-authorize Shopify. Pending updates are then sent automatically.' },
    })
    await real.remotes.shopify.noFaults()
    await authorize(app(), shop().as, 'shopify')
    await shop().send()
    expect(await row(product.id)).toMatchObject({ pending: null, result: { status: 'fulfilled', reason: '' } })
    expect(await shown(product.sku)).toEqual([2])
  })
})

describe('the list of background work', () => {
  it('shows what is refused and why, sends it again when asked, and is each organization’s own', async () => {
    const product = await shop().product(template(), { title: 'E'.repeat(300) })
    await shop().list('shopify', product.id)
    const jobs = async (as: string) => (await app().call(listJobs, { query: { state: 'failed' }, as })).body.data
    const [failed] = (await jobs(shop().as))?.data ?? []
    expect(failed).toMatchObject({
      name: 'List',
      subject: `Shopify, ${product.sku}`,
      state: 'failed',
      error: 'Shopify titles can have up to 255 characters. This one has 300.',
    })
    const stranger = await makeSeller(app().services)
    expect(await jobs(stranger.as)).toEqual({ data: [], items: 0 })
    const retry = (as: string, id = failed?.id ?? '') => app().call(retryJob, { params: { id }, as })
    expect((await retry(stranger.as)).status).toBe(404)
    expect((await retry(shop().as, '------------------------------------')).status).toBe(404)
    expect((await retry(shop().as)).status).toBe(200)
    expect(await row(product.id)).toMatchObject({ pending: 'publish' })
    expect((await app().call(listJobs, { query: { state: 'waiting' }, as: shop().as })).body.data?.data).toContainEqual(
      expect.objectContaining({ id: failed?.id, state: 'waiting' }),
    )
  })
  it('a job of the queue that failed is tried again, by its own organization only', async () => {
    const { boss } = app().services.queue
    const id =
      (await boss.send(
        'orders.pull',
        { organizationId: shop().ctx.organizationId, integrationId: integrationId() },
        { retryLimit: 0 },
      )) ?? ''
    await boss.fail('orders.pull', id, { message: 'The channel is on fire.' })
    const failing = async () =>
      (await app().call(listJobs, { query: {}, as: shop().as })).body.data?.data.find((j) => j.id === id)
    expect(await failing()).toMatchObject({
      state: 'failed',
      name: 'Import orders',
      subject: 'Shopify',
      error: 'The channel is on fire.',
    })
    const stranger = await makeSeller(app().services)
    expect((await app().call(retryJob, { params: { id }, as: stranger.as })).status).toBe(404)
    expect((await app().call(retryJob, { params: { id }, as: shop().as })).status).toBe(200)
    expect(await failing()).toMatchObject({ state: 'waiting' })
  })
  it('what a channel called about can be looked at once more when it is done, by its own organization only, and nothing but looks can', async () => {
    const { boss } = app().services.queue
    const { organizationId } = shop().ctx
    const done = async (name: 'orders.pull' | 'outbox.owe', data: object) => {
      const id = (await boss.send(name, { organizationId, integrationId: integrationId(), ...data })) ?? ''
      await boss.complete(name, id, {}, { includeQueued: true })
      return id
    }
    const called = await done('orders.pull', { hinted: true })
    const owed = await done('outbox.owe', { debt: 'quantity' })
    const all = async () => (await app().call(listJobs, { query: { limit: 100 }, as: shop().as })).body.data?.data ?? []
    const waitingLooks = async () =>
      (await all()).filter(({ name, state }) => name === 'Import orders' && state === 'waiting').length
    expect((await all()).find(({ id }) => id === called)).toMatchObject({
      state: 'done',
      called: true,
      repeatable: true,
    })
    expect((await all()).find(({ id }) => id === owed)).toMatchObject({
      state: 'done',
      called: false,
      repeatable: false,
    })
    const before = await waitingLooks()
    const again = (id: string, as = shop().as) => app().call(retryJob, { params: { id }, as })
    expect((await again(called, (await makeSeller(app().services)).as)).status).toBe(404)
    expect((await again(owed)).status).toBe(404)
    expect(await waitingLooks()).toBe(before)
    expect((await again(called)).status).toBe(200)
    expect(await waitingLooks()).toBe(before + 1)
  })
})
