import { beforeEach, describe, expect, it } from 'vitest'
import { getOrder } from '#contract/orders/orders.ts'
import { makeSeller } from '#seed/make.ts'
import { jobContext } from '../../context.ts'
import { address, ordersDesk } from '../../testing/shop/orders-desk.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { levelsOf } from '../stock/service.ts'
import { eraseBuyers, eraseOldDocuments } from './erase.ts'
import { takeIn } from './intake/intake.ts'
import { updateShipping } from './shipping/shipping.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

const ana = { account: '', name: 'Ana Lima', email: 'ana@example.com', phone: '555 0101' }
let buyers = 0
beforeEach(() => {
  ana.account = `ana_lima_${(buyers += 1)}`
})
const bought = (over: Parameters<typeof channelOrder>[0] = {}) =>
  channelOrder({
    buyer: { ...ana },
    shippingAddress: address,
    billingAddress: address,
    raw: { buyer: 'Ana Lima' },
    ...over,
  })
const documentsOf = async () =>
  ctx()
    .db.selectFrom('orderDocuments')
    .selectAll()
    .where('organizationId', '=', ctx().organizationId)
    .orderBy('orderId')
    .execute()
const auditOf = async () =>
  JSON.stringify(
    await ctx()
      .db.selectFrom('auditEntries')
      .select(['old', 'new'])
      .where('organizationId', '=', ctx().organizationId)
      .where('entity', '=', 'order')
      .execute(),
  )
const erase = (...accounts: string[]) =>
  eraseBuyers(app().services, { organizationId: null, channel: 'ebay', accounts })

describe("a channel's own record of an order", () => {
  it("ORD-347 stands apart from the order's row and is answered with it", async () => {
    const order = bought({ raw: { orderId: '27', lines: [1, 2] } })
    await take(order)
    const { body } = await app().call(getOrder, { query: { orderId: await idOf(order) }, as: as() })
    expect(body.data?.channelOrder).toEqual({ orderId: '27', lines: [1, 2] })
    const [row] = await ctx()
      .db.selectFrom('orders')
      .selectAll()
      .where('organizationId', '=', ctx().organizationId)
      .execute()
    expect(JSON.stringify(row)).not.toContain('lines')
  })

  it('is compared by its hash: the same in another order of its parts is no news, anything else is', async () => {
    const order = bought({ raw: { a: 1, b: { c: 2, d: [3] } } })
    await take(order)
    expect(await take({ ...order, raw: { b: { d: [3], c: 2 }, a: 1 } })).toEqual({ imported: 0, updated: 0 })
    expect(await take({ ...order, raw: { a: 1, b: { c: 2, d: [4] } } })).toEqual({ imported: 0, updated: 1 })
    expect((await documentsOf()).map(({ body }) => body)).toEqual([{ a: 1, b: { c: 2, d: [4] } }])
  })

  it('is forgotten after a year without a change, and the same version is still no news', async () => {
    const order = bought()
    await take(order, bought())
    await ctx()
      .db.updateTable('orderDocuments')
      .set({ keptAt: new Date(Date.now() - 366 * 86_400_000) })
      .where('organizationId', '=', ctx().organizationId)
      .where('orderId', '=', await idOf(order))
      .execute()
    expect(await eraseOldDocuments(app().services)).toBe(1)
    expect((await documentsOf()).map(({ body }) => body)).toEqual([null, { buyer: 'Ana Lima' }])
    expect(await take(order)).toEqual({ imported: 0, updated: 0 })
    expect(await read(order)).toMatchObject({ customer: { name: 'Ana Lima' } })
  })
})

describe('a buyer who asks to be forgotten', () => {
  it('stands nowhere any more: not in orders, their records, nor the audit log; sums and stock stay', async () => {
    const { id, sku } = await product(5)
    const order = bought({ lines: [orderLine({ sku, quantity: 2 })], totalAmount: 2000 })
    await take(order)
    await updateShipping(ctx(), {
      orderId: await idOf(order),
      channel: 'ebay',
      address: { name: 'Ana Lima', addressLine1: '2 Rose St', email: 'ana@example.com' },
    })
    expect(await auditOf()).toContain('Rose St')
    expect(await erase(ana.account, 'another')).toBe(1)
    const row = await app()
      .services.database.system.selectFrom('orders as o')
      .innerJoin('orderDocuments as d', 'd.orderId', 'o.id')
      .selectAll()
      .where('o.organizationId', '=', ctx().organizationId)
      .execute()
    expect(JSON.stringify(row) + (await auditOf())).not.toMatch(/Ana|ana_lima|example\.com|Rose St|555 0101|Portland/)
    expect(await read(order)).toMatchObject({
      totalAmount: 20,
      customer: { name: '', email: '' },
      items: [{ quantity: 2 }],
    })
    expect((await levelsOf(ctx(), [id]))[0]).toMatchObject({ available: 3, reserved: 2 })
    expect(await erase(ana.account)).toBe(0)
  })

  it('does not come back with a later version of the order, which counts all the same', async () => {
    const { id, sku } = await product(5)
    const order = bought({ lines: [orderLine({ sku, quantity: 2 })] })
    await take(order)
    await erase(ana.account)
    await take(laterVersion(order, { state: 'shipped' }))
    expect(await read(order)).toMatchObject({ state: 'shipped', customer: { name: '', shippingAddress: {} } })
    expect((await documentsOf()).map(({ body }) => body)).toEqual([null])
    expect((await levelsOf(ctx(), [id]))[0]).toMatchObject({ onHand: 3, reserved: 0 })
    expect(await take(laterVersion(order, { state: 'shipped' }))).toMatchObject({
      imported: 0,
    })
  })

  it('is found in every organization of the channel, and no other buyer is', async () => {
    const other = await makeSeller(app().services)
    const there = await makeIntegration(other.ctx, 'ebay')
    const far = bought()
    await takeIn(other.ctx, { id: there.id, channel: 'ebay' }, [far])
    const mine = bought()
    const stranger = bought({ buyer: { ...ana, account: 'rui', name: 'Rui' } })
    const nameless = bought({ buyer: { name: 'Nobody', email: '', phone: '' } })
    await take(mine, stranger, nameless)
    expect(await erase(ana.account, '')).toBe(2)
    expect((await read(stranger))?.customer.name).toBe('Rui')
    expect((await read(nameless))?.customer.name).toBe('Nobody')
    const { buyerName } = await jobContext(app().services, other.ctx.organizationId)
      .db.selectFrom('orders')
      .select('buyerName')
      .where('organizationId', '=', other.ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(buyerName).toBe('')
  })

  it('is forgotten in the orders that are named, or in all of an integration, more than one transaction holds', async () => {
    const orders = Array.from({ length: 203 }, () => bought())
    await take(...orders)
    const { organizationId } = ctx()
    const { integrationId } = await ctx()
      .db.selectFrom('orders')
      .select('integrationId')
      .where('organizationId', '=', organizationId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const whose = { organizationId, integrationId: integrationId ?? 0 }
    expect(
      await eraseBuyers(app().services, { ...whose, externalOrderIds: [orders[0]?.externalOrderId ?? '', 'unknown'] }),
    ).toBe(1)
    expect(await eraseBuyers(app().services, whose)).toBe(202)
    expect((await documentsOf()).filter(({ body }) => body)).toEqual([])
  })
})
