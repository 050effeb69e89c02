import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { readBack as askToReadBack, settleDrift } from '#contract/sync/drift.ts'
import { makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { inTransaction } from '../../../context.ts'
import { driftingShop } from '../../../testing/shop/drifting.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import { settleStored } from '../../orders/intake/line-stock.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import * as stock from '../../stock/service.ts'
import { owe } from '../../outbox/service.ts'
import { forgetUnseen } from '../forget.ts'
import { lookJob } from '../reconciling/reconcile.ts'
import { soldThere } from '../service.ts'

const like = channelOf('shopify')
let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let product: { id: number; sku: string }
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  fake = fakeChannel(like)
  fake.channel.webhooks = like.webhooks
  fake.channel.stock.ref = () => 'gid://shopify/InventoryItem/9'
  shop = await openFakeShop(app, fake)
  product = await shop.product(await shop.template(), { quantity: 10 })
  await shop.list('shopify', product.id)
})

const { key, readBack, shown, available, count, drift, rule } = driftingShop(() => ({ app, shop, product }))
const settle = (ids: number[], as: 'ours' | 'theirs', who = shop.as) =>
  app.call(settleDrift, { body: { ids, as }, as: who })

describe('a number that somebody raised on the channel', () => {
  it('is found by reading back, ours is told at once, and theirs can be counted instead', async () => {
    fake.edit(product.sku, 25)
    await readBack()
    expect(await shown()).toBe(10)
    const drifts = await drift()
    expect(drifts).toMatchObject({
      rule: 'ask',
      open: 1,
      data: [{ sku: product.sku, ours: 10, theirs: 25, state: 'open', settledAt: null }],
    })
    expect(drifts?.readAt).not.toBeNull()
    const ids = drifts?.data.map(({ id }) => id) ?? []
    const needsYou = async () => (await app.call(getAttention, { as: shop.as })).body.data?.drifted
    expect(await needsYou()).toEqual({
      items: 1,
      rows: [
        {
          productId: product.id,
          channel: 'shopify',
          integrationId: (await key()).integrationId,
          sku: product.sku,
          ours: 10,
          theirs: 25,
        },
      ],
    })
    expect((await settle(ids, 'theirs', (await makeSeller(app.services)).as)).status).toBe(404)
    expect((await settle(ids, 'theirs')).status).toBe(200)
    expect((await settle(ids, 'theirs')).status).toBe(404)
    await shop.send()
    expect([await available(), await shown()]).toEqual([25, 25])
    expect(await drift()).toMatchObject({ open: 0, data: [{ state: 'theirs', settledAt: expect.any(String) }] })
    expect(await needsYou()).toEqual({ items: 0, rows: [] })
  })
  it('once more before anybody settled it is one, with the newer number; what is settled stands below', async () => {
    for (const there of [25, 30]) {
      fake.edit(product.sku, there)
      await readBack()
    }
    const first = await drift()
    expect(first?.data).toMatchObject([{ theirs: 30, state: 'open' }])
    const [id = 0] = first?.data.map((listing) => listing.id) ?? []
    await settle([id], 'ours')
    fake.edit(product.sku, 12)
    await readBack()
    const both = (await drift())?.data.map((listing) => listing.id) ?? []
    expect(both).toEqual([expect.any(Number), id])
    // One of them is settled already: neither is settled then.
    expect((await settle(both, 'ours')).status).toBe(404)
    const other = await shop.product(await shop.template(), { quantity: 3 })
    await shop.list('shopify', other.id)
    await settle(both.slice(0, 1), 'theirs')
    fake.edit(product.sku, 40)
    await readBack()
    fake.edit(other.sku, 4)
    await readBack()
    await settle((await drift())?.data.flatMap(({ id, sku }) => (sku === other.sku ? [id] : [])) ?? [], 'ours')
    // What nobody has settled stands first, though another was found after it.
    expect((await drift())?.data.map(({ state, theirs }) => [state, theirs])).toEqual([
      ['open', 40],
      ['ours', 4],
      ['theirs', 12],
      ['ours', 30],
    ])
  })
  it('a sale between finding and counting theirs stays sold', async () => {
    fake.edit(product.sku, 12)
    await readBack()
    await count(7)
    await settle((await drift())?.data.map(({ id }) => id) ?? [], 'theirs')
    expect(await available()).toBe(9)
  })
  it.each([
    ['ours', 10, 10],
    ['theirs', 25, 25],
  ] as const)('is settled as %s without asking where that is the rule', async (as, ours, there) => {
    expect((await rule(as)).status).toBe(200)
    fake.edit(product.sku, 25)
    fake.calls.length = 0
    await readBack()
    // Theirs is never made ours in between.
    expect(fake.calls.filter((call) => call.startsWith('set'))).toEqual(
      as === 'theirs' ? [] : [`set ${product.sku} 10`],
    )
    await shop.send()
    expect([await available(), await shown()]).toEqual([ours, there])
    expect(await drift()).toMatchObject({ rule: as, open: 0, data: [{ state: as, ours: 10, theirs: 25 }] })
    const { sku } = product
    const entries = (
      await app.call(listAuditEntries, { query: { entity: 'listing,integration' } as never, as: shop.as })
    ).body.data
    expect(entries?.data.map(({ action, old, new: now }) => ({ action, old, now }))).toMatchObject(
      expect.arrayContaining([
        { action: 'drift', old: { sku, ours: 10 }, now: { sku, theirs: 25, settled: as } },
        { action: 'settings', old: { driftRule: 'ask' }, now: { driftRule: as } },
      ]),
    )
  })
})

