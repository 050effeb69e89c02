import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { levelsOf } from '../../stock/service.ts'
import { takeIn } from './intake.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

async function shop() {
  const { ctx } = await makeSeller(app.services)
  const template = await makeTemplate(ctx)
  const { id: productId, sku } = await makeProduct(ctx, template.id, { sku: 'MUG', quantity: 30 })
  const source = await makeIntegration(ctx)
  const orders = () =>
    ctx.db
      .selectFrom('orders')
      .select(['externalOrderId', 'totalQuantity', 'skus', 'oversold', 'hasUnknown', 'state'])
      .where('organizationId', '=', ctx.organizationId)
      .orderBy('externalOrderId')
      .execute()
  const level = async () => (await levelsOf(ctx, [productId]))[0]
  return { ctx, source, sku, orders, level }
}

it('new orders that come together ask as many statements as one', async () => {
  const { ctx, source, sku, orders, level } = await shop()
  const { statements } = app.services.database
  const queryCount = async (count: number) => {
    const page = Array.from({ length: count }, () =>
      channelOrder({ lines: [orderLine({ sku }), orderLine({ externalId: 'line-2', sku: 'nobody knows' })] }),
    )
    const before = statements.count
    await takeIn(ctx, source, page)
    return statements.count - before
  }
  await queryCount(1)
  expect(await queryCount(20)).toBe(await queryCount(1))
  expect(await orders()).toHaveLength(22)
  expect(await level()).toMatchObject({ available: 8, reserved: 22, sold: 22 })
})

it('an order that cannot be stored leaves those that came with it, in the order in which they came', async () => {
  const { ctx, source, sku, orders, level } = await shop()
  const order = (externalOrderId: string, quantity: number, price = 100) =>
    channelOrder({ externalOrderId, lines: [orderLine({ sku, quantity, price })] })
  const bad = order('bad', 1, 1e30)
  await expect(takeIn(ctx, source, [order('first', 25), bad, order('last', 7)])).rejects.toThrow(/too large/)
  expect(await orders()).toEqual([
    { externalOrderId: 'first', totalQuantity: 25, skus: [sku], oversold: false, hasUnknown: false, state: 'open' },
    { externalOrderId: 'last', totalQuantity: 7, skus: [sku], oversold: true, hasUnknown: false, state: 'open' },
  ])
  expect(await level()).toMatchObject({ available: 0, reserved: 30, sold: 32 })
})

it('an order that stands twice in a page, or is cancelled among new ones, counts as if each had come alone', async () => {
  const { ctx, source, sku, orders, level } = await shop()
  const order = (externalOrderId: string, quantity: number) =>
    channelOrder({ externalOrderId, lines: [orderLine({ sku, quantity })] })
  const onHold = order('held', 30)
  await takeIn(ctx, source, [onHold])
  const twice = order('twice', 20)
  const result = await takeIn(ctx, source, [
    laterVersion(onHold, { state: 'cancelled' }),
    twice,
    order('other', 4),
    laterVersion(twice, { lines: [orderLine({ sku, quantity: 2 })] }),
    twice,
    channelOrder({ externalOrderId: 'sent', state: 'shipped', lines: [orderLine({ sku, quantity: 3 })] }),
  ])
  expect(result).toEqual({ imported: 3, updated: 2 })
  // Pieces that the cancellation gave back are there for those after it: nobody is told of a shortage that there was not.
  expect((await orders()).map((o) => [o.externalOrderId, o.state, o.totalQuantity, o.oversold] as const)).toEqual([
    ['held', 'cancelled', 30, false],
    ['other', 'open', 4, false],
    ['sent', 'shipped', 3, false],
    ['twice', 'open', 2, false],
  ])
  expect(await level()).toMatchObject({ available: 21, reserved: 6, onHand: 27, sold: 9 })
})
