import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, orderLine } from '../../../testing/shop/orders.ts'
import { driftingShop } from '../../../testing/shop/drifting.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { reconcileJob } from '../reconciling/reconcile.ts'

let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let product: { id: number; sku: string }
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

const { key, readBack, shown, available, count, drift, rule } = driftingShop(() => ({ app, shop, product }))

describe('units that the channel restocked after they were shipped', () => {
  const line = (returned: number) => orderLine({ sku: product.sku, quantity: 2, sent: 2, returned })
  const tells = (order: ChannelOrder) => {
    if (fake.channel.orders) fake.channel.orders.pull = async () => ({ items: [order], next: undefined })
  }
  const look = async () => pullOrdersJob(app.services, await key())
  let order: ChannelOrder
  beforeEach(async () => {
    fake = fakeChannel(channelOf('shopify'))
    shop = await openFakeShop(app, fake)
    product = await shop.product(await shop.template(), { quantity: 10 })
    await shop.list('shopify', product.id)
    order = channelOrder({ lines: [line(0)], shipping: 'shipped' })
    fake.edit(product.sku, 8)
    tells(order)
    await look()
    // What was told since the sale is what is known to stand there.
    await count(7)
    await shop.send()
  })
  const restocks = (units: number) => {
    fake.edit(product.sku, 7 + units)
    order = laterVersion(order, { lines: [line(units)], shipping: 'shipped' })
    tells(order)
  }

  it('are counted once where its number is taken before its order says so', async () => {
    await rule('theirs')
    restocks(1)
    await readBack()
    expect(await available()).toBe(8)
    await look()
    await shop.send()
    expect([await available(), await shown()]).toEqual([8, 8])
    restocks(2)
    await look()
    await shop.send()
    expect([await available(), await shown()]).toEqual([9, 9])
  })

  it('leave what somebody raised besides counted', async () => {
    await rule('theirs')
    restocks(1)
    fake.edit(product.sku, 14)
    await readBack()
    expect(await available()).toBe(14)
    await look()
    await shop.send()
    expect([await available(), await shown()]).toEqual([14, 14])
  })

  it('are no drift to decide any more once the order says so', async () => {
    restocks(1)
    await readBack()
    expect(await drift()).toMatchObject({ open: 1, data: [{ ours: 7, theirs: 8 }] })
    await look()
    await shop.send()
    expect(await drift()).toMatchObject({ open: 0, data: [{ ours: 8, theirs: 8, state: 'ours' }] })
    expect([await available(), await shown()]).toEqual([8, 8])
  })

  it('are counted once where the order says so while its number is being read', async () => {
    await rule('theirs')
    restocks(1)
    await reconcileJob(app.services, await key())
    const { read } = fake.channel.stock
    fake.channel.stock.read = async (...parameters) => {
      const shownThere = await read(...parameters)
      fake.channel.stock.read = read
      await look()
      return shownThere
    }
    await shop.send()
    expect([await available(), await shown()]).toEqual([8, 8])
    expect((await drift())?.data).toEqual([])
  })

  it('are on hand again where a number was raised by hand long before', async () => {
    await rule('theirs')
    fake.edit(product.sku, 12)
    await readBack()
    await sql`update stock_drift set found_at = now() - interval '1 hour' where organization_id = ${shop.ctx.organizationId}`.execute(
      shop.ctx.db,
    )
    order = laterVersion(order, { shipping: 'shipped' })
    tells(order)
    await look()
    restocks(1)
    fake.edit(product.sku, 13)
    await look()
    await shop.send()
    expect([await available(), await shown()]).toEqual([13, 13])
  })
})
