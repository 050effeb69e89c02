import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { twoChannels } from '../../../testing/shop/two-channels.ts'
import { owe } from '../../outbox/service.ts'
import * as integrations from '../../integrations/queries.ts'
import { inTransaction } from '../../../context.ts'
import * as stock from '../../stock/service.ts'
import { until } from '../../../testing/setup/until.ts'
import { forgetUnseen } from '../forget.ts'
import { pushBatch } from '../sending/push.ts'
import { reconcileJob } from './reconcile.ts'

/** The last writer wins on eBay, Shopify compares. */
const { app, shop, template, channels, live, settle, key, pull, shown, count, knownOf, dueNow } = twoChannels()
const oversold = async () =>
  (
    await shop()
      .ctx.db.selectFrom('orderItems')
      .select((e) => e.fn.sum<number>('shortfall').as('missing'))
      .where('organizationId', '=', shop().ctx.organizationId)
      .executeTakeFirst()
  )?.missing

describe('pieces sold on a channel that we have not heard of', () => {
  it.each([
    ['ebay', 'shopify'],
    ['shopify', 'ebay'],
  ] as const)('6 of 10 on %s, then 1 on %s: 10 of 10 are sold, not 16', async (quiet, loud) => {
    const { sku } = await live()
    channels[quiet].buy(sku, 6)
    channels[loud].buy(sku, 1)
    channels[loud].tellOrders()
    await pull(loud)
    await settle()
    expect(await shown(sku)).toEqual([3, 3])
    let sold = 7
    for (let turn = 0; (await shown(sku)).some((quantity) => quantity) && turn < 20; turn += 1) {
      const on = channels[turn % 2 ? quiet : loud]
      on.buy(sku, 1)
      on.tellOrders()
      sold += 1
      await pull('ebay', 'shopify')
      await settle()
    }
    expect([sold, await shown(sku), Number(await oversold())]).toEqual([10, [0, 0], 0])
    expect((await knownOf(sku)).map(({ unseen }) => unseen)).toEqual([0, 0])
  })

  it('where the channel compares, it is given the number that we set last, and only looked at when it refuses', async () => {
    const product = await live()
    channels.shopify.buy(product.sku, 6)
    await count(product, 9)
    channels.shopify.calls.length = 0
    await settle()
    const { sku } = product
    expect(channels.shopify.calls.slice(0, 3)).toEqual([`set ${sku} 9`, `read ${sku}`, `set ${sku} 3`])
  })

  it('are looked for where a number differs: what is just being listed elsewhere is not sent once more for it', async () => {
    const { id, sku } = await shop().product(template())
    await shop().list('ebay', id, { sync: true })
    const { listings } = channels.shopify.channel
    channels.shopify.channel.listings = {
      ...listings,
      publish: async (...args) => {
        channels.ebay.edit(sku, 25)
        await reconcileJob(app().services, await key('ebay'))
        return listings.publish(...args)
      },
    }
    await shop().list('shopify', id, { sync: true })
    await settle()
    expect([await shown(sku), channels.shopify.calls]).toEqual([[10, 10], []])
  })

  it('are gone once: their order, when it comes, changes no channel', async () => {
    const product = await live()
    channels.ebay.buy(product.sku, 6)
    await count(product, 9)
    await settle()
    expect(await shown(product.sku)).toEqual([3, 3])
    channels.ebay.tellOrders()
    await pull('ebay')
    await settle()
    expect(await shown(product.sku)).toEqual([3, 3])
    expect((await stock.levelsOf(shop().ctx, [product.id]))[0]?.available).toBe(3)
    expect(await knownOf(product.sku)).toMatchObject([
      { expected: 3, unseen: 0 },
      { expected: 3, unseen: 0 },
    ])
  })

  it('a look for orders follows at once', async () => {
    const product = await live()
    await app().services.queue.boss.deleteQueuedJobs('orders.pull')
    channels.ebay.buy(product.sku, 6)
    await count(product, 9)
    await shop().send()
    const jobs = await app().services.queue.boss.findJobs('orders.pull', {
      data: { organizationId: shop().ctx.organizationId },
    })
    expect(jobs.map(({ data }) => data)).toContainEqual(expect.objectContaining(await key('ebay')))
  })

  it('a number whose answer was lost is ours, not a sale', async () => {
    const product = await live()
    const { set } = channels.ebay.channel.stock
    channels.ebay.channel.stock.set = async (c, levels) => {
      channels.ebay.channel.stock.set = set
      await set(c, levels)
      throw new ChannelError('unavailable', 'No answer.', { maybeDone: true })
    }
    await count(product, 4)
    await settle()
    await dueNow()
    await settle()
    expect(await shown(product.sku)).toEqual([4, 4])
    expect((await knownOf(product.sku)).map(({ unseen }) => unseen)).toEqual([0, 0])
  })

  it.each(['ebay', 'shopify'] as const)(
    'a sale on %s after a number whose answer was lost is counted once, not kept back a second time',
    async (name) => {
      const product = await live()
      const { stock: calls } = channels[name].channel
      const { set } = calls
      calls.set = async (c, levels) => {
        calls.set = set
        await set(c, levels)
        throw new ChannelError('unavailable', 'No answer.', { maybeDone: true })
      }
      await count(product, 9)
      await settle()
      channels[name].buy(product.sku, 1)
      channels[name].tellOrders()
      await pull(name)
      await dueNow()
      await settle()
      expect([await shown(product.sku), (await knownOf(product.sku)).map(({ unseen }) => unseen)]).toEqual([
        [8, 8],
        [0, 0],
      ])
    },
  )

  it('a number whose answer was lost is looked for before a newer one covers it, so that a kill in between imagines no sale', async () => {
    const product = await live()
    const { stock: calls } = channels.shopify.channel
    const { set } = calls
    calls.set = async (c, levels) => {
      calls.set = async () => {
        calls.set = set
        throw new Error('killed')
      }
      await set(c, levels)
      throw new ChannelError('unavailable', 'No answer.', { maybeDone: true })
    }
    await count(product, 9)
    await settle()
    await count(product, 8)
    await settle()
    await dueNow()
    await settle()
    expect([await shown(product.sku), (await knownOf(product.sku)).map(({ unseen }) => unseen)]).toEqual([
      [8, 8],
      [0, 0],
    ])
  })

  it('stay known when a worker dies after it told the number and before it noted the answer', async () => {
    const product = await live()
    channels.ebay.buy(product.sku, 6)
    const { set } = channels.ebay.channel.stock
    channels.ebay.channel.stock.set = async (c, levels) => {
      channels.ebay.channel.stock.set = set
      await set(c, levels)
      throw new Error('killed')
    }
    await count(product, 9)
    await settle()
    // The other channel knows already, though the one that sold has not answered.
    expect((await shown(product.sku))[1]).toBe(3)
    await dueNow()
    await settle()
    expect(await shown(product.sku)).toEqual([3, 3])
    channels.ebay.tellOrders()
    await pull('ebay')
    await settle()
    expect([await shown(product.sku), (await knownOf(product.sku)).map(({ unseen }) => unseen)]).toEqual([
      [3, 3],
      [0, 0],
    ])
  })

  it('are not taken for a number that was refused before it arrived', async () => {
    const product = await live()
    const { set } = channels.ebay.channel.stock
    channels.ebay.channel.stock.set = async () => {
      channels.ebay.channel.stock.set = set
      throw new ChannelError('rate_limited', 'Wait.', { retryAfterSeconds: 60 })
    }
    await count(product, 8)
    await settle()
    channels.ebay.buy(product.sku, 2)
    await dueNow()
    await settle()
    // It shows 8, the number that was refused: two were sold, and six are left.
    expect(await shown(product.sku)).toEqual([6, 6])
  })

  it('a sale that its order tells and that did not lower our number there lowers it now', async () => {
    const product = await live()
    // Sold at another of the shop's locations, or as another item with the same SKU.
    channels.shopify.buy(product.sku, 1)
    channels.shopify.edit(product.sku, 10)
    channels.shopify.tellOrders()
    await pull('shopify')
    await settle()
    expect(await shown(product.sku)).toEqual([9, 9])
  })

  it('a number that fell and whose order never came was changed by hand: after a while ours holds again', async () => {
    const product = await live()
    channels.ebay.edit(product.sku, 4)
    await count(product, 9)
    await settle()
    expect(await shown(product.sku)).toEqual([3, 3])
    await forgetUnseen(app().services)
    await settle()
    expect(await shown(product.sku)).toEqual([3, 3])
    await shop()
      .ctx.db.updateTable('listingStock')
      .set({ unseenSince: new Date(Date.now() - 3_600_000) })
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('unseen', '>', 0)
      .execute()
    await pull('ebay')
    await forgetUnseen(app().services)
    await settle()
    expect(await shown(product.sku)).toEqual([9, 9])
  })

  it('and where theirs is counted, levels are locked before listings, as by orders', async () => {
    const { sku } = await live()
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ driftRule: 'theirs' })
      .where('organizationId', '=', shop().ctx.organizationId)
      .execute()
    channels.ebay.buy(sku, 6)
    channels.shopify.buy(sku, 1)
    channels.shopify.tellOrders()
    await pull('shopify')
    await settle()
    await shop()
      .ctx.db.updateTable('listingStock')
      .set({ unseenSince: new Date(Date.now() - 3_600_000) })
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('unseen', '>', 0)
      .execute()
    await pull('ebay')
    const { system } = app().services.database
    let forgetting: Promise<void> | undefined
    const free = await inTransaction(shop().ctx, async (ctx) => {
      await stock.holdSkus(ctx, [sku])
      forgetting = forgetUnseen(app().services)
      await until('it waits for the level', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(system)
        return rows.length > 0 || undefined
      })
      return (
        await sql`select from listing_debts where organization_id = ${ctx.organizationId} for update skip locked`.execute(
          system,
        )
      ).rows.length
    })
    await forgetting
    expect(free).toBe(2)
    expect((await knownOf(sku)).map(({ unseen }) => unseen)).toEqual([0, 0])
  })

  it('on a channel that nobody connects again are not gone for ever', async () => {
    const product = await live()
    channels.ebay.edit(product.sku, 4)
    await count(product, 9)
    await settle()
    const since = (at: Date) =>
      shop()
        .ctx.db.updateTable('listingStock')
        .set({ unseenSince: at })
        .where('organizationId', '=', shop().ctx.organizationId)
        .where('unseen', '>', 0)
        .execute()
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ status: 'unauthenticated' })
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('channel', '=', 'ebay')
      .execute()
    await since(new Date(Date.now() - 3_600_000))
    await forgetUnseen(app().services)
    await settle()
    expect((await shown(product.sku))[1]).toBe(3)
    await since(new Date(Date.now() - 25 * 3_600_000))
    await forgetUnseen(app().services)
    await settle()
    expect((await shown(product.sku))[1]).toBe(9)
  })

  it('somebody made it more there: ours is set', async () => {
    const product = await live()
    for (const channel of Object.values(channels)) channel.edit(product.sku, 25)
    await count(product, 8)
    await settle()
    expect(await shown(product.sku)).toEqual([8, 8])
  })
})

