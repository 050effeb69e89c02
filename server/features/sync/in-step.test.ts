import { beforeAll, beforeEach, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listListings, listProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { createOrder } from '#contract/orders/create.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import type { Sandbox } from '#sandbox/main.ts'
import type { TestApp } from '../../testing/setup/app.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'

const on = sandboxedApp()
let sandbox: Sandbox
let app: TestApp
let shop: Shop
let product: { id: number; sku: string }
beforeAll(async () => {
  ;({ app, sandbox } = on)
})
beforeEach(async () => {
  shop = await openShop(app, sandbox, ['shopify'])
  product = await shop.product(await shop.template(), { quantity: 10 })
})

const outOfStep = async () => (await app.call(getStart, { as: shop.as })).body.data?.outOfStep
const none = { notKept: 0, pending: 0, held: 0, tooMany: 0 }
/** Three pieces are sold by hand, that is elsewhere. */
const sell = () =>
  app.call(createOrder, {
    body: { order: { source: 'Phone', items: [{ sku: product.sku, quantity: 3 }] } },
    as: shop.as,
  })
const shown = async () => (await shop.onChannel('shopify', product.sku))[0]?.quantity
const set = (listSettings: object) =>
  app.call(saveListingProducts, {
    body: { listingProducts: [{ channel: 'shopify', productId: product.id, listSettings }] },
    as: shop.as,
  })
const list = async () => {
  await app.call(listProduct, { params: { channel: 'shopify' }, body: { productId: product.id, wait: 0 }, as: shop.as })
  await shop.send()
}
const listingsBehind = async (behind: 'notKept' | 'pending' | 'held') =>
  (await app.call(listListings, { query: { behind }, as: shop.as })).body.data?.data.map((row) => row.sku)

it('what is listed keeps its quantity in step by itself: after a sale elsewhere its channel shows what is left', async () => {
  await list()
  expect((await shop.listing('shopify', product.id)).listSettings).toEqual({
    list: true,
    sync: false,
    syncQuantity: true,
  })
  expect([await shown(), await outOfStep()]).toEqual([10, none])
  await sell()
  expect([await outOfStep(), await listingsBehind('pending')]).toEqual([{ ...none, pending: 1 }, [product.sku]])
  await shop.send()
  expect([await shown(), await outOfStep()]).toEqual([7, none])
})

it('one that somebody took out of step is counted and found as soon as its channel shows another number, until it is kept again', async () => {
  await set({ list: true, sync: false, syncQuantity: false })
  await list()
  expect(await outOfStep()).toEqual(none)
  await sell()
  await shop.send()
  expect(await shown()).toBe(10)
  expect([await outOfStep(), await listingsBehind('notKept')]).toEqual([{ ...none, notKept: 1 }, [product.sku]])
  expect((await app.call(listIntegrations, { as: shop.as })).body.data?.shopify?.counts.notKept).toBe(1)
  await set({ syncQuantity: true })
  await shop.send()
  expect([await shown(), await outOfStep(), await listingsBehind('notKept')]).toEqual([7, none, []])
})

it('what is owed to a channel that has to be connected again is held up, not on its way', async () => {
  await list()
  await shop.ctx.db
    .updateTable('integrations')
    .set({ status: 'expired' })
    .where('organizationId', '=', shop.ctx.organizationId)
    .execute()
  await sell()
  expect([await outOfStep(), await listingsBehind('held')]).toEqual([{ ...none, held: 1 }, [product.sku]])
})
