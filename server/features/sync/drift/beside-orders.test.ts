import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { driftingShop } from '../../../testing/shop/drifting.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import { noteHooks } from '../../integrations/queries.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { readNextJob } from '../reconciling/reconcile.ts'

let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let product: { id: number; sku: string }
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  fake = fakeChannel(channelOf('shopify'))
  shop = await openFakeShop(app, fake)
  product = await shop.product(await shop.template(), { quantity: 10 })
  await shop.list('shopify', product.id)
})

const { key, shown, drift } = driftingShop(() => ({ app, shop, product }))
const queued = async () => app.services.queue.boss.findJobs('sync.readNext', { data: await key() })
const readNext = async (services = app.services) => {
  await readNextJob(services, await key())
  await shop.send()
}
/** What another process has: nothing that this one remembers. */
const elsewhere = () => ({ ...app.services, database: { ...app.services.database } })

describe('a quantity that somebody changed where the channel does not call', () => {
  it('DESIGN 2: a look at orders queues a read of the next quantities, and the drift is listed without waiting for the night', async () => {
    fake.edit(product.sku, 25)
    await pullOrdersJob(app.services, await key())
    await pullOrdersJob(app.services, await key())
    expect(await queued()).toHaveLength(1)
    await readNext()
    expect(await shown()).toBe(10)
    expect(await drift()).toMatchObject({ open: 1, data: [{ sku: product.sku, ours: 10, theirs: 25, state: 'open' }] })
  })

  it('DESIGN 2: reads that follow each other reach every listing, also of another process or after a restart', async () => {
    const template = await shop.template()
    const skus = []
    for (let n = 0; n < 27; n += 1) {
      const { id, sku } = await shop.product(template, { quantity: 3 })
      await shop.list('shopify', id)
      skus.push(sku)
    }
    const readSkus = async (services = app.services) => {
      fake.calls.length = 0
      await readNext(services)
      return fake.calls.map((call) => call.replace('read ', ''))
    }
    const [first, second, third] = [await readSkus(), await readSkus(elsewhere()), await readSkus()]
    expect(first).toHaveLength(25)
    expect([...first, ...second].toSorted()).toEqual([product.sku, ...skus].toSorted())
    expect(third).toEqual(first)
  })

  it('DESIGN 2: a look at orders queues no read where the channel calls when a quantity changes', async () => {
    fake.channel.stock.ref = () => 'gid://shopify/InventoryItem/9'
    await noteHooks(shop.ctx, (await key()).integrationId, '')
    await pullOrdersJob(app.services, await key())
    expect(await queued()).toEqual([])
  })

  it('DESIGN 2: a look that follows a call about an order queues no read', async () => {
    await pullOrdersJob(app.services, { ...(await key()), hinted: true })
    expect(await queued()).toEqual([])
  })
})
