import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import {
  getProductSharing,
  listSharing,
  saveOrganizationSharing,
  saveSharingException,
} from '#contract/sync/sharing.ts'
import { twoChannels } from '../../../testing/shop/two-channels.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { heedHidden } from '../forget.ts'

/** The last writer wins on eBay, Shopify compares. */
const { app, shop, template, channels, live: listed, settle, key, pull, later, shown, count, knownOf } = twoChannels()
const live = async (quantity?: number) => {
  const product = await listed(quantity)
  await settle()
  return product
}
const choose = (sharing: { mode: 'guaranteed' } | { mode: 'shared' } | { mode: 'threshold'; last: number }) =>
  app().call(saveOrganizationSharing, { as: shop().as, body: { sharing } })
const sharingOf = async (id: number) =>
  (await app().call(getProductSharing, { as: shop().as, params: { id } })).body.data

/** A product whose units may have been sold on eBay unseen, and whose orders were read at a moment. */
async function keptBack(lookedAt: Date) {
  const product = await live()
  await choose({ mode: 'guaranteed' })
  await settle()
  await shop()
    .ctx.db.updateTable('integrations')
    .set({ ordersCheckedAt: lookedAt, ordersWholeAt: lookedAt })
    .where('organizationId', '=', shop().ctx.organizationId)
    .execute()
  return product
}
const hideSince = (hiddenSince: Date) =>
  shop()
    .ctx.db.updateTable('listingStock')
    .set({ hiddenSince })
    .where('organizationId', '=', shop().ctx.organizationId)
    .where('hidden', '>', 0)
    .execute()

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
    expect((await shown(product.sku)).reduce<number>((sum, n = 0) => sum + n, 0)).toBeLessThanOrEqual(6)
    expect((await shown(product.sku))[1]).toBe(3)
  })

  it('DESIGN 2: units that a channel lacks are on sale there after two complete looks at its orders', async () => {
    await choose({ mode: 'guaranteed' })
    const product = await live(10)
    await later()
    expect(await shown(product.sku)).toEqual([5, 5])
    await count(product, 16)
    await settle()
    await later()
    await later()
    expect(await shown(product.sku)).toEqual([7, 8])
  })

  it('DESIGN 2: a look at the orders is queued when units have been kept back for five minutes, and the product says until when', async () => {
    const hiddenSince = new Date(Date.now() - 360_000)
    const product = await keptBack(hiddenSince)
    const { organizationId } = shop().ctx
    const looks = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from jobs.job where name = 'orders.pull' and (data->>'organizationId')::bigint = ${organizationId} and data->>'hinted' is null`.execute(
          app().services.database.system,
        )
      ).rows[0]?.n
    await heedHidden(app().services)
    expect(await looks()).toBe(0)
    await hideSince(hiddenSince)
    await heedHidden(app().services)
    expect(await looks()).toBe(1)
    const until = new Date(hiddenSince.getTime() + 300_000).toISOString()
    expect((await sharingOf(product.id))?.parts.map(({ hidden, hiddenUntil }) => [hidden, hiddenUntil])).toEqual([
      [10, until],
      [0, null],
    ])
  })

  it('DESIGN 2: pieces that a channel put back before we hear why come off it alone: where the last writer wins through zero', async () => {
    const product = await live()
    await choose({ mode: 'guaranteed' })
    await settle()
    await later()
    channels.ebay.buy(product.sku, 3)
    channels.ebay.tellOrders()
    await pull('ebay')
    await settle()
    expect(await shown(product.sku)).toEqual([2, 5])
    // The order is cancelled there, and its pieces stand there again.
    channels.ebay.edit(product.sku, 5)
    channels.shopify.buy(product.sku, 1)
    channels.shopify.tellOrders()
    await pull('shopify')
    await settle()
    expect([await shown(product.sku), (await knownOf(product.sku)).map(({ risen }) => risen)]).toEqual([
      [0, 4],
      [3, 0],
    ])
    await later()
    const [ebay = 0, shopify = 0] = await shown(product.sku)
    expect([ebay > 0, ebay + shopify]).toEqual([true, 6])
  })

  it('DESIGN 2: what may be sold on a channel that nobody connects again is not kept from the others for ever', async () => {
    const product = await live()
    await choose({ mode: 'guaranteed' })
    await settle()
    const { organizationId } = shop().ctx
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ status: 'unauthenticated' })
      .where('organizationId', '=', organizationId)
      .where('channel', '=', 'ebay')
      .execute()
    const hiddenAfterHours = async (hours: number) => {
      await hideSince(new Date(Date.now() - hours * 3_600_000))
      await heedHidden(app().services)
      return (await knownOf(product.sku)).map(({ hidden }) => hidden)
    }
    expect([await hiddenAfterHours(23), await hiddenAfterHours(25)]).toEqual([
      [10, 0],
      [0, 0],
    ])
  })

  it('DESIGN 2: what may be sold stays hidden until a look has read far enough back: one after a call reads seconds alone', async () => {
    const ago = new Date(Date.now() - 360_000)
    const product = await keptBack(ago)
    await hideSince(ago)
    const hiddenAfter = async (hinted: boolean) => {
      await pullOrdersJob(app().services, { ...(await key('ebay')), hinted })
      await heedHidden(app().services)
      return (await knownOf(product.sku)).map(({ hidden }) => hidden)
    }
    expect([await hiddenAfter(true), await hiddenAfter(false)]).toEqual([
      [10, 0],
      [0, 0],
    ])
  })

  it('DESIGN 2: where nobody buys, as in a spreadsheet, nothing that was sold can be hidden', async () => {
    const product = await live()
    await choose({ mode: 'guaranteed' })
    await settle()
    const before = (await knownOf(product.sku)).map(({ hidden }) => hidden)
    delete channels.ebay.channel.orders
    await heedHidden(app().services)
    expect([before, (await knownOf(product.sku)).map(({ hidden }) => hidden)]).toEqual([
      [10, 0],
      [0, 0],
    ])
  })

  it('DESIGN 2: shares follow what each account sold in 30 days, by the date that its order has now', async () => {
    const product = await live(20)
    const source = { id: await shop().integrationId('ebay'), channel: 'ebay' as const }
    const order = channelOrder({ lines: [orderLine({ sku: product.sku, quantity: 4 })] })
    const placed = async (daysAgo: number) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000)
      await takeIn(shop().ctx, source, [
        { ...order, orderDate: at, updatedAt: new Date(Date.now() + 1000 / (daysAgo + 1)) },
      ])
      return (await sharingOf(product.id))?.parts.map(({ sold }) => sold)
    }
    expect([await placed(31), await placed(29)]).toEqual([
      [0, 0],
      [4, 0],
    ])
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
      app().call(saveSharingException, { as: shop().as, body: { ...where, sharing } as never })
    expect(await sharingOf(product.id)).toMatchObject({ sharing: { mode: 'shared' }, from: 'default' })
    await choose({ mode: 'guaranteed' })
    await set({ templateId: template() }, { mode: 'threshold', last: 4 })
    expect(await sharingOf(product.id)).toMatchObject({ sharing: { mode: 'threshold', last: 4 }, from: 'template' })
    await settle()
    expect(await shown(product.sku)).toEqual([8, 8])
    await set({ productId: product.id }, { mode: 'shared' })
    await settle()
    expect([await shown(product.sku), (await sharingOf(product.id))?.from]).toEqual([[10, 10], 'product'])
    expect((await app().call(listSharing, { as: shop().as })).body.data?.data.map(({ name }) => name)).toHaveLength(3)
    const { body: log } = await app().call(listAuditEntries, {
      as: shop().as,
      query: { entity: 'organization,template,product' },
    })
    expect(
      log.data?.data.filter(({ action }) => action === 'sharing').map((entry) => [entry.entity, entry.new]),
    ).toEqual([
      ['product', { sharing: { mode: 'shared' } }],
      ['template', { sharing: { mode: 'threshold', last: 4 } }],
      ['organization', { sharing: { mode: 'guaranteed' } }],
    ])
    await set({ productId: product.id }, null)
    expect((await sharingOf(product.id))?.from).toBe('template')
    expect((await set({ productId: product.id, templateId: template() }, null)).status).toBe(400)
  })
})
