import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listDrift, saveDriftRule, settleDrift } from '#contract/sync/drift.ts'
import { cancelOrder } from '#contract/orders/change.ts'
import { createOrder } from '#contract/orders/create.ts'
import { twoChannels } from '../../testing/shop/two-channels.ts'
import { saveOrganizationSharing } from '#contract/sync/sharing.ts'
import { makeOf } from '../stock/bundles.ts'
import { levelsOf } from '../stock/service.ts'
import { reconcileJob } from './reconciling/reconcile.ts'

/** The last writer wins on eBay, Shopify compares. */
const { app, shop, template, channels, key, settle, pull, later, shown, count } = twoChannels()

/** Cups and boxes, and a set of two cups in a box: all three on both channels. */
async function table({ cups, boxes }: { cups: number; boxes: number }) {
  const cup = await shop().product(template(), { quantity: cups })
  const box = await shop().product(template(), { quantity: boxes })
  const set = await shop().product(template(), { quantity: 0 })
  const [level] = await levelsOf(shop().ctx, [set.id])
  await makeOf(shop().ctx, level?.id ?? 0, [
    { sku: cup.sku, pieces: 2 },
    { sku: box.sku, pieces: 1 },
  ])
  for (const product of [cup, box, set])
    for (const channel of ['ebay', 'shopify'] as const) await shop().list(channel, product.id, { sync: true })
  await settle()
  return { cup, box, set }
}
const available = async (...made: { id: number }[]) =>
  Promise.all(made.map(async ({ id }) => (await levelsOf(shop().ctx, [id]))[0]?.available))
const order = (sku: string, quantity: number) =>
  app().call(createOrder, { as: shop().as, body: { order: { source: 'Phone', items: [{ sku, quantity }] } } })

describe('a bundle on its channels', () => {
  it('DESIGN 2: shows what its components allow, and follows whatever changes one of them', async () => {
    const { cup, box, set } = await table({ cups: 10, boxes: 4 })
    expect(await shown(set.sku)).toEqual([4, 4])
    await count(box, 9)
    await settle()
    expect(await shown(set.sku)).toEqual([5, 5])
    await order(cup.sku, 7)
    await settle()
    expect([await shown(cup.sku), await shown(set.sku), await shown(box.sku)]).toEqual([
      [3, 3],
      [1, 1],
      [9, 9],
    ])
  })

  it('DESIGN 2: sold on one channel, its components fall everywhere; cancelled, they are back', async () => {
    const { cup, box, set } = await table({ cups: 10, boxes: 4 })
    channels.ebay.buy(set.sku, 2)
    channels.ebay.tellOrders()
    await pull('ebay')
    await settle()
    expect([await shown(set.sku), await shown(cup.sku), await shown(box.sku)]).toEqual([
      [2, 2],
      [6, 6],
      [2, 2],
    ])
    const made = (await order(set.sku, 2)).body.data
    await settle()
    expect([await shown(set.sku), await shown(cup.sku)]).toEqual([
      [0, 0],
      [2, 2],
    ])
    await app().call(cancelOrder, { as: shop().as, body: { orderId: made?.id ?? 0 } })
    await settle()
    expect([await shown(set.sku), await shown(cup.sku), await available(cup, box, set)]).toEqual([
      [2, 2],
      [6, 6],
      [6, 2, 2],
    ])
  })

  it('an order made by hand for more sets than there are takes those that there are and is oversold', async () => {
    const { set, cup } = await table({ cups: 5, boxes: 9 })
    const { body } = await order(set.sku, 3)
    const lines = await shop()
      .ctx.db.selectFrom('orderItems')
      .select(['quantity', 'shortfall'])
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('orderId', '=', body.data?.id ?? 0)
      .execute()
    expect(lines).toEqual([{ quantity: 3, shortfall: 1 }])
    expect(await available(cup, set)).toEqual([1, 0])
  })

  it('pieces that come free go to the oversold order of a set before anybody can buy them', async () => {
    const { cup, box, set } = await table({ cups: 4, boxes: 9 })
    const openOrder = (await order(cup.sku, 3)).body.data
    channels.ebay.buy(set.sku, 2)
    channels.ebay.tellOrders()
    await pull('ebay')
    expect(await available(cup, box, set)).toEqual([1, 9, 0])
    await app().call(cancelOrder, { as: shop().as, body: { orderId: openOrder?.id ?? 0 } })
    expect(await available(cup, box, set)).toEqual([0, 7, 0])
    const lines = await shop()
      .ctx.db.selectFrom('orderItems')
      .select(['taken', 'shortfall'])
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('sku', '=', set.sku)
      .execute()
    expect(lines).toEqual([{ taken: 2, shortfall: 0 }])
  })

  it('somebody raised it on a channel: theirs cannot be counted, ours is told', async () => {
    const { set } = await table({ cups: 10, boxes: 4 })
    await app().call(saveDriftRule, { params: { channel: 'shopify' }, body: { rule: 'theirs' }, as: shop().as })
    channels.shopify.edit(set.sku, 50)
    await reconcileJob(app().services, await key('shopify'))
    await settle()
    expect([await shown(set.sku), await available(set)]).toEqual([[4, 4], [4]])
    await app().call(saveDriftRule, { params: { channel: 'shopify' }, body: { rule: 'ask' }, as: shop().as })
    channels.shopify.edit(set.sku, 60)
    await reconcileJob(app().services, await key('shopify'))
    await settle()
    const { data } = (await app().call(listDrift, { params: { channel: 'shopify' }, as: shop().as })).body.data ?? {}
    const open = data?.find(({ state }) => state === 'open')
    const refused = await app().call(settleDrift, { body: { ids: [open?.id ?? 0], as: 'theirs' }, as: shop().as })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('is a bundle: its quantity follows its components. Keep ours'),
    ])
  })
})

