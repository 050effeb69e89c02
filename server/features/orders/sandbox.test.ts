import { beforeAll, describe, expect, it } from 'vitest'
import { pressConsent, type Remote, remote } from '#channels/testing/conformance/stage.ts'
import { createIntegration, exchangeCode, oauthUrl } from '#contract/integrations/integrations.ts'
import { getOrder, importOrders, searchOrders, updateShipping } from '#contract/orders/orders.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import type { TestApp } from '../../testing/setup/app.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
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

/** A seller of one channel, whose orders are looked at in pieces. */
function inPieces(channel: 'ebay' | 'etsy' | 'shopify') {
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
  const look = () => app.call(importOrders, { params: { channel }, as })
  async function product() {
    const { id, sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 10 })
    await shop.addItems([{ sku, title: 'A shirt', price: 19.99, quantity: 10 }])
    return { id, sku }
  }

  /** A product with 10 pieces of which 3 are bought; what became of them is looked at after each step, and once more. */
  async function bought(order: object = {}) {
    const { id, sku } = await product()
    const { externalOrderId } = await shop.purchase({ sku, quantity: 3, ...order })
    const levelOf = async (productId: number) => {
      await look()
      await look()
      const level = (await levelsOf(ctx, [productId]))[0]
      return [level?.onHand, level?.reserved, level?.available]
    }
    const read = async () => {
      const [row] = (await app.call(searchOrders, { query: { skus: [sku] }, as })).body.data ?? []
      return (await app.call(getOrder, { query: { orderId: row?.id ?? 0 }, as })).body.data?.order
    }
    const send = async () =>
      app.call(updateShipping, { body: { orderId: (await read())?.id ?? 0, channel, action: 'ship' }, as })
    return { externalOrderId, level: () => levelOf(id), read, send, of: (quantity: number) => [{ sku, quantity }] }
  }
  /** Two SKUs in one order, 3 and 2 pieces of them. */
  async function cart() {
    const [a, b] = [await product(), await product()]
    const lines = [
      { sku: a.sku, quantity: 3 },
      { sku: b.sku, quantity: 2 },
    ]
    const { externalOrderId } = await shop.purchase({ lines })
    const levels = async () => {
      await look()
      const current = await levelsOf(ctx, [a.id, b.id])
      return [a, b].map(({ id }) => {
        const level = current.find(({ productId }) => productId === id)
        return [level?.onHand, level?.reserved, level?.available]
      })
    }
    return { externalOrderId, levels, first: lines.slice(0, 1), second: lines.slice(1) }
  }
  return { shop: () => shop, bought, cart }
}

