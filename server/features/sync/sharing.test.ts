import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { listAuditEntries } from '#contract/organizations.ts'
import { getProductSharing, listSharing, saveOrganizationSharing, saveSharingException } from '#contract/sharing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type AnyShop, type Sold, openFakeShop } from '../../testing/shop.ts'
import { pullOrdersJob } from '../orders/jobs.ts'
import * as stock from '../stock/service.ts'
import { revealHidden } from './forget.ts'

const like = channelOf('shopify')
let app: TestApp
let shop: AnyShop
let template: number
/** The last writer wins on the one, the other compares. */
let channels: Record<Sold, FakeChannel>
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  channels = {
    ebay: fakeChannel({ ...like, id: 'ebay', name: 'eBay' }, { mode: 'last' }),
    shopify: fakeChannel(like, { mode: 'compare' }),
  }
  shop = await openFakeShop(app, channels.ebay, channels.shopify)
  template = await shop.template()
})

async function live(quantity = 10) {
  const product = await shop.product(template, { quantity })
  for (const channel of ['ebay', 'shopify'] as const) await shop.list(channel, product.id, { sync: true })
  await settle()
  return product
}
const choose = (sharing: { mode: 'guaranteed' } | { mode: 'shared' } | { mode: 'threshold'; last: number }) =>
  app.call(saveOrganizationSharing, { as: shop.as, body: { sharing } })
const settle = async () => {
  for (let i = 0; i < 4; i += 1) await shop.send()
}
const pull = async (...names: Sold[]) => {
  for (const name of names)
    await pullOrdersJob(app.services, {
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId(name),
    })
}
const shown = async (sku: string) => [
  (await shop.onChannel('ebay', sku))[0]?.quantity ?? 0,
  (await shop.onChannel('shopify', sku))[0]?.quantity ?? 0,
]
const count = async (product: { id: number }, available: number) =>
  stock.setAvailable(
    shop.ctx,
    (await stock.levelsOf(shop.ctx, [product.id])).map(({ id }) => ({ levelId: id, available })),
    { reason: 'count', source: 'test', sourceKey: app.services.clock.uuid() },
  )
/** Six minutes later, after a complete look at the orders. */
async function later() {
  await shop.ctx.db
    .updateTable('listingStock')
    .set({ hiddenSince: new Date(Date.now() - 360_000) })
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('hidden', '>', 0)
    .execute()
  await pull('ebay', 'shopify')
  await revealHidden(app.services)
  await settle()
}
const sharingOf = async (id: number) => (await app.call(getProductSharing, { as: shop.as, params: { id } })).body.data

describe('guaranteed pieces', () => {
  it('DESIGN 2: each channel shows its own, and together no more than there is', async () => {
    const product = await live()
    await choose({ mode: 'guaranteed' })
    await settle()
    expect(await shown(product.sku)).toEqual([5, 5])
    expect(await sharingOf(product.id)).toMatchObject({
      from: 'organization',
      parts: [
        { share: 5, shown: 5 },
        { share: 5, shown: 5 },
      ],
    })
  })

  it.each(['ebay', 'shopify'] as const)(
    'DESIGN 2: all of %s sold unseen, and one on the other: nobody buys what is not there',
    async (quiet) => {
      const product = await live()
      await choose({ mode: 'guaranteed' })
      await settle()
      await later()
      const loud = quiet === 'ebay' ? 'shopify' : 'ebay'
      channels[quiet].buy(product.sku, 5)
      channels[loud].buy(product.sku, 1)
      channels[loud].tellOrders()
      await pull(loud)
      await settle()
      const [ebay = 0, shopify = 0] = await shown(product.sku)
      expect(ebay + shopify).toBe(4)
      channels[quiet].tellOrders()
      await later()
      await later()
      // Shares follow demand.
      expect(await shown(product.sku)).toEqual(quiet === 'ebay' ? [3, 1] : [1, 3])
    },
  )

  it('DESIGN 2: more pieces go where nobody can have bought in between; what is listed anew begins with its share', async () => {
    await choose({ mode: 'guaranteed' })
    const product = await live(4)
    await later()
    await later()
    expect(await shown(product.sku)).toEqual([2, 2])
    await count(product, 6)
    await settle()
    // The one that compares rises; the other has as many pieces standing as it would need free.
    expect((await shown(product.sku)).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(6)
    expect((await shown(product.sku))[1]).toBe(3)
  })

  it('DESIGN 2: a number whose answer was lost keeps its pieces from the others', async () => {
    const product = await live()
    await choose({ mode: 'guaranteed' })
    await settle()
    await later()
    const { stock: calls } = channels.shopify.channel
    const { set } = calls
    calls.set = async (c, levels) => {
      calls.set = set
      await set(c, levels)
      throw new ChannelError('unavailable', 'No answer.', { maybeDone: true })
    }
    await count(product, 20)
    await settle()
    const [ebay = 0, shopify = 0] = await shown(product.sku)
    expect(ebay + shopify).toBeLessThanOrEqual(20)
  })
})

describe('where sharing is chosen', () => {
  it('the nearest counts: product, template, organization; null goes back to what is above', async () => {
    const product = await live()
    const set = (where: object, sharing: object | null) =>
      app.call(saveSharingException, { as: shop.as, body: { ...where, sharing } as never })
    expect(await sharingOf(product.id)).toMatchObject({ sharing: { mode: 'shared' }, from: 'default' })
    await choose({ mode: 'guaranteed' })
    await set({ templateId: template }, { mode: 'threshold', last: 4 })
    expect(await sharingOf(product.id)).toMatchObject({ sharing: { mode: 'threshold', last: 4 }, from: 'template' })
    await settle()
    expect(await shown(product.sku)).toEqual([8, 8])
    await set({ productId: product.id }, { mode: 'shared' })
    await settle()
    expect([await shown(product.sku), (await sharingOf(product.id))?.from]).toEqual([[10, 10], 'product'])
    expect((await app.call(listSharing, { as: shop.as })).body.data?.data.map(({ name }) => name)).toHaveLength(3)
    const { body: log } = await app.call(listAuditEntries, {
      as: shop.as,
      query: { entity: 'organization,template,product' },
    })
    expect(log.data?.data.filter(({ action }) => action === 'sharing').map((one) => [one.entity, one.new])).toEqual([
      ['product', { sharing: { mode: 'shared' } }],
      ['template', { sharing: { mode: 'threshold', last: 4 } }],
      ['organization', { sharing: { mode: 'guaranteed' } }],
    ])
    await set({ productId: product.id }, null)
    expect((await sharingOf(product.id))?.from).toBe('template')
    expect((await set({ productId: product.id, templateId: template }, null)).status).toBe(400)
  })
})
