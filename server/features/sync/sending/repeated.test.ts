import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { openFakeShop } from '../../../testing/shop/shop.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import * as listings from '../../listings/queries.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import * as stock from '../../stock/service.ts'
import { pushBatch } from './push.ts'
import type { Connect } from './send.ts'
import { tryNow } from '../../../testing/setup/due.ts'

let app: TestApp
/** Ahead of the machine's, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  app.services.clock = { ...clock, now: () => new Date(clock.now().getTime() + ahead) }
})
afterAll(() => app.stop())

/** It lists, and its answer is lost. */
const silent: Connect = (services, key, work) =>
  withConnection(services, key, (c) => {
    const publish: typeof c.channel.listings.publish = async (connection, batch) => {
      await c.channel.listings.publish(connection, batch)
      const error = new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
      return batch.map(() => ({ ok: false, error }))
    }
    return work({ ...c, channel: { ...c.channel, listings: { ...c.channel.listings, publish } } })
  })

it('DESIGN 2: pieces that were sold after a publish whose answer was lost are not put on sale again by the next one', async () => {
  const fake = fakeChannel(channelOf('shopify'))
  const shop = await openFakeShop(app, fake)
  const { id: productId, sku } = await shop.product(await shop.template(), { quantity: 5 })
  const integrationId = await shop.integrationId('shopify')
  await app.call(saveListingProducts, {
    body: { listingProducts: [{ channel: 'shopify', productId, listSettings: { list: true, sync: true } }] },
    as: shop.as,
  })
  const { id } = await shop.listing('shopify', productId)
  await listings.request(shop.ctx, id ?? 0, 'publish')
  await pushBatch(shop.ctx, integrationId, silent)
  const due = () => tryNow(shop.ctx)
  const shown = () => fake.shown().map(({ quantity }) => quantity)
  fake.buy(sku, 2)
  await due()
  await shop.send()
  expect(shown(), 'its orders were not read yet').toEqual([3])
  const lost = await shop.listing('shopify', productId)
  expect(lost).toMatchObject({
    pending: 'publish',
    result: {
      status: 'queued',
      reason: 'Shopify didn’t respond, so the listing may already be live. Motto checks before trying again.',
    },
  })
  fake.tellOrders()
  // A look that comes too early for the sale tells nothing.
  const seconds = 1000
  await pullOrdersJob(app.services, { organizationId: shop.ctx.organizationId, integrationId })
  await due()
  await shop.send()
  expect((await shop.listing('shopify', productId)).status).not.toBe('listed')
  await shop.ctx.db
    .updateTable('integrations')
    .set({ ordersCheckedAt: new Date(Date.now() + 3 * seconds) })
    .where('organizationId', '=', shop.ctx.organizationId)
    .execute()
  await due()
  await shop.send()
  expect(await shop.listing('shopify', productId)).toMatchObject({ status: 'listed', pending: null })
  expect(shown()).toEqual([3])
  const [level] = await stock.levelsOf(shop.ctx, [productId])
  expect(level).toMatchObject({ available: 3, reserved: 2 })
})

it('one that cannot be looked at for long is listed all the same', async () => {
  const fake = fakeChannel(channelOf('shopify'))
  const shop = await openFakeShop(app, fake)
  const { id: productId } = await shop.product(await shop.template(), { quantity: 5 })
  await app.call(saveListingProducts, {
    body: { listingProducts: [{ channel: 'shopify', productId, listSettings: { list: true, sync: true } }] },
    as: shop.as,
  })
  const { id } = await shop.listing('shopify', productId)
  await listings.request(shop.ctx, id ?? 0, 'publish')
  await pushBatch(shop.ctx, await shop.integrationId('shopify'), silent)
  ahead = 660_000
  await tryNow(shop.ctx)
  await shop.send()
  expect(await shop.listing('shopify', productId)).toMatchObject({ status: 'listed', pending: null })
})