describe('an order of eBay in pieces', () => {
  const { shop, bought, cart } = inPieces('ebay')

  it('a partial shipment leaves on hand and reserved, and the rest follows', async () => {
    const { externalOrderId, level, read, of } = await bought()
    await shop().ship(externalOrderId, of(2))
    expect(await level()).toEqual([8, 1, 7])
    expect(await read()).toMatchObject({ state: 'open', shipping: 'partly', shippingStatus: 'IN_PROGRESS' })
    await shop().ship(externalOrderId)
    expect(await level()).toEqual([7, 0, 7])
    expect(await read()).toMatchObject({ state: 'shipped', shipping: 'shipped' })
  })

  it('ORD-115 partly sent there, the rest is told when it is marked shipped here', async () => {
    const { externalOrderId, level, read, send, of } = await bought()
    await shop().ship(externalOrderId, of(2))
    expect(await level()).toEqual([8, 1, 7])
    expect((await send()).status).toBe(200)
    expect(await level()).toEqual([7, 0, 7])
    expect(await read()).toMatchObject({ shippingStatus: 'FULFILLED' })
    await expect(shop().ship(externalOrderId)).rejects.toThrow(/can be shipped/)
  })

  it('with a line that was paid back before it was sent: its pieces are free, the other line is sent', async () => {
    const { externalOrderId, levels, first, second } = await cart()
    expect(await levels()).toEqual([
      [10, 3, 7],
      [10, 2, 8],
    ])
    await shop().refund(externalOrderId, false, first)
    expect(await levels()).toEqual([
      [10, 0, 10],
      [10, 2, 8],
    ])
    await shop().ship(externalOrderId, second)
    expect(await levels()).toEqual([
      [10, 0, 10],
      [8, 0, 8],
    ])
  })

  it('paid back in part holds its pieces: eBay tells an amount, not which of them', async () => {
    const { externalOrderId, level, read, of } = await bought()
    await shop().refund(externalOrderId, false, of(1))
    expect(await level()).toEqual([10, 3, 7])
    expect(await read()).toMatchObject({ payment: 'partly_refunded', paymentStatus: 'PARTIALLY_REFUNDED' })
  })

  it('paid back whole before it was sent is over; after it was sent, nothing comes back', async () => {
    const before = await bought()
    await shop().refund(before.externalOrderId, false)
    expect(await before.level()).toEqual([10, 0, 10])
    const after = await bought()
    await shop().ship(after.externalOrderId)
    await shop().refund(after.externalOrderId, false)
    expect(await after.level()).toEqual([7, 0, 7])
    expect(await after.read()).toMatchObject({ state: 'shipped', payment: 'refunded' })
  })

  it('that a buyer wants to cancel holds its pieces until it is', async () => {
    const { externalOrderId, level, read } = await bought()
    await shop().cancel(externalOrderId, { requested: true })
    expect(await level()).toEqual([10, 3, 7])
    expect(await read()).toMatchObject({ state: 'open', orderStatus: 'CANCEL_IN_PROGRESS' })
    await shop().cancel(externalOrderId)
    expect(await level()).toEqual([10, 0, 10])
  })

  it('that its seller cancels because it is missing is not for sale again', async () => {
    const { externalOrderId, level } = await bought()
    expect(await level()).toEqual([10, 3, 7])
    await shop().cancel(externalOrderId, { reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL' })
    expect(await level()).toEqual([7, 0, 7])
  })

  it('unpaid holds its pieces, as eBay took them off sale, and is not ready to ship', async () => {
    const { level, read } = await bought({ payment: 'pending' })
    expect(await level()).toEqual([10, 3, 7])
    expect(await read()).toMatchObject({ state: 'open', payment: 'open' })
  })

  it('whose payment failed reserves nothing: its units are for sale again', async () => {
    const { level, read } = await bought({ payment: 'failed' })
    expect(await level()).toEqual([10, 0, 10])
    expect(await read()).toMatchObject({ state: 'cancelled', payment: 'failed', paymentStatus: 'FAILED' })
  })
})

describe('an order of Etsy', () => {
  const { bought } = inPieces('etsy')

  it('unpaid reserves its units; one whose payment failed is cancelled there, and reserves nothing', async () => {
    expect(await (await bought({ payment: 'pending' })).level()).toEqual([10, 3, 7])
    const { level, read } = await bought({ payment: 'failed' })
    expect(await level()).toEqual([10, 0, 10])
    expect(await read()).toMatchObject({ state: 'cancelled', payment: 'void' })
  })
})

describe('an order of Shopify in pieces', () => {
  const { shop, bought } = inPieces('shopify')

  it('3 bought, 2 sent, the rest cancelled: one comes back', async () => {
    const { externalOrderId, level, of } = await bought()
    expect(await level()).toEqual([10, 3, 7])
    await shop().ship(externalOrderId, of(2))
    expect(await level()).toEqual([8, 1, 7])
    await shop().cancel(externalOrderId)
    expect(await level()).toEqual([8, 0, 8])
  })

  it('cancelled without restock: nothing comes back, and the pieces are gone', async () => {
    const { externalOrderId, level } = await bought()
    expect(await level()).toEqual([10, 3, 7])
    await shop().cancel(externalOrderId, { restock: false })
    expect(await level()).toEqual([7, 0, 7])
  })

  it('refunded before sending, one piece restocked and two not', async () => {
    const { externalOrderId, level, of } = await bought()
    await shop().refund(externalOrderId, true, of(1))
    expect(await level()).toEqual([10, 2, 8])
    await shop().refund(externalOrderId, false, of(2))
    expect(await level()).toEqual([8, 0, 8])
  })

  it('one refunded without restock before shipping leaves reserved and on hand, and the rest is shipped', async () => {
    const { externalOrderId, level, read, of } = await bought()
    await shop().refund(externalOrderId, false, of(1))
    expect(await level()).toEqual([9, 2, 7])
    await shop().ship(externalOrderId, of(1))
    expect(await level()).toEqual([8, 1, 7])
    expect(await read()).toMatchObject({ state: 'open', items: [{ quantity: 3, sent: 1, lost: 1 }] })
    await shop().ship(externalOrderId)
    expect(await level()).toEqual([7, 0, 7])
    expect(await read()).toMatchObject({ state: 'shipped', items: [{ quantity: 3, sent: 2, lost: 1 }] })
  })

  it('refunded after shipping, what Shopify restocks is on hand again, once, and what it does not is gone', async () => {
    const { externalOrderId, level, read, of } = await bought()
    await shop().ship(externalOrderId, of(2))
    await shop().refund(externalOrderId, true, of(1))
    // Shopify takes a unit that was not shipped first.
    expect(await level()).toEqual([8, 0, 8])
    await shop().refund(externalOrderId, true, of(1))
    expect(await level()).toEqual([9, 0, 9])
    await shop().refund(externalOrderId, false, of(1))
    expect(await level()).toEqual([9, 0, 9])
    expect(await read()).toMatchObject({ state: 'shipped', items: [{ sent: 2, returned: 1 }] })
  })

  it('partly sent and one edited out: that one is free, and what is left is sent as usual', async () => {
    const { externalOrderId, level, of } = await bought()
    await shop().ship(externalOrderId, of(1))
    await shop().cancel(externalOrderId, { lines: of(1) })
    expect(await level()).toEqual([9, 1, 8])
    await shop().ship(externalOrderId)
    expect(await level()).toEqual([8, 0, 8])
  })

  it('unpaid holds its pieces, void does not, and a test is no order', async () => {
    expect(await (await bought({ payment: 'pending' })).level()).toEqual([10, 3, 7])
    expect(await (await bought({ payment: 'failed' })).level()).toEqual([10, 0, 10])
    expect(await (await bought({ test: true })).level()).toEqual([10, 0, 10])
  })
})
