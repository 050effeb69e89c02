import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressConsent, type Remote, remote } from '#channels/testing/conformance-stage.ts'
import { createIntegration, exchangeCode, oauthUrl } from '#contract/integrations.ts'
import { getOrder, importOrders, searchOrders, updateShipping } from '#contract/orders.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { levelsOf } from '../stock/service.ts'
import { pullOrdersJob } from './jobs.ts'

let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await openSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
})

describe.each(['ebay', 'shopify'] as const)('orders of %s, over its own HTTP API', (channel) => {
  let ctx: Ctx
  let as: string
  let shop: Remote
  beforeAll(async () => {
    ;({ ctx, as } = await makeSeller(app.services))
    shop = remote(sandbox.url, channel)
    await app.call(createIntegration, { body: { name: channel }, as })
    const { body } = await app.call(oauthUrl, { params: { channel }, query: {}, as })
    await app.call(exchangeCode, { params: { channel }, body: await pressConsent(body.data ?? ''), as })
  })

  /** A product with 10 pieces that stands on the channel, too. */
  async function product() {
    const { id, sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 10 })
    await shop.addItems([{ sku, title: 'A shirt', price: 19.99, quantity: 10 }])
    return { id, sku, level: async () => (await levelsOf(ctx, [id]))[0] }
  }
  const look = async () => (await app.call(importOrders, { params: { channel }, as })).body
  const find = async (sku: string) => {
    const [row] = (await app.call(searchOrders, { query: { skus: [sku] }, as })).body.data ?? []
    return (await app.call(getOrder, { query: { orderId: row?.id ?? 0 }, as })).body.data?.order
  }

  it('ORD-362 a sale lowers what is available, once, and its money is right', async () => {
    const { sku, level } = await product()
    const { externalOrderId } = await shop.buy(sku, 3)
    expect(await look()).toMatchObject({ data: { imported: 1 }, message: 'Imported Orders' })
    expect(await look()).toMatchObject({ data: { imported: 0, updated: 0 } })
    expect(await level()).toMatchObject({ onHand: 10, reserved: 3, available: 7, sold: 3 })
    const order = await find(sku)
    expect(order).toMatchObject({
      channel,
      externalOrderId,
      state: 'open',
      totalPrice: 59.97,
      totalQuantity: 3,
      oversold: false,
      items: [{ sku, price: 19.99, quantity: 3, shortfall: 0 }],
    })
    expect(order?.customer.name).not.toBe('')
    expect(order?.adminUrl).toContain('http')
  })

  it('a cancelled sale gives its pieces back', async () => {
    const { sku, level } = await product()
    const { externalOrderId } = await shop.buy(sku, 2)
    await look()
    await shop.cancel(externalOrderId)
    expect(await look()).toMatchObject({ data: { updated: 1 } })
    expect(await level()).toMatchObject({ onHand: 10, reserved: 0, available: 10, sold: 0 })
    expect(await find(sku)).toMatchObject({ state: 'cancelled', items: [{ sku, quantity: 2 }] })
  })

  it('ORD-115 ORD-349 shipping tells the channel, whose next word agrees', async () => {
    const { sku, level } = await product()
    await shop.buy(sku, 1)
    await look()
    const order = await find(sku)
    const body = {
      orderId: order?.id ?? 0,
      channel,
      action: 'ship',
      service: 'USPS Priority',
      trackingNumber: '9400100000000000000000',
    } as const
    expect(await app.call(updateShipping, { body, as })).toMatchObject({
      status: 200,
      body: { data: { state: 'shipped' } },
    })
    expect((await app.call(updateShipping, { body, as })).status).toBe(200)
    expect(await look()).toMatchObject({ data: { imported: 0, updated: 1 } })
    expect(await find(sku)).toMatchObject({
      state: 'shipped',
      shippingStatus: expect.stringMatching(/^fulfilled$/i),
      shippingDetails: { trackingNumber: '9400100000000000000000' },
    })
    expect(await level()).toMatchObject({ onHand: 9, reserved: 0, available: 9, sold: 1 })
  })

  it('a token that ends and answers that fail lose no sale', async () => {
    const { sku, level } = await product()
    await shop.buy(sku, 1)
    await shop.fault('expire_token')
    await look()
    await shop.buy(sku, 1)
    await shop.fault('error500')
    const integration = await ctx.db
      .selectFrom('integrations')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
    const job = { organizationId: ctx.organizationId, integrationId: integration.id }
    await pullOrdersJob(app.services, job)
    await shop.noFaults()
    await pullOrdersJob(app.services, job)
    expect(await level()).toMatchObject({ reserved: 2, available: 8 })
  })

  it('whatever is sold after the look begins is found by the next one', async () => {
    const { sku, level } = await product()
    const sales = Array.from({ length: 6 }, () => shop.buy(sku, 1))
    await Promise.all([look(), ...sales, look()])
    await look()
    expect(await level()).toMatchObject({ reserved: 6, available: 4, sold: 6 })
  })
})
