import { beforeAll } from 'vitest'
import * as contract from '#contract/listings/listings.ts'
import { updateProduct } from '#contract/products/products.ts'
import type { Sandbox } from '#sandbox/main.ts'
import type { TestApp } from '../setup/app.ts'
import { sandboxedApp } from '../setup/sandboxed.ts'
import { type Shop, type Sold, openShop } from './shop.ts'

/** An app with a simulator for the whole file, and a shop with a template that is connected to its channels. */
export function listingsShop() {
  const on = sandboxedApp()
  let sandbox: Sandbox
  let app: TestApp
  let shop: Shop
  let template: number
  beforeAll(async () => {
    ;({ app, sandbox } = on)
    shop = await openShop(app, sandbox)
    template = await shop.template()
  })
  const change = (product: object) => app.call(updateProduct, { body: { product } as never, as: shop.as })
  const override = (channel: Sold, productId: number, schemaOverrides: Record<string, unknown>) =>
    app.call(contract.saveListingProducts, {
      body: { listingProducts: [{ channel, productId, schemaOverrides }] },
      as: shop.as,
    })

  return { app: () => app, sandbox: () => sandbox, shop: () => shop, template: () => template, change, override }
}
