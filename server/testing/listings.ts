import { afterAll, beforeAll } from 'vitest'
import * as contract from '#contract/listings.ts'
import { updateProduct } from '#contract/products.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from './app.ts'
import { type Shop, type Sold, openShop } from './shop.ts'

/** An app with a simulator for the whole file, and a shop with a template that is connected to its channels. */
export function listingsShop() {
  let sandbox: Sandbox
  let app: TestApp
  let shop: Shop
  let template: number
  beforeAll(async () => {
    sandbox = await openSandbox()
    app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
    shop = await openShop(app, sandbox)
    template = await shop.template()
  })
  afterAll(async () => {
    await app.stop()
    await sandbox.stop()
  })
  const change = (product: object) => app.call(updateProduct, { body: { product } as never, as: shop.as })
  const override = (channel: Sold, productId: number, schemaOverrides: Record<string, unknown>) =>
    app.call(contract.saveListingProducts, {
      body: { listingProducts: [{ channel, productId, schemaOverrides }] },
      as: shop.as,
    })

  return { app: () => app, shop: () => shop, template: () => template, change, override }
}