it('all numbers are read back when somebody asks, once for however many ask', async () => {
  const ask = () => app.call(askToReadBack, { params: { channel: 'shopify' }, as: shop.as })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  const jobs = await app.services.queue.boss.findJobs('sync.reconcile', { data: await key() })
  expect(jobs.map(({ data }) => data)).toMatchObject([await key()])
  const neighbour = await openFakeShop(app, fake)
  expect((await app.call(askToReadBack, { params: { channel: 'shopify' }, as: neighbour.as })).status).toBe(200)
  const { organizationId } = neighbour.ctx
  expect(await app.services.queue.boss.findJobs('sync.reconcile', { data: { organizationId } })).toHaveLength(1)
})

it('pieces of an order that was cancelled there, before we hear of it, are no drift: they come back once', async () => {
  await rule('theirs')
  fake.buy(product.sku, 2)
  fake.tellOrders()
  await pullOrdersJob(app.services, await key())
  await count(7)
  await shop.send()
  // Cancelled: the channel shows them again at once, its order says so later.
  fake.edit(product.sku, 9)
  await readBack()
  expect([await available(), (await drift())?.data]).toEqual([7, []])
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select('id')
    .where('organizationId', '=', shop.ctx.organizationId)
    .executeTakeFirstOrThrow()
  await inTransaction(shop.ctx, (ctx) => settleStored(ctx, { ...order, channel: 'manual', state: 'cancelled' }))
  await shop.send()
  expect([await available(), await shown()]).toEqual([9, 9])
  // More than that was raised by hand.
  fake.edit(product.sku, 30)
  await readBack()
  expect(await available()).toBe(30)
})

it('what is as we know it is left alone, and told to nobody', async () => {
  fake.calls.length = 0
  await readBack()
  expect(fake.calls).toEqual([`read ${product.sku}`])
  expect((await drift())?.data).toEqual([])
})

it('one of which nothing is known yet is looked at', async () => {
  await shop.ctx.db.deleteFrom('listingStock').where('organizationId', '=', shop.ctx.organizationId).execute()
  fake.edit(product.sku, 7)
  await readBack()
  expect(await shown()).toBe(10)
})

it('a listing that ended there is unlisted here, and says so', async () => {
  const { read } = fake.channel.stock
  fake.channel.stock.read = async (c, places, o) =>
    (await read(c, places, o)).map((outcome) =>
      // To say so costs a call for each, so it is said where it is asked for.
      outcome.ok && o?.state ? { ok: true, value: { ...outcome.value, live: false } } : outcome,
    )
  await readBack()
  expect(await shop.listing('shopify', product.id)).toMatchObject({
    status: 'unlisted',
    externalId: '',
    result: {
      status: 'rejected',
      reason: 'This listing is no longer live on Shopify. It ended or was removed there. List it again.',
    },
  })
})

