import { describe, expect, it } from 'vitest'
import { clearCosts, fillCosts, saveLineCost, unknownCosts } from '#contract/orders/costs.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { makeProduct } from '#seed/make.ts'
import { channelOrder, laterVersion, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { ordersByHand } from '../../testing/shop/written-orders.ts'
import { makeOf } from '../stock/bundles.ts'
import { levelsOf } from '../stock/service.ts'
import { takeIn } from './intake/intake.ts'

const { app, ctx, as, template, read } = ordersByHand()

/** A product whose cost is so many cents; 0 is how a product says that nobody entered it. */
async function product(cost: number, quantity = 50) {
  const made = await makeProduct(ctx(), template(), { quantity })
  await setCost(made.id, cost)
  return made
}
const setCost = (id: number, cost: number) =>
  ctx()
    .db.updateTable('products')
    .set({ cost })
    .where('organizationId', '=', ctx().organizationId)
    .where('id', '=', id)
    .execute()

/** Takes an order in with one line per SKU. */
async function sell(...skus: string[]) {
  const { id } = await makeIntegration(ctx(), 'ebay')
  const order = channelOrder({
    lines: skus.map((sku, at) => orderLine({ externalId: `line-${at}`, sku, quantity: 2 })),
  })
  await takeIn(ctx(), { id, channel: 'ebay' }, [order])
  return {
    order,
    take: (next: typeof order) => takeIn(ctx(), { id, channel: 'ebay' }, [next]),
    read: () => orderOf(order),
  }
}
async function orderOf({ externalOrderId }: { externalOrderId: string }) {
  const { id } = await ctx()
    .db.selectFrom('orders')
    .select('id')
    .where('organizationId', '=', ctx().organizationId)
    .where('externalOrderId', '=', externalOrderId)
    .executeTakeFirstOrThrow()
  const order = await read(id)
  if (!order) throw new Error('The order is gone.')
  return order
}
const call = async (endpoint: typeof saveLineCost | typeof fillCosts | typeof clearCosts, body: object) =>
  (await app().call(endpoint, { as: as(), body: body as never })).body

describe('the cost of an order line', () => {
  it('is the product’s when the order arrives, and stays when the product or the order changes', async () => {
    const { id, sku } = await product(700)
    const sale = await sell(sku)
    await setCost(id, 900)
    await sale.take(laterVersion(sale.order, { totalAmount: 5 }))
    expect((await sale.read()).items).toMatchObject([{ cost: 7, costCurrency: 'USD', costEntered: false }])
  })

  it('is that of a bundle’s components, and unknown where a component’s is', async () => {
    const [cup, box, set] = [await product(300), await product(50), await product(0, 0)]
    const [level] = await levelsOf(ctx(), [set.id])
    await makeOf(ctx(), level?.id ?? 0, [
      { sku: cup.sku, pieces: 2 },
      { sku: box.sku, pieces: 1 },
    ])
    expect((await (await sell(set.sku)).read()).items).toMatchObject([{ cost: 6.5 }])
    await setCost(box.id, 0)
    expect((await (await sell(set.sku)).read()).items).toMatchObject([{ cost: null, costCurrency: null }])
  })

  it('is unknown, not zero, for a product without a cost and for a SKU that is not in the inventory', async () => {
    const { sku } = await product(0)
    expect((await (await sell(sku, 'NO-SUCH')).read()).items).toMatchObject([{ cost: null }, { cost: null }])
  })

  it('keeps the currency in which the organization counted when it was saved', async () => {
    const { sku } = await product(700)
    const sale = await sell(sku)
    await app().call(updateClient, {
      as: as(),
      body: { clientId: ctx().organizationId, displayName: 'Shop', currency: 'EUR' },
    })
    expect((await sale.read()).items).toMatchObject([{ cost: 7, costCurrency: 'USD' }])
    expect((await (await sell(sku)).read()).items).toMatchObject([{ cost: 7, costCurrency: 'EUR' }])
  })
})

describe('an unknown cost', () => {
  it('can be entered for one line, corrected and removed, and the order’s history tells it', async () => {
    const { sku } = await product(0)
    const sale = await sell(sku)
    const [item] = (await sale.read()).items
    for (const [cost, costEntered] of [
      [4.5, true],
      [0, true],
      [null, false],
    ] as const) {
      expect(await call(saveLineCost, { itemId: item?.id, cost })).toMatchObject({ data: { lines: 1 } })
      expect((await sale.read()).items).toMatchObject([{ cost, costEntered }])
    }
    const { id } = await sale.read()
    const history = (await app().call(orderHistory, { as: as(), query: { orderId: id } })).body.data?.data
    expect(history?.slice(0, 3).map(({ what, details }) => [what, details])).toEqual([
      ['Cost removed', [sku]],
      ['Cost entered', [sku]],
      ['Cost entered', [sku]],
    ])
  })

  it('can be entered for all lines of its SKU at once, and taken back from exactly these', async () => {
    const [bare, priced] = [await product(0), await product(700)]
    const sales = [await sell(bare.sku, priced.sku), await sell(bare.sku), await sell(bare.sku)]
    const costs = () => Promise.all(sales.map(async (sale) => (await sale.read()).items.map(({ cost }) => cost)))
    const [item] = (await sales[0]?.read())?.items ?? []
    await call(saveLineCost, { itemId: item?.id, cost: 3 })
    const { data } = (await call(fillCosts, { sku: bare.sku, cost: 4 })) as { data: { lines: number; at: string } }
    expect(data.lines).toBe(2)
    expect(await costs()).toEqual([[3, 7], [4], [4]])
    expect(await call(clearCosts, { sku: bare.sku, at: data.at })).toMatchObject({ data: { lines: 2 } })
    expect(await costs()).toEqual([[3, 7], [null], [null]])
    expect(await call(saveLineCost, { itemId: item?.id, cost: 5, everywhere: true })).toMatchObject({
      data: { lines: 3, more: false },
    })
    expect(await costs()).toEqual([[5, 7], [5], [5]])
  })

  it('is refused where the product’s cost was known when it sold', async () => {
    const { sku } = await product(700)
    const [item] = (await (await sell(sku)).read()).items
    expect(await call(saveLineCost, { itemId: item?.id, cost: 1 })).toMatchObject({ code: 'edit_conflict' })
  })

  it('is listed by SKU with its units and what the product costs now', async () => {
    const [bare, later] = [await product(0), await product(0)]
    await sell(bare.sku)
    await sell(bare.sku, later.sku)
    await setCost(later.id, 250)
    expect((await app().call(unknownCosts, { as: as() })).body.data).toMatchObject({
      items: 2,
      currency: 'USD',
      rows: [
        { sku: bare.sku, lines: 2, units: 4, costNow: null },
        { sku: later.sku, lines: 1, units: 2, costNow: 2.5 },
      ],
    })
  })
})
