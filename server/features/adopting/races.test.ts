import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Channel, ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { adoptingState, linkFound, listFound, readCatalogue, unlinkFound } from '#contract/adopting/adopting.ts'
import { saveListingProducts, listProduct } from '#contract/listings/listings.ts'
import { saveOrganizationSharing } from '#contract/sync/sharing.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { type AnyShop, type Faked, openFakeShop } from '../../testing/shop/shop.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import * as stock from '../stock/service.ts'
import { pushBatch } from '../sync/sending/push.ts'
import type { Connect } from '../sync/sending/send.ts'
import { linkJob, readJob } from './jobs.ts'

/* What happens to a number, or to the listing itself, while it is being linked. */

const like = channelOf('shopify')
let app: TestApp
let shop: AnyShop
let template: number
let channels: Record<Faked, FakeChannel>
let ids: Record<Faked, number>
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  channels = {
    ebay: fakeChannel({ ...like, id: 'ebay', name: 'eBay' }),
    shopify: fakeChannel(like),
  }
  shop = await openFakeShop(app, channels.ebay, channels.shopify)
  template = await shop.template()
  ids = { ebay: await shop.integrationId('ebay'), shopify: await shop.integrationId('shopify') }
})

const key = () => ({ organizationId: shop.ctx.organizationId, integrationId: ids.shopify })
const at = () => ({ integrationId: ids.shopify })
/** The real connection with something that happens in the midst of a call. */
const during =
  (change: (real: Channel) => Partial<Pick<Channel, 'stock' | 'listings'>>): Connect =>
  (services, whose, work) =>
    withConnection(services, whose, (c) => work({ ...c, channel: { ...c.channel, ...change(c.channel) } }))

async function read() {
  await app.call(readCatalogue, { params: at(), as: shop.as })
  await readJob(app.services, key())
}
async function link(connect?: Connect) {
  await app.call(linkFound, { params: at(), as: shop.as })
  await linkJob(app.services, key(), connect)
}
const state = async () => (await app.call(adoptingState, { params: at(), as: shop.as })).body.data
async function unlink() {
  const linked = await app.call(listFound, { params: at(), query: { tab: 'linked' }, as: shop.as })
  const ids = (linked.body.data?.data ?? []).map(({ id }) => id)
  await app.call(unlinkFound, { params: at(), body: { ids }, as: shop.as })
}
const settle = async () => {
  for (let i = 0; i < 4; i += 1) await shop.send()
}
const shown = async (sku: string) => [
  (await shop.onChannel('ebay', sku))[0]?.quantity,
  (await shop.onChannel('shopify', sku))[0]?.quantity,
]
const count = async (productId: number, available: number) =>
  stock.setAvailable(
    shop.ctx,
    (await stock.levelsOf(shop.ctx, [productId])).map(({ id }) => ({ levelId: id, available })),
    { reason: 'count', source: 'test', sourceKey: app.services.clock.uuid() },
  )

it('a piece that is sold elsewhere while a listing is linked is not left on sale there', async () => {
  const product = await shop.product(template, { quantity: 5 })
  channels.shopify.addItems([{ sku: product.sku, title: `Ocean shirt ${product.sku}`, price: 1200, quantity: 5 }])
  await read()
  await link(
    during((real) => ({
      stock: {
        ...real.stock,
        read: async (c, places, options) => {
          const seen = await real.stock.read(c, places, options)
          await count(product.id, 4)
          return seen
        },
      },
    })),
  )
  await settle()
  expect(await shown(product.sku)).toEqual([undefined, 4])
})

it('where pieces are guaranteed, those of a listing that is linked are counted against the others', async () => {
  const product = await shop.product(template, { quantity: 10 })
  await shop.list('ebay', product.id, { sync: true })
  await app.call(saveOrganizationSharing, { as: shop.as, body: { sharing: { mode: 'guaranteed' } } })
  await settle()
  channels.shopify.addItems([{ sku: product.sku, title: `Ocean shirt ${product.sku}`, price: 1200, quantity: 10 }])
  expect(await shown(product.sku)).toEqual([10, 10])
  await read()
  await link()
  await settle()
  const [ebay = 0, shopify = 0] = await shown(product.sku)
  expect(ebay + shopify).toBeLessThanOrEqual(10)
  expect(ebay).toBeLessThan(10)
  await unlink()
  await settle()
  expect((await shown(product.sku))[0]).toBe(10)
})

