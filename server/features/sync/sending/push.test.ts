import { describe, expect, it } from 'vitest'
import { channelOf, channels } from '#channels/registry.ts'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { makeProduct } from '#seed/make.ts'
import { askMany, listingsFor } from '../../listings/many.ts'
import { owe } from '../../outbox/service.ts'
import * as lists from '../../listings/queries.ts'
import { prepare } from '../../listings/content/source.ts'
import { pushJob } from '../jobs.ts'
import { pushBatch } from './push.ts'
import * as queries from '../queries.ts'
import { syncShop } from '../../../testing/setup/sync.ts'

const { app, shop, template, integrationId, fake, faked, watched, live, count, row, shown, gate } = syncShop()

describe('what is owed while it is being sent', () => {
  it('is sent afterwards: the channel ends with the newest quantity', async () => {
    const product = await live()
    await count(product, 8)
    const { sent, connect } = watched(async () => {
      if (sent.length === 1) await count(product, 3)
    })
    while (await pushBatch(shop().ctx, integrationId(), connect));
    expect(sent).toEqual([{ [product.sku]: 8 }, { [product.sku]: 3 }])
    expect(await shown(product.sku)).toEqual([3])
    expect(await row(product.id)).toMatchObject({ pending: null, claimedBy: null, pushedQuantity: 3 })
  })
  it('two workers never send one listing at once, and together they send each once', async () => {
    const products = [await live(), await live(), await live()]
    for (const p of products) await count(p, 7)
    const [begun, release] = [gate(), gate()]
    const { sent, connect } = watched(async () => {
      begun.open()
      await release.passed
    })
    const first = pushBatch(shop().ctx, integrationId(), connect)
    await begun.passed
    expect(await pushBatch(shop().ctx, integrationId(), connect)).toBe(false)
    release.open()
    await first
    expect(sent).toEqual([Object.fromEntries(products.map((p) => [p.sku, 7]))])
    for (const p of products) await count(p, 5)
    await Promise.all([
      pushBatch(shop().ctx, integrationId(), connect),
      pushBatch(shop().ctx, integrationId(), connect),
    ])
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
    await lists.request(shop().ctx, listing, 'end')
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        end: async (c, batch) => {
          await lists.request(shop().ctx, listing, 'publish')
          return real.listings.end(c, batch)
        },
      },
    }))
    while (await pushBatch(shop().ctx, integrationId(), connect));
    expect(await row(product.id)).toMatchObject({
      status: 'listed',
      pending: null,
      externalId: expect.stringMatching(/./),
    })
    expect(await shown(product.sku)).toEqual([10])
  })
})

/** So many to be listed, and nobody woken for it. */
async function listAll(count: number) {
  const made = await Promise.all(Array.from({ length: count }, () => shop().product(template())))
  const request = { integrationId: integrationId(), productIds: made.map(({ id }) => id) }
  await listingsFor(shop().ctx, request)
  await askMany(shop().ctx, request)
  await app().services.queue.boss.deleteQueuedJobs('sync.push')
}

describe('what is to be listed', () => {
  it.each([
    [0, [4, 4, 2]],
    [7, [7, 3]],
  ])('goes to a channel that takes %i together in batches of %j', async (publish, batches) => {
    const fake = channelOf('shopify')
    channels.shopify = { ...fake, limits: { ...fake.limits, together: { publish } } }
    await listAll(10)
    const sizes: number[] = []
    const connect = faked((real) => ({
      listings: {
        ...real.listings,
        publish: (c, batch) => {
          sizes.push(batch.length)
          return real.listings.publish(c, batch)
        },
      },
    }))
    while (await pushBatch(shop().ctx, integrationId(), connect));
    expect(sizes).toEqual(batches)
  })
})

