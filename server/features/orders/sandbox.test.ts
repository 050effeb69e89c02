import { beforeAll, describe, expect, it } from 'vitest'
import { pressConsent, type Remote, remote } from '#channels/testing/conformance-stage.ts'
import { createIntegration, exchangeCode, oauthUrl } from '#contract/integrations.ts'
import { getOrder, importOrders, searchOrders, updateShipping } from '#contract/orders.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import type { TestApp } from '../../testing/app.ts'
import { sandboxedApp } from '../../testing/sandboxed.ts'
import { levelsOf } from '../stock/service.ts'
import { pullOrdersJob } from './jobs.ts'

const on = sandboxedApp()
let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  ;({ app, sandbox } = on)
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

it('what a seller of eBay cancels because it is missing is not for sale again', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const shop = remote(sandbox.url, 'ebay')
  await app.call(createIntegration, { body: { name: 'ebay' }, as })
  const { body } = await app.call(oauthUrl, { params: { channel: 'ebay' }, query: {}, as })
  await app.call(exchangeCode, { params: { channel: 'ebay' }, body: await pressConsent(body.data ?? ''), as })
  const { id, sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 10 })
  await shop.addItems([{ sku, title: 'A shirt', price: 19.99, quantity: 10 }])
  const { externalOrderId } = await shop.buy(sku, 3)
  const look = () => app.call(importOrders, { params: { channel: 'ebay' }, as })
  await look()
  await shop.cancel(externalOrderId, { reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' })
  for (let times = 0; times < 2; times += 1) {
    await look()
    expect((await levelsOf(ctx, [id]))[0]).toMatchObject({ onHand: 7, reserved: 0, available: 7 })
  }
})

describe('an order of Shopify in pieces', () => {
  let ctx: Ctx
  let as: string
  let shop: Remote
  beforeAll(async () => {
    ;({ ctx, as } = await makeSeller(app.services))
    shop = remote(sandbox.url, 'shopify')
    await app.call(createIntegration, { body: { name: 'shopify' }, as })
    const { body } = await app.call(oauthUrl, { params: { channel: 'shopify' }, query: {}, as })
    await app.call(exchangeCode, { params: { channel: 'shopify' }, body: await pressConsent(body.data ?? ''), as })
  })
  const look = () => app.call(importOrders, { params: { channel: 'shopify' }, as })

  /** A product with 10 pieces of which 3 are bought; what became of them is looked at after each step, and once more. */
  async function bought(order: object = {}) {
    const { id, sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 10 })
    await shop.addItems([{ sku, title: 'A shirt', price: 19.99, quantity: 10 }])
    const { externalOrderId } = await shop.purchase({ sku, quantity: 3, ...order })
    const level = async () => {
      await look()
      await look()
      const found = (await levelsOf(ctx, [id]))[0]
      return [found?.onHand, found?.reserved, found?.available]
    }
    return { externalOrderId, level, of: (quantity: number) => [{ sku, quantity }] }
  }

  it('3 bought, 2 sent, the rest cancelled: one comes back', async () => {
    const { externalOrderId, level, of } = await bought()
    expect(await level()).toEqual([10, 3, 7])
    await shop.ship(externalOrderId, of(2))
    expect(await level()).toEqual([10, 3, 7])
    await shop.cancel(externalOrderId)
    expect(await level()).toEqual([8, 0, 8])
  })

  it('cancelled without restock: nothing comes back, and the pieces are gone', async () => {
    const { externalOrderId, level } = await bought()
    expect(await level()).toEqual([10, 3, 7])
    await shop.cancel(externalOrderId, { restock: false })
    expect(await level()).toEqual([7, 0, 7])
  })

  it('refunded before sending, one piece restocked and two not', async () => {
    const { externalOrderId, level, of } = await bought()
    await shop.refund(externalOrderId, true, of(1))
    expect(await level()).toEqual([10, 2, 8])
    await shop.refund(externalOrderId, false, of(2))
    expect(await level()).toEqual([8, 0, 8])
  })

  it('partly sent and one edited out: that one is free, and what is left is sent as usual', async () => {
    const { externalOrderId, level, of } = await bought()
    await shop.ship(externalOrderId, of(1))
    await shop.cancel(externalOrderId, { lines: of(1) })
    expect(await level()).toEqual([10, 2, 8])
    await shop.ship(externalOrderId)
    expect(await level()).toEqual([8, 0, 8])
  })

  it('unpaid holds its pieces, void does not, and a test is no order', async () => {
    expect(await (await bought({ payment: 'pending' })).level()).toEqual([10, 3, 7])
    expect(await (await bought({ payment: 'failed' })).level()).toEqual([10, 0, 10])
    expect(await (await bought({ test: true })).level()).toEqual([10, 0, 10])
  })
})
