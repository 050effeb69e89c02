import { describe, expect, it } from 'vitest'
import { exportOrders, MOST_ON_PAPER, ordersOnPaper } from '#contract/orders/work.ts'
import { makeProduct, makeSeller } from '#seed/make.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { cellsOf } from '../../../testing/shop/exports.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { takeIn } from '../intake/intake.ts'

const { app, ctx, as, template, write, order } = ordersByHand()
const product = () => makeProduct(ctx(), template(), { quantity: 50 })
const written = async (sku: string, quantity = 1, over = {}) =>
  (await write(order(sku, quantity, over))).body.data?.id ?? 0
const onPaper = (ids: readonly (number | string)[]) =>
  app().call(ordersOnPaper, { query: { ids: ids.map(String) }, as: as() })
const file = async (query: object) => {
  const { raw, headers } = await app().call(exportOrders, { query, as: as() } as never)
  const [header = [], ...rows] = cellsOf(raw)
  return { headers, rows: rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]]))) }
}

describe('orders on paper', () => {
  it('come in the order asked for, with the place of each piece; what is no order is left out', async () => {
    const { sku } = await product()
    const [a, b] = [await written(sku, 2), await written(sku, 1)]
    const { body } = await onPaper([b, 999_999_999, a, b])
    expect(body.data?.map(({ id, items }) => [id, items[0]?.sku, items[0]?.quantity])).toEqual([
      [b, sku, 1],
      [a, sku, 2],
    ])
    expect(body.data?.[0]?.items[0]?.product).toMatchObject({ location: '', warehouse: '', bin: '' })
  })

  it('are none of a neighbour, and refused with a word when they are too many or no numbers', async () => {
    const neighbour = await makeSeller(app().services)
    const { sku } = await product()
    const id = await written(sku)
    const theirs = await app().call(ordersOnPaper, { query: { ids: [String(id)] }, as: neighbour.as })
    expect(theirs.body.data).toEqual([])
    expect((await onPaper(Array.from({ length: MOST_ON_PAPER + 1 }, (_, n) => n + 1))).body).toMatchObject({
      code: 'invalid_input',
      fields: { ids: `You can print up to ${MOST_ON_PAPER} orders at a time.` },
    })
    expect((await onPaper(['x'])).body.fields).toEqual({ ids: 'Ids must be whole numbers.' })
  })
})

describe('the file of orders', () => {
  it('holds a row for each line, amounts of the order once, and runs nothing in a spreadsheet', async () => {
    const { id } = await makeIntegration(ctx(), 'ebay')
    const placed = channelOrder({
      number: '26-1',
      orderDate: new Date('2026-11-20T10:00:00Z'),
      lines: [
        orderLine({ externalId: 'a', sku: 'ONE', title: '=1+1', price: 1050, quantity: 2 }),
        orderLine({ externalId: 'b', sku: 'TWO', title: 'Second', price: 500, quantity: 1 }),
      ],
      subtotal: 2600,
      totalAmount: 2600,
    })
    await takeIn(ctx(), { id, channel: 'ebay', historyBefore: new Date() }, [placed])
    const { headers, rows } = await file({ channels: ['ebay'], startDate: '2026-11-01' })
    expect(headers['content-disposition']).toBe('attachment; filename="orders.csv"')
    expect(
      rows.map(({ order: name, sku, title, quantity, price, total }) => [name, sku, title, quantity, price, total]),
    ).toEqual([
      ['26-1', 'ONE', `'=1+1`, '2', '10.50', '26.00'],
      ['26-1', 'TWO', 'Second', '1', '5.00', ''],
    ])
  })

  it('holds the selected orders, else those of the filter, newest first', async () => {
    const { sku } = await product()
    const ids = [await written(sku, 3), await written(sku, 4), await written(sku, 5)]
    const pieces = async (query: object) => (await file(query)).rows.map((row) => row.quantity)
    expect(await pieces({ skus: [sku] })).toEqual(['5', '4', '3'])
    expect(await pieces({ selectedIds: [String(ids[0]), String(ids[2])] })).toEqual(['5', '3'])
    expect(await pieces({ skus: ['NONE-OF-OURS'] })).toEqual([])
  })
})
