import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { createProduct, deleteProduct, updateProduct } from '#contract/products/products.ts'
import { type WebhookEvent, webhookEventNames } from '#contract/webhooks/events.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { makeBelongings } from '#server/testing/shop/belongings.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import * as webhooks from './service.ts'

let app: TestApp
let ctx: Ctx
let as: string
let templateId: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  const seller = await makeSeller(app.services)
  ctx = seller.ctx
  as = seller.as
  templateId = (await makeTemplate(ctx)).id
})

const listen = (types: WebhookEvent[] = [...webhookEventNames], of = ctx) =>
  webhooks.create(of, { url: 'https://example.com/hook', description: '', types })
const rows = async (of = ctx) => {
  const all = await of.db.selectFrom('webhookDeliveries').select(['type', 'record', 'data']).orderBy('id').execute()
  return all as { type: string; record: string; data: Record<string, unknown> }[]
}
const types = async () => (await rows()).map(({ type }) => type)
const create = async (quantity: number) => {
  const product = { templateId, sku: 'MUG-1', title: 'Mug', price: 12.5, quantity }
  const { body } = await app.call(createProduct, { body: { product }, as })
  return body.data?.id ?? 0
}

describe('events for webhooks', () => {
  it('a product is told when it is created, changed and deleted, with its stock, in this order', async () => {
    await listen()
    const id = await create(3)
    await app.call(updateProduct, { body: { product: { id, title: 'Blue mug' } }, as })
    await app.call(updateProduct, { body: { product: { id, quantity: 5 } }, as })
    await app.call(deleteProduct, { params: { id }, as })
    expect(await rows()).toMatchObject([
      {
        type: 'product.created',
        record: `product:${id}`,
        data: { id, sku: 'MUG-1', title: 'Mug', price: 12.5, currency: 'USD', quantity: 3 },
      },
      {
        type: 'stock.changed',
        record: `product:${id}`,
        data: { productId: id, sku: 'MUG-1', onHand: 3, available: 3, reason: 'created' },
      },
      { type: 'product.changed', data: { id, title: 'Blue mug', version: 2 } },
      { type: 'stock.changed', data: { onHand: 5, reserved: 0, available: 5, change: { onHand: 2, reserved: 0 } } },
      { type: 'product.changed', data: { id, quantity: 5 } },
      { type: 'product.deleted', record: `product:${id}`, data: { id, sku: 'MUG-1', title: 'Blue mug' } },
    ])
  })

  it('an order is told when it comes in, with its lines and without its buyer, and the stock that it reserves and ships', async () => {
    await listen()
    const id = await create(3)
    const order = {
      source: 'Phone',
      customer: { name: 'Ada Buyer', email: 'ada@example.com' },
      items: [{ sku: 'MUG-1', quantity: 2, price: 5 }],
    }
    const orderId = (await app.call(createOrder, { body: { order }, as })).body.data?.id ?? 0
    const received = (await rows()).find(({ type }) => type === 'order.received')
    expect(received).toMatchObject({
      record: `order:${orderId}`,
      data: {
        id: orderId,
        state: 'open',
        totalAmount: 10,
        items: [{ sku: 'MUG-1', quantity: 2, price: 5, productId: id }],
      },
    })
    expect(JSON.stringify(await rows())).not.toMatch(/Ada|ada@/)
    expect((await rows()).findLast(({ type }) => type === 'stock.changed')?.data).toMatchObject({
      onHand: 3,
      reserved: 2,
      available: 1,
      reason: 'order',
      orderId,
    })
    await app.call(updateShipping, {
      body: { orderId, channel: 'manual', action: 'ship', service: 'UPS', trackingNumber: '1Z999' },
      as,
    })
    expect((await types()).filter((type) => type.startsWith('order.'))).toEqual(['order.received', 'order.shipped'])
    expect((await rows()).findLast(({ type }) => type === 'stock.changed')?.data).toMatchObject({
      onHand: 1,
      reserved: 0,
      available: 1,
      reason: 'ship',
    })
  })

  it('refunds and cancellations of orders, listings and imports are told as what they are', async () => {
    const ids = await makeBelongings(ctx)
    await ctx.db.deleteFrom('webhookEndpoints').execute()
    await listen()
    const set = (table: 'orders' | 'listingProducts' | 'imports', id: number, values: object) =>
      ctx.db
        .updateTable(table)
        .set(values as never)
        .where('id', '=', id)
        .execute()
    await set('orders', ids.order, { payment: 'partly_refunded', refundedAmount: 500 })
    await set('orders', ids.order, { state: 'cancelled' })
    await set('orders', ids.order, { tags: ['late'] })
    await set('orders', ids.order, { notes: 'nothing that is told' })
    await set('listingProducts', ids.listing, { externalId: 'E-1', status: 'listed' })
    await set('listingProducts', ids.listing, { url: 'https://example.com/E-1' })
    await set('listingProducts', ids.listing, {
      result: JSON.stringify({ status: 'rejected', reason: 'Add a brand.', code: '1' }),
    })
    await set('listingProducts', ids.listing, { status: 'unlisted' })
    await set('imports', ids.import, { state: 'planning' })
    await set('imports', ids.import, { state: 'failed', error: 'Unreadable.' })
    expect(await rows()).toMatchObject([
      { type: 'order.refunded', record: `order:${ids.order}`, data: { refundedAmount: 5 } },
      { type: 'order.cancelled', data: { state: 'cancelled' } },
      { type: 'order.changed' },
      {
        type: 'listing.published',
        record: `product:${ids.product}`,
        data: { id: ids.listing, channel: 'ebay', externalId: 'E-1', sku: 'OURS-1', problem: '' },
      },
      { type: 'listing.failed', data: { problem: 'Add a brand.' } },
      { type: 'listing.ended', data: { status: 'unlisted' } },
      { type: 'import.finished', record: `import:${ids.import}`, data: { state: 'failed', error: 'Unreadable.' } },
    ])
  })

  it('nothing is written without an endpoint, for types that nobody chose, or in a transaction that fails', async () => {
    const { id } = await makeProduct(ctx, templateId)
    const change = () =>
      ctx.db.updateTable('products').set({ version: sql`version + 1` }).where('id', '=', id).execute()
    const neighbour = (await makeSeller(app.services)).ctx
    await listen([...webhookEventNames], neighbour)
    await change()
    const chosen = await listen(['order.received'])
    await change()
    await webhooks.edit(ctx, chosen.webhook.id, { types: ['product.changed'] })
    await ctx.db
      .transaction()
      .execute(async (db) => {
        await db.updateTable('products').set({ version: 9 }).where('id', '=', id).execute()
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect([await rows(), await rows(neighbour)]).toEqual([[], []])
    await change()
    expect([await types(), await rows(neighbour)]).toEqual([['product.changed'], []])
    const notes = await sql`select from webhook_notes`.execute(app.services.database.system)
    expect(notes.rows).toEqual([])
  })

  it('a paused endpoint collects events, and several changes in one transaction are one event', async () => {
    const { id } = await makeProduct(ctx, templateId)
    const { webhook } = await listen()
    await webhooks.edit(ctx, webhook.id, { state: 'paused' })
    await ctx.db.transaction().execute(async (db) => {
      for (const version of [5, 6]) await db.updateTable('products').set({ version }).where('id', '=', id).execute()
    })
    expect(await rows()).toMatchObject([{ type: 'product.changed', data: { id, version: 6 } }])
  })

  it('a deleted organization tells nobody', async () => {
    await makeProduct(ctx, templateId)
    await listen()
    await app.services.database.system.deleteFrom('organizations').where('id', '=', ctx.organizationId).execute()
    const { rows: left } = await sql`select from webhook_deliveries where organization_id = ${ctx.organizationId}
      union all select from webhook_notes`.execute(app.services.database.system)
    expect(left).toEqual([])
  })
})