describe('one that is off sale', () => {
  const off = (behind: number) => {
    const { read } = fake.channel.stock
    fake.channel.stock.read = async (c, places, o) =>
      (await read(c, places, o)).map((outcome) =>
        outcome.ok ? { ok: true, value: { quantity: 0, live: false, behind } } : outcome,
      )
  }
  const unseen = async () =>
    (
      await shop.ctx.db
        .selectFrom('listingStock')
        .select(['unseen', 'expected'])
        .where('organizationId', '=', shop.ctx.organizationId)
        .executeTakeFirstOrThrow()
    ).unseen

  it.each([
    ['has sold nothing because nobody can buy it: its units stay with the other channels', 10, 0],
    ['has sold what is missing from its number: nobody could buy it since', 7, 3],
  ])('%s', async (_, behind, sold) => {
    off(behind)
    await shop.ctx.db
      .updateTable('listingStock')
      .set({ doubt: true })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    await owe(shop.ctx, [product.id], 'quantity')
    await shop.send()
    expect(await unseen()).toBe(sold)
    expect(await shop.listing('shopify', product.id)).toMatchObject({ status: 'unlisted', pending: null })
  })

  it('because nothing is left of it has not ended: it comes back with the next piece', async () => {
    const [level] = await stock.levelsOf(shop.ctx, [product.id])
    const count = (available: number) =>
      stock.setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available }], {
        reason: 'count',
        source: 'test',
        sourceKey: `to ${available}`,
      })
    await count(0)
    await shop.send()
    off(10)
    await readBack()
    expect(await shop.listing('shopify', product.id)).toMatchObject({ status: 'listed', pending: null })
    await count(4)
    await shop.send()
    expect(await shown()).toBe(4)
  })
})

it('a number that somebody lowered where nobody buys was changed by hand: ours holds again, and theirs can be counted', async () => {
  // As in a spreadsheet: what is missing there can be no sale of which we have not heard.
  delete fake.channel.orders
  fake.edit(product.sku, 4)
  await readBack()
  await forgetUnseen(app.services)
  await shop.send()
  expect(await shown()).toBe(10)
  const drifts = await drift()
  expect(drifts?.data).toMatchObject([{ sku: product.sku, ours: 10, theirs: 4, state: 'open' }])
  await count(5)
  await settle(drifts?.data.map(({ id }) => id) ?? [], 'theirs')
  // Six fewer than we had, of the five that are left.
  expect(await available()).toBe(0)
})

describe("the channel's call about a number", () => {
  async function call(quantity: number) {
    const { hookKey } = await shop.ctx.db
      .selectFrom('integrations')
      .select('hookKey')
      .where('organizationId', '=', shop.ctx.organizationId)
      .executeTakeFirstOrThrow()
    const body = JSON.stringify({ inventory_item_id: 9, location_id: 1, available: quantity })
    const secret = app.services.config.channels.shopify?.clientSecret ?? ''
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': 'inventory_levels/update',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
      'x-shopify-webhook-id': `w${quantity}`,
      'x-shopify-event-id': `e${quantity}`,
    }
    const url = `/api/v2/webhooks/shopify/${shop.ctx.organizationId}/${hookKey}`
    expect((await app.fastify.inject({ method: 'POST', url, payload: body, headers })).statusCode).toBe(200)
  }
  async function look() {
    const jobs = await app.services.queue.boss.findJobs('sync.look', {
      data: { organizationId: shop.ctx.organizationId },
    })
    await app.services.queue.boss.deleteQueuedJobs('sync.look')
    for (const { data } of jobs) await lookJob(app.services, data as Parameters<typeof lookJob>[1])
    await shop.send()
  }
  it('makes us look where it is not what we know: an unseen sale is no drift', async () => {
    fake.buy(product.sku, 4)
    fake.calls.length = 0
    await call(6)
    await look()
    expect([fake.calls, await shown()]).toEqual([[`read ${product.sku}`], 6])
    expect((await drift())?.data).toEqual([])
  })
  it('and the orders that it is about never wait for each other crosswise', async () => {
    const { ctx } = shop
    const where = await key()
    const failed: unknown[] = []
    const calls = async () => {
      for (let n = 0; n < 60; n += 1)
        await lookJob(app.services, { ...where, ref: 'gid://shopify/InventoryItem/9', quantity: 100 + n })
    }
    const sales = async (from: number) => {
      for (let n = from; n < from + 30; n += 1)
        await inTransaction(ctx, async (ctx) => {
          await owe(ctx, [product.id], 'quantity')
          await soldThere(ctx, where.integrationId, [{ sku: product.sku, quantity: 1 }])
        })
    }
    await Promise.all([calls(), calls(), sales(0), sales(30)].map((work) => work.catch((error) => failed.push(error))))
    expect(failed).toEqual([])
  })
  it('about what we wrote ourselves asks nothing', async () => {
    fake.calls.length = 0
    await call(10)
    await look()
    expect(fake.calls).toEqual([])
  })
  it('is not covered by one about what we wrote just before', async () => {
    fake.edit(product.sku, 25)
    await call(10)
    await call(25)
    await look()
    expect(await shown()).toBe(10)
  })
})
