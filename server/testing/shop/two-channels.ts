import { afterAll, beforeAll, beforeEach } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import * as stock from '../../features/stock/service.ts'
import { pullOrdersJob } from '../../features/orders/jobs.ts'
import { heedHidden } from '../../features/sync/forget.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { tryNow } from '../setup/due.ts'
import { type AnyShop, type Sold, openFakeShop } from './shop.ts'

const like = channelOf('shopify')

/** For each test a shop on two channels in memory: the last writer wins on the one, the other compares. */
export function twoChannels() {
  let app: TestApp
  let shop: AnyShop
  let template: number
  const channels = {} as Record<Sold, FakeChannel>
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.stop())
  beforeEach(async () => {
    channels.ebay = fakeChannel({ ...like, id: 'ebay', name: 'eBay' }, { mode: 'last' })
    channels.shopify = fakeChannel(like, { mode: 'compare' })
    shop = await openFakeShop(app, channels.ebay, channels.shopify)
    template = await shop.template()
  })

  /** As the worker does: until nobody owes anything. */
  const settle = async () => {
    for (let i = 0; i < 4; i += 1) await shop.send()
  }
  const key = async (channel: Sold) => ({
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId(channel),
  })
  const pull = async (...names: Sold[]) => {
    for (const name of names) await pullOrdersJob(app.services, await key(name))
  }
  return {
    app: () => app,
    shop: () => shop,
    template: () => template,
    channels,
    settle,
    key,
    /** A product on both. */
    async live(quantity = 10) {
      const product = await shop.product(template, { quantity })
      for (const channel of ['ebay', 'shopify'] as const) await shop.list(channel, product.id, { sync: true })
      return product
    },
    pull,
    /** Six minutes later, after a complete look at the orders: what was hidden may be shown. */
    async later() {
      await shop.ctx.db
        .updateTable('listingStock')
        .set({ hiddenSince: new Date(Date.now() - 360_000) })
        .where('organizationId', '=', shop.ctx.organizationId)
        .where((e) => e.or([e('hidden', '>', 0), e('risen', '>', 0)]))
        .execute()
      await pull('ebay', 'shopify')
      await heedHidden(app.services)
      await settle()
    },
    shown: async (sku: string) => [
      (await shop.onChannel('ebay', sku))[0]?.quantity,
      (await shop.onChannel('shopify', sku))[0]?.quantity,
    ],
    count: async (product: { id: number }, available: number) =>
      stock.setAvailable(
        shop.ctx,
        (await stock.levelsOf(shop.ctx, [product.id])).map(({ id }) => ({ levelId: id, available })),
        { reason: 'count', source: 'test', sourceKey: app.services.clock.uuid() },
      ),
    /** What is known of the numbers of a SKU. */
    knownOf: (sku: string) =>
      shop.ctx.db
        .selectFrom('listingStock')
        .select(['lastSet', 'expected', 'unseen', 'hidden', 'risen'])
        .where('organizationId', '=', shop.ctx.organizationId)
        .where('sku', '=', sku)
        .orderBy('listingId')
        .execute(),
    /** What waits for a later try is tried now. */
    dueNow: () => tryNow(shop.ctx),
  }
}