describe('a channel that comes back', () => {
  it('is looked at before it is told anything: never more than there is', async () => {
    const product = await live()
    const { integrationId } = await key('ebay')
    const status = (value: 'expired' | 'authenticated') =>
      shop()
        .ctx.db.updateTable('integrations')
        .set({ status: value, stockCheckedAt: new Date() })
        .where('organizationId', '=', shop().ctx.organizationId)
        .where('id', '=', integrationId)
        .execute()
    await status('expired')
    channels.ebay.buy(product.sku, 6)
    channels.ebay.tellOrders()
    channels.shopify.buy(product.sku, 1)
    channels.shopify.tellOrders()
    await pull('shopify')
    await settle()
    channels.ebay.calls.length = 0
    await integrations.connectAccount(shop().ctx, integrationId, {
      accountId: 'a',
      shop: 's',
      name: 'n',
      currency: 'USD',
      facts: {},
    })
    expect(await pushBatch(shop().ctx, integrationId)).toBe(false)
    expect(channels.ebay.calls).toEqual([])
    const { stockCheckedAt } = await shop()
      .ctx.db.selectFrom('integrations')
      .select('stockCheckedAt')
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('id', '=', integrationId)
      .executeTakeFirstOrThrow()
    expect(stockCheckedAt, 'all its numbers are read back').toBeNull()
    await settle()
    // Not 9, which is what there was before its own sales were seen.
    expect(channels.ebay.calls.filter((call) => call.startsWith('set'))).toEqual([`set ${product.sku} 3`])
    expect(await shown(product.sku)).toEqual([3, 3])
  })
})

describe('a revise', () => {
  it('leaves the number that stands there, and a sale meanwhile is told within a few calls', async () => {
    const products = []
    for (let i = 0; i < 8; i += 1) products.push(await live())
    const last = products[6]
    if (!last) throw new Error('there are 8')
    await owe(
      shop().ctx,
      products.map(({ id }) => id),
      'revise',
    )
    const { calls } = channels.ebay
    calls.length = 0
    const { revise } = channels.ebay.channel.listings
    channels.ebay.channel.listings.revise = async (c, batch) => {
      const answer = await revise(c, batch)
      if (calls.filter((call) => call.startsWith('revise')).length === 4) await count(last, 2)
      return answer
    }
    await settle()
    const index = calls.indexOf(`set ${last.sku} 2`)
    const before = calls.slice(0, index).filter((call) => call.startsWith('revise'))
    expect([index > 0, before.length]).toEqual([true, 4])
    expect(calls.filter((call) => call.startsWith('set'))).toEqual([`set ${last.sku} 2`])
    expect(await shown(last.sku)).toEqual([2, 2])
    expect(calls).toContain(`revise ${last.sku}`)
  })
})
