import { describe, expect, it } from 'vitest'
import { listDrift, saveDriftRule, settleDrift } from '#contract/drift.ts'
import { cancelOrder } from '#contract/order-changes.ts'
import { createOrder } from '#contract/orders.ts'
import { twoChannels } from '../../testing/two-channels.ts'
import { makeOf } from '../stock/bundles.ts'
import { levelsOf } from '../stock/service.ts'
import { reconcileJob } from './reconcile.ts'

/** The last writer wins on eBay, Shopify compares. */
const { app, shop, template, channels, key, settle, pull, shown, count } = twoChannels()

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

  it('an order made by hand for more sets than there are is refused whole, and says how many there are', async () => {
    const { set, cup } = await table({ cups: 5, boxes: 9 })
    const { status, body } = await order(set.sku, 3)
    expect([status, body.message]).toEqual([409, `${set.sku}: 2 available, 3 ordered. Nothing was saved.`])
    expect(await available(cup, set)).toEqual([5, 2])
  })

  it('pieces that come free go to the oversold order of a set before anybody can buy them', async () => {
    const { cup, box, set } = await table({ cups: 4, boxes: 9 })
    const held = (await order(cup.sku, 3)).body.data
    channels.ebay.buy(set.sku, 2)
    channels.ebay.tellOrders()
    await pull('ebay')
    expect(await available(cup, box, set)).toEqual([1, 9, 0])
    await app().call(cancelOrder, { as: shop().as, body: { orderId: held?.id ?? 0 } })
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
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('is a bundle')])
  })
})
