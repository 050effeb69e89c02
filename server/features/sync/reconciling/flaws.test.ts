import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import type { Flaws } from '#channels/product.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { tryNow } from '../../../testing/setup/due.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import * as stock from '../../stock/service.ts'
import { reconcileJob } from './reconcile.ts'

/*
 * A channel that takes a listing and fetches its pictures later. Nobody is told of one that it cannot fetch.
 */
let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let product: { id: number; sku: string }
let flaws: Flaws
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  flaws = { sentences: [], mendable: true }
  fake = fakeChannel(channelOf('shopify'))
  fake.channel.listings.flaws = async (_c, batch) => batch.map(() => ({ ok: true, value: flaws }))
  shop = await openFakeShop(app, fake)
  product = await shop.product(await shop.template(), { quantity: 10 })
})

const look = async () => {
  const integrationId = await shop.integrationId('shopify')
  await reconcileJob(app.services, { organizationId: shop.ctx.organizationId, integrationId })
}
const warnings = async () => (await shop.listing('shopify', product.id)).result?.warnings
const revises = () => fake.calls.filter((call) => call === `revise ${product.sku}`).length
const lost = 'A picture could not be fetched.'

it('a picture that is lost after the first publish is told with its listing, which is sent whole once more', async () => {
  await shop.list('shopify', product.id, { sync: true })
  await look()
  expect([await warnings(), revises()]).toEqual([[], 0])
  flaws = { sentences: [lost], mendable: true }
  await look()
  expect(await warnings()).toEqual([lost])
  expect(await shop.listing('shopify', product.id)).toMatchObject({ status: 'listed', pending: 'revise' })
  flaws.sentences = []
  await shop.send()
  expect([await warnings(), revises()]).toEqual([[], 1])
})

it('one that sending again does not mend is told and not sent again', async () => {
  await shop.list('shopify', product.id, { sync: true })
  flaws = { sentences: [lost], mendable: false }
  await look()
  await shop.send()
  expect([await warnings(), revises()]).toEqual([[lost], 0])
})

it('what does not follow its product is left as it is; what is wrong stands with it until it is mended there', async () => {
  await shop.list('shopify', product.id, { syncQuantity: true })
  flaws = { sentences: [lost], mendable: true }
  await look()
  await shop.send()
  const { set } = fake.channel.stock
  fake.channel.stock.set = async () => [{ ok: false, error: new ChannelError('unavailable', 'No answer came.') }]
  const [level] = await stock.levelsOf(shop.ctx, [product.id])
  const count = { reason: 'count', source: 'test', sourceKey: 'counted' } as const
  await stock.setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available: 9 }], count)
  await shop.send()
  expect((await shop.listing('shopify', product.id)).result).toMatchObject({ status: 'queued', warnings: [lost] })
  fake.channel.stock.set = set
  await tryNow(shop.ctx)
  await shop.send()
  expect((await shop.listing('shopify', product.id)).result).toMatchObject({ status: 'fulfilled', warnings: [lost] })
  expect([fake.shown()[0]?.quantity, revises()]).toEqual([9, 0])
  flaws = { sentences: [], mendable: true }
  await look()
  expect(await warnings()).toEqual([])
})
