import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { adoptingState, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { openFakeShop } from '../../testing/shop/shop.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { readJob } from './jobs.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

it('a listing is kept whatever its text holds, and once where a page names it twice', async () => {
  const like = channelOf('shopify')
  const shopify = fakeChannel(like, { mode: 'compare' })
  const ebay = fakeChannel({ ...like, id: 'ebay', name: 'eBay' }, { mode: 'last' })
  const shop = await openFakeShop(app, ebay, shopify)
  const params = { integrationId: await shop.integrationId('shopify') }
  shopify.addItems([{ sku: 'ODD', title: 'Mug\0 \uD83D', price: 1200, quantity: 5 }])
  expect((await app.call(readCatalogue, { params, as: shop.as })).status).toBe(200)
  await readJob(app.services, { organizationId: shop.ctx.organizationId, ...params }, (services, key, use) =>
    withConnection(services, key, ({ channel, ...connected }) => {
      const pull: typeof channel.listings.pull = async (...args) => {
        const page = await channel.listings.pull(...args)
        return { ...page, items: [...page.items, ...page.items] }
      }
      return use({ ...connected, channel: { ...channel, listings: { ...channel.listings, pull } } })
    }),
  )
  const { data: state } = (await app.call(adoptingState, { params, as: shop.as })).body
  expect(state?.read).toMatchObject({ state: 'done', problem: '' })
  const { data: listings } = (await app.call(listFound, { params, query: { tab: 'new', limit: 100 }, as: shop.as }))
    .body
  expect(listings?.data).toMatchObject([{ title: 'Mug \uFFFD', parts: [{ sku: 'ODD' }] }])
})