const divide = async () => {
  await app().call(saveOrganizationSharing, { as: shop().as, body: { sharing: { mode: 'guaranteed' } } })
  await settle()
}
const sum = (shown: (number | undefined)[]) => shown.reduce<number>((all, n) => all + (n ?? 0), 0)

describe('guaranteed pieces of a bundle', () => {
  it('DESIGN 2: what channels show of it and of its components is together never more than there is, and each shows some', async () => {
    const { cup, box, set } = await table({ cups: 20, boxes: 10 })
    await divide()
    for (let n = 0; n < 6; n += 1) {
      await later()
      const [cups, boxes, sets] = [sum(await shown(cup.sku)), sum(await shown(box.sku)), sum(await shown(set.sku))]
      if (n < 5) continue
      expect(cups + 2 * sets).toBeLessThanOrEqual(20)
      expect(boxes + sets).toBeLessThanOrEqual(10)
      expect(Math.min(cups, boxes, sets)).toBeGreaterThan(0)
    }
  })

  it('DESIGN 2: everything that is shown is bought at once, everywhere, unseen: no piece is sold twice', async () => {
    const { cup, box, set } = await table({ cups: 20, boxes: 10 })
    await divide()
    for (let n = 0; n < 6; n += 1) await later()
    for (const channel of ['ebay', 'shopify'] as const)
      for (const { sku } of [set, cup, box]) {
        const there = (await shop().onChannel(channel, sku))[0]?.quantity ?? 0
        if (there > 0) channels[channel].buy(sku, there)
      }
    for (const channel of ['ebay', 'shopify'] as const) channels[channel].tellOrders()
    for (let n = 0; n < 4; n += 1) await later()
    const { rows } = await sql<{ shortfall: number; lines: number }>`
      select coalesce(sum(shortfall), 0)::int as shortfall, count(*)::int as lines from order_items where organization_id = ${shop().ctx.organizationId}`.execute(
      shop().ctx.db,
    )
    expect(rows[0]?.lines).toBeGreaterThan(3)
    expect(rows[0]?.shortfall).toBe(0)
    // What nobody had bought yet is on sale again, and still nothing twice.
    const [cups = 0, boxes = 0, sets = 0] = await available(cup, box, set)
    expect(sum(await shown(cup.sku)) + 2 * sum(await shown(set.sku))).toBeLessThanOrEqual(cups)
    expect(sum(await shown(box.sku)) + sum(await shown(set.sku))).toBeLessThanOrEqual(boxes)
    expect(sets).toBe(Math.min(Math.floor(cups / 2), boxes))
  })

  it('DESIGN 2: a listed product that becomes a bundle is given its part, and its components have all again when it ends', async () => {
    const cup = await shop().product(template(), { quantity: 12 })
    const set = await shop().product(template(), { quantity: 0 })
    for (const product of [cup, set])
      for (const channel of ['ebay', 'shopify'] as const) await shop().list(channel, product.id, { sync: true })
    await divide()
    for (let n = 0; n < 4; n += 1) await later()
    expect(sum(await shown(cup.sku))).toBe(12)
    const levelId = (await levelsOf(shop().ctx, [set.id]))[0]?.id ?? 0
    await makeOf(shop().ctx, levelId, [{ sku: cup.sku, pieces: 2 }])
    for (let n = 0; n < 6; n += 1) {
      await later()
      expect(sum(await shown(cup.sku)) + 2 * sum(await shown(set.sku))).toBeLessThanOrEqual(12)
    }
    expect([sum(await shown(cup.sku)), sum(await shown(set.sku))].every((n) => n > 0)).toBe(true)
    await makeOf(shop().ctx, levelId, [])
    for (let n = 0; n < 6; n += 1) await later()
    expect([sum(await shown(cup.sku)), sum(await shown(set.sku))]).toEqual([12, 0])
  })

  it('DESIGN 2: shared pieces: a set that a channel sold unseen is not on sale elsewhere, nor are its pieces', async () => {
    const { cup, set } = await table({ cups: 10, boxes: 4 })
    channels.ebay.buy(set.sku, 3)
    await reconcileJob(app().services, await key('ebay'))
    await settle()
    expect([await shown(set.sku), await shown(cup.sku)]).toEqual([
      [1, 1],
      [4, 4],
    ])
  })
})
