import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { openShop } from '../../../testing/shop/shop.ts'

let app: TestApp
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
})

it.each(['ebay', 'shopify'] as const)(
  'a SKU that is sold on %s already is neither doubled nor taken over; what was listed with it is listed',
  async (channel) => {
    const shop = await openShop(app, sandbox, [channel])
    const template = await shop.template()
    const products = [await shop.product(template), await shop.product(template), await shop.product(template)]
    const [, existing] = products
    if (!existing) throw new Error('There are three')
    await shop.remotes[channel].addItems([{ sku: existing.sku, title: 'Sold by hand', price: 44.5, quantity: 3 }])
    for (const { id } of products) await shop.list(channel, id)
    const seen = await Promise.all(products.map(({ sku }) => shop.onChannel(channel, sku)))
    expect(seen.map((rows) => rows.length)).toEqual([1, 1, 1])
    expect(seen[1]?.[0]).toMatchObject({ title: 'Sold by hand', price: 44.5, quantity: 3 })
    const listing = await shop.listing(channel, existing.id)
    expect(listing).toMatchObject({ status: 'error', externalId: '', pending: null })
    expect(listing.result).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('Link it, or use a different SKU.'),
      there: { externalId: seen[1]?.[0]?.externalId },
    })
    expect((await shop.listing(channel, products[2]?.id ?? 0)).status).toBe('listed')
  },
)
