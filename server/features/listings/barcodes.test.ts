import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadyVariant } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { openFakeShop } from '../../testing/shop/shop.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

it('a channel is told the barcode of a product, and of each of its variations its own', async () => {
  const fake = fakeChannel(channelOf('shopify'))
  const sent: ReadyVariant[] = []
  const { publish } = fake.channel.listings
  fake.channel.listings.publish = (c, batch) => {
    sent.push(...batch.flatMap(({ variants }) => variants))
    return publish(c, batch)
  }
  const shop = await openFakeShop(app, fake)
  const alone = await shop.product(await shop.template(), { sku: 'MUG', barcode: '4006381333931' })
  const attributes = (value: string) => [{ name: 'Size', value }]
  const family = await shop.product(await shop.template({ variations: ['Size'] }), {
    sku: 'TEE',
    variations: [
      { name: 'S', sku: 'TEE-S', quantity: 1, barcode: '96385074', attributes: attributes('S') },
      { name: 'M', sku: 'TEE-M', quantity: 1, barcode: 'n/a', attributes: attributes('M') },
      { name: 'L', sku: 'TEE-L', quantity: 1, attributes: attributes('L') },
    ],
  })
  for (const { id } of [alone, family]) await shop.list('shopify', id)
  expect(sent.map(({ sku, barcode = '' }) => [sku, barcode])).toEqual([
    ['MUG', '4006381333931'],
    ['TEE-S', '96385074'],
    ['TEE-M', 'Does not apply'],
    ['TEE-L', ''],
  ])
})
