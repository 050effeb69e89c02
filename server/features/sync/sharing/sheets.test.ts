import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { getProductSharing, saveOrganizationSharing } from '#contract/sync/sharing.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'

/*
 * Nobody buys in a spreadsheet: a unit that is set aside for it can never be sold. The sheet of this test is a channel in memory under Square's id
 * that has no orders either.
 */
const like = channelOf('shopify')
const shopify = fakeChannel(like, { mode: 'compare' })
const sheet = fakeChannel({ ...like, id: 'square', name: 'A sheet' }, { mode: 'compare' })
const channels = ['shopify', 'square'] as const

let app: TestApp
let shop: AnyShop
let template: number
beforeAll(async () => {
  delete sheet.channel.orders
  app = await testApp()
  shop = await openFakeShop(app, shopify, sheet)
  template = await shop.template()
})
afterAll(() => app.stop())

const settle = async () => {
  for (let i = 0; i < 4; i += 1) await shop.send()
}
const share = (sharing: { mode: 'guaranteed' } | { mode: 'threshold'; last: number }) =>
  app.call(saveOrganizationSharing, { as: shop.as, body: { sharing } })
const shown = async (sku: string) =>
  Promise.all(channels.map(async (channel) => (await shop.onChannel(channel, sku))[0]?.quantity))
async function listed(quantity: number) {
  const product = await shop.product(template, { quantity })
  for (const channel of channels) await shop.list(channel, product.id, { sync: true })
  await settle()
  return product
}

it.each([
  ['guaranteed', { mode: 'guaranteed' as const }],
  ['divided below a threshold', { mode: 'threshold' as const, last: 20 }],
])('a sheet shows what is available, and takes no share of units that are %s', async (_, sharing) => {
  await share(sharing)
  const { id, sku } = await listed(7)
  expect(await shown(sku)).toEqual([7, 7])
  const { body } = await app.call(getProductSharing, { as: shop.as, params: { id } })
  expect(body.data?.parts).toMatchObject([{ channel: 'shopify', share: 7, shown: 7 }])
})

it('a sheet follows a sale elsewhere while units are guaranteed', async () => {
  await share({ mode: 'guaranteed' })
  const { sku } = await listed(7)
  shopify.buy(sku, 4)
  shopify.tellOrders()
  await pullOrdersJob(app.services, {
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId('shopify'),
  })
  await settle()
  expect(await shown(sku)).toEqual([3, 3])
})
