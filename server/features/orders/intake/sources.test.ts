import { describe, expect, it } from 'vitest'
import { orderSources } from '#contract/orders/work.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'

const { app, ctx, as, template, order, write } = ordersByHand()

describe('GET /orders/sources', () => {
  const sources = async (cookie = as()) => (await app().call(orderSources, { as: cookie })).body.data
  it('ORD-181 ORD-316 ORD-357 begins with the built-in ones, each with no order', async () => {
    const names = [
      'POS / In-Store',
      'Website',
      'Phone',
      'Email',
      'Live Chat',
      'Sales Rep',
      'Showroom',
      'Kiosk',
      'Trade Show',
      'Pop-Up',
      'Event',
      'Manual',
      'Invoice',
      'Wholesale',
    ]
    expect(await sources()).toEqual(names.map((source) => ({ source, count: 0 })))
  })
  it("ORD-179 counts the orders of each source, and shows no neighbour's", async () => {
    const { sku } = await makeProduct(ctx(), template())
    for (const source of ['Craft fair', 'Phone', 'Craft fair']) await write(order(sku, 1, { source }))
    const counts = await sources()
    expect(counts?.slice(0, 2)).toEqual([
      { source: 'Craft fair', count: 2 },
      { source: 'Phone', count: 1 },
    ])
    expect(counts).toHaveLength(15)
    expect(await sources((await makeSeller(app().services)).as)).toHaveLength(14)
  })
})