it('a listing that is just being listed is not taken for one that stands there already', async () => {
  const product = await shop.product(template, { quantity: 5 })
  await app.call(saveListingProducts, {
    body: {
      listingProducts: [{ channel: 'shopify', productId: product.id, listSettings: { list: true, sync: true } }],
    },
    as: shop.as,
  })
  await app.call(listProduct, { params: { channel: 'shopify' }, body: { productId: product.id, wait: 0 }, as: shop.as })
  await pushBatch(
    shop.ctx,
    ids.shopify,
    during((real) => ({
      listings: {
        ...real.listings,
        publish: async (c, batch) => {
          const outcomes = await real.listings.publish(c, batch)
          await read()
          await link()
          return outcomes
        },
      },
    })),
  )
  expect(await shop.listing('shopify', product.id)).toMatchObject({
    status: 'listed',
    listSettings: { list: true, sync: true },
    result: { status: 'fulfilled' },
  })
  await read()
  expect((await state())?.counts).toMatchObject({ managed: 1, waiting: 0 })
})

it('a listing that is unlinked while its number is being told holds no guaranteed pieces, and the others take them', async () => {
  const product = await shop.product(template, { quantity: 10 })
  channels.shopify.addItems([{ sku: product.sku, title: `Ocean shirt ${product.sku}`, price: 1200, quantity: 10 }])
  await read()
  await link()
  await app.call(saveOrganizationSharing, { as: shop.as, body: { sharing: { mode: 'guaranteed' } } })
  await shop.list('ebay', product.id, { sync: true })
  await settle()
  const [ebay = 0, shopify = 0] = await shown(product.sku)
  expect(ebay).toBeGreaterThan(0)
  expect(ebay + shopify).toBe(10)
  await count(product.id, 8)
  let unlinked = false
  await pushBatch(
    shop.ctx,
    ids.shopify,
    during((real) => ({
      stock: {
        ...real.stock,
        set: async (c, levels) => {
          const outcomes = await real.stock.set(c, levels)
          await unlink()
          unlinked = true
          return outcomes
        },
      },
    })),
  )
  expect(unlinked).toBe(true)
  await settle()
  expect((await shown(product.sku))[0]).toBe(8)
})

describe('a look that fails while listings are linked', () => {
  const failing = (fails: (sku: string) => ChannelError | undefined): Connect =>
    during((real) => ({
      stock: {
        ...real.stock,
        read: async (c, places, options) =>
          (await real.stock.read(c, places, options)).map((outcome, i) => {
            const error = fails(places[i]?.sku ?? '')
            return error ? { ok: false as const, error } : outcome
          }),
      },
    }))
  let skus: [string, string]
  beforeEach(async () => {
    skus = [(await shop.product(template, { quantity: 5 })).sku, (await shop.product(template, { quantity: 5 })).sku]
    channels.shopify.addItems(skus.map((sku) => ({ sku, title: `Ocean shirt ${sku}`, price: 1200, quantity: 5 })))
    await read()
    await app.call(linkFound, { params: at(), as: shop.as })
  })
  /** Whether each is linked, and why not. */
  const linkState = async () => {
    const linked = await app.call(listFound, { params: at(), query: { tab: 'linked' }, as: shop.as })
    const rows = linked.body.data?.data ?? []
    return skus.map((sku) =>
      rows.flatMap(({ parts, listingId, problem }) => (parts[0]?.sku === sku ? [listingId !== null, problem] : [])),
    )
  }

  it('is done once more by itself, and what was seen is linked meanwhile', async () => {
    let failures = 1
    const connect = failing((sku) =>
      sku === skus[0] && failures-- > 0 ? new ChannelError('unavailable', 'Shopify didn’t respond.') : undefined,
    )
    await linkJob(app.services, key(), connect)
    expect(await state()).toMatchObject({ linking: true, counts: { waiting: 1 } })
    expect(await linkState()).toEqual([
      [false, ''],
      [true, ''],
    ])
    await linkJob(app.services, key(), connect)
    expect(await state()).toMatchObject({ linking: false, counts: { waiting: 0 } })
    expect(await linkState()).toEqual([
      [true, ''],
      [true, ''],
    ])
  })

  it.each([
    ['again and again', 'unavailable', 11],
    ['for good', 'not_found', 1],
  ] as const)('is told where it fails %s, and holds up nobody', async (_, kind, times) => {
    const connect = failing((sku) => (sku === skus[0] ? new ChannelError(kind, 'No number.') : undefined))
    for (let n = 0; n < times; n += 1) await linkJob(app.services, key(), connect)
    expect(await linkState()).toEqual([
      [false, 'No number. Scan again.'],
      [true, ''],
    ])
    expect(await state()).toMatchObject({ linking: false })
  })
})