describe('a channel that takes long', () => {
  const key = () => ({ organizationId: shop().ctx.organizationId, integrationId: integrationId() })
  const queued = () => app().services.queue.boss.findJobs('sync.push', { data: key() })
  it('keeps no worker from the others: after two batches it waits for its turn', async () => {
    await listAll(10)
    const after: [listings: number, waiting: number][] = []
    for (let turn = 0; turn < 2; turn += 1) {
      await pushJob(app().services, key())
      after.push([fake().shown().length, (await queued()).length])
      await app().services.queue.boss.deleteQueuedJobs('sync.push')
    }
    expect(after).toEqual([
      [8, 1],
      [10, 0],
    ])
  })
  it('has two workers of a process at most', async () => {
    const [sold, later] = [await live(), await live()]
    await listAll(12)
    const [listing, telling, release] = [gate(), gate(), gate()]
    const { listings, stock } = fake().channel
    const batches: string[] = []
    fake().channel.listings = {
      ...listings,
      publish: async (...args) => {
        batches.push('publish')
        listing.open()
        await release.passed
        return listings.publish(...args)
      },
    }
    fake().channel.stock = {
      ...stock,
      set: async (...args) => {
        batches.push('set')
        telling.open()
        await release.passed
        return stock.set(...args)
      },
    }
    const lists = pushJob(app().services, key())
    await listing.passed
    await count(sold, 4)
    const tells = pushJob(app().services, key())
    await telling.passed
    await count(later, 3)
    await pushJob(app().services, key())
    expect(batches).toEqual(['publish', 'set'])
    fake().channel.stock = stock
    release.open()
    await tells
    expect(await shown(sold.sku)).toEqual([4])
    await lists
    while ((await queued()).length > 0) {
      await app().services.queue.boss.deleteQueuedJobs('sync.push')
      await pushJob(app().services, key())
    }
    expect([await shown(later.sku), fake().shown().length]).toEqual([[3], 14])
  })

  it('while one worker of a process lists, the other tells quantities alone: a sale waits for no listing', async () => {
    const sold = await live()
    await listAll(4)
    const [listing, release] = [gate(), gate()]
    const { listings } = fake().channel
    fake().channel.listings = {
      ...listings,
      publish: async (...args) => {
        listing.open()
        await release.passed
        return listings.publish(...args)
      },
    }
    const lists = pushJob(app().services, key())
    await listing.passed
    await listAll(4)
    await count(sold, 4)
    await pushJob(app().services, key())
    expect([await shown(sold.sku), fake().shown().length]).toEqual([[4], 1])
    release.open()
    await lists
    expect(fake().shown()).toHaveLength(9)
  })
})

describe('a worker that dies', () => {
  it('leaves its listings to others once its claim has run out, not before', async () => {
    const product = await live()
    await count(product, 4)
    expect(await queries.claim(shop().ctx, integrationId(), 25, app().services.clock.uuid())).toHaveLength(1)
    expect(await pushBatch(shop().ctx, integrationId())).toBe(false)
    await shop()
      .ctx.db.updateTable('listingDebts')
      .set({ claimedUntil: new Date(Date.now() - 1000) })
      .where('organizationId', '=', shop().ctx.organizationId)
      .execute()
    expect(await pushBatch(shop().ctx, integrationId())).toBe(true)
    expect(await shown(product.sku)).toEqual([4])
  })
  it('says nothing any more when it comes back late', async () => {
    const product = await live()
    await count(product, 4)
    const [late] = await queries.claim(shop().ctx, integrationId(), 25, app().services.clock.uuid())
    await shop()
      .ctx.db.updateTable('listingDebts')
      .set({ claimedUntil: new Date(0) })
      .where('organizationId', '=', shop().ctx.organizationId)
      .execute()
    const [other] = await queries.claim(shop().ctx, integrationId(), 25, app().services.clock.uuid())
    if (!late || !other) throw new Error('nothing was claimed')
    await queries.settle(shop().ctx, late, { pushedQuantity: 99 })
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', claimedBy: other.claimedBy, pushedQuantity: 10 })
  })
})

