import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { takeIn } from '../../features/orders/intake/intake.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { makeIntegration } from './orders.ts'

export const address = {
  name: 'Ana Lima',
  company: 'Lima Ltd',
  phone: '555 0101',
  line1: '1 Rose St',
  line2: 'Flat 2',
  city: 'Portland',
  region: 'OR',
  postalCode: '97201',
  country: 'US',
}

/** An app of its own for the whole file; for each test a seller with eBay, whose orders are taken in and read. */
export function ordersDesk() {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.stop())

  let ctx: Ctx
  let as: string
  let integrationId: number
  beforeEach(async () => {
    ;({ ctx, as } = await makeSeller(app.services))
    integrationId = (await makeIntegration(ctx, 'ebay')).id
  })

  const take = (...orders: ChannelOrder[]) => takeIn(ctx, { id: integrationId, channel: 'ebay' }, orders)
  async function idOf(order: ChannelOrder): Promise<number> {
    const row = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('externalOrderId', '=', order.externalOrderId)
      .executeTakeFirstOrThrow()
    return row.id
  }
  const read = async (order: ChannelOrder) =>
    (await app.call(getOrder, { query: { orderId: await idOf(order) }, as })).body.data?.order
  const product = async (quantity = 10) => makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity })

  return { app: () => app, ctx: () => ctx, as: () => as, take, idOf, read, product }
}
