import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { createOrder, type NewOrder } from '#contract/orders/create.ts'
import { getOrder, searchOrders } from '#contract/orders/orders.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { levelsOf } from '../../features/stock/service.ts'
import { type TestApp, testApp } from '../setup/app.ts'

export type Given = z.input<typeof NewOrder>

/** An app of its own for the whole file; for each test a seller with a template, and how they write orders down. */
export function ordersByHand() {
  let app: TestApp
  let ctx: Ctx
  let as: string
  let template: number
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    ;({ ctx, as } = await makeSeller(app.services))
    template = (await makeTemplate(ctx)).id
  })

  const order = (sku: string, quantity = 1, over: Partial<Given> = {}): Given => ({
    source: 'Phone',
    items: [{ sku, quantity, price: 20 }],
    ...over,
  })
  const write = (input: Given, more: { as?: string; headers?: Record<string, string> } = {}) =>
    app.call(createOrder, { body: { order: input }, as, ...more })
  const read = async (id: number | undefined) =>
    (await app.call(getOrder, { query: { orderId: id ?? 0 }, as })).body.data?.order
  const stock = async (productId: number) => {
    const [level] = await levelsOf(ctx, [productId])
    return level && { onHand: level.onHand, reserved: level.reserved, available: level.available, sold: level.sold }
  }
  const ordersHeld = async () => (await app.call(searchOrders, { as })).body.data?.length

  return {
    app: () => app,
    ctx: () => ctx,
    as: () => as,
    template: () => template,
    order,
    write,
    read,
    stock,
    ordersHeld,
  }
}