describe('in which order', () => {
  it('lowering goes before raising, whatever else is owed', async () => {
    const [raised, lowered, both] = [await live(), await live(), await live()]
    await count(raised, 20)
    await count(both, 2)
    await owe(shop().ctx, [both.id], 'revise')
    await count(lowered, 1)
    const messages: string[] = []
    const connect = faked((real) => ({
      stock: { set: (c, levels) => real.stock.set(c, (messages.push(...levels.map((l) => l.sku)), levels)) },
      listings: {
        ...real.listings,
        revise: (c, batch) =>
          real.listings.revise(c, (messages.push(...batch.flatMap((l) => l.variants.map((v) => v.sku))), batch)),
      },
    }))
    while (await pushBatch(shop().ctx, integrationId(), connect));
    // Of what is owed whole the number goes first, the rest of it when nothing is urgent.
    expect(messages).toEqual([lowered.sku, both.sku, raised.sku, both.sku])
  })
  it('what is sold out goes before all that fell, however long that waits', async () => {
    const [lowered, raised, sold] = [await live(), await live(), await live()]
    await count(raised, 20)
    await count(lowered, 1)
    await count(sold, 0)
    expect(await row(sold.id)).toMatchObject({ soldOut: true, urgent: true })
    const { sent, connect } = watched()
    while (await pushBatch(shop().ctx, integrationId(), connect));
    expect(sent).toEqual([{ [sold.sku]: 0 }, { [lowered.sku]: 1 }, { [raised.sku]: 20 }])
    expect(await row(sold.id)).toMatchObject({ soldOut: false, pending: null })
    // Back before it was told: nothing is sold out any more.
    await count(lowered, 0)
    await count(lowered, 4)
    expect(await row(lowered.id)).toMatchObject({ soldOut: false })
    // What stands at none already is not told again before others.
    await count(sold, 0)
    expect(await row(sold.id)).toMatchObject({ soldOut: false })
  })
  it('what the buffer keeps back counts: 10 with a buffer of 3 shows 7, and 8 is less', async () => {
    const product = await live()
    await app().call(saveIntegration, { body: { channel: 'shopify', settings: { buffer: 3 } }, as: shop().as })
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
    await shop().send()
    expect(await shown(product.sku)).toEqual([7])
    await count(product, 8)
    expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
    await shop().send()
    expect(await shown(product.sku)).toEqual([5])
    await app().call(saveIntegration, { body: { channel: 'shopify', settings: { locationId: '' } }, as: shop().as })
    expect(await row(product.id)).toMatchObject({ pending: null })
  })
})

it('claims and prepares in sets: 20 listings take as many statements as 2', async () => {
  const statements = async (n: number) => {
    const products = await Promise.all(Array.from({ length: n }, () => makeProduct(shop().ctx, template())))
    const listed = {
      organizationId: shop().ctx.organizationId,
      templateId: template(),
      channel: 'shopify',
      integrationId: integrationId(),
      schemaOverrides: '{}',
      sync: true,
      externalId: 'e',
    } as const
    await shop()
      .ctx.db.insertInto('listingProducts')
      .values(products.map((p) => ({ ...listed, productId: p.id })))
      .execute()
    const before = app().services.database.statements.count
    const worker = app().services.clock.uuid()
    await owe(
      shop().ctx,
      products.map((p) => p.id),
      'quantity',
    )
    const rows = await queries.claim(shop().ctx, integrationId(), 25, worker)
    await prepare(shop().ctx, rows)
    expect(rows).toHaveLength(n)
    const used = app().services.database.statements.count - before
    await shop().ctx.db.deleteFrom('listingProducts').where('organizationId', '=', shop().ctx.organizationId).execute()
    return used
  }
  const two = await statements(2)
  expect(await statements(20)).toBe(two)
})

it('a product that is on no channel owes nothing', async () => {
  const product = await makeProduct(shop().ctx, template())
  await owe(shop().ctx, [product.id], 'revise')
  expect(await pushBatch(shop().ctx, integrationId())).toBe(false)
})
