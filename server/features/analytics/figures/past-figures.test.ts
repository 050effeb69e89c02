import { expect, it } from 'vitest'
import { deleteProducts } from '#contract/changes/changes.ts'
import { attributeSales, salesSummary, templateSales } from '#contract/analytics/figures.ts'
import { mergeAttributes } from '#contract/products/merging.ts'
import { makeProduct, makeTemplate } from '#seed/make.ts'
import { checkSales } from '../../../cli/sales.ts'
import { changesShop } from '../../../testing/shop/changes.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { foldSales } from '../days/fold.ts'

const { app, seller, as, save, run, undo } = changesShop()
const HOUR_MS = 3_600_000

it('what happens to a product corrects the past: a merge of attributes, its undo, and a deletion', async () => {
  const { ctx } = seller()
  const template = await makeTemplate(ctx, { name: 'Mugs', attributes: [{ name: 'Colour' }, { name: 'Color' }] })
  const { id } = await makeProduct(ctx, template.id, { sku: 'MUG', quantity: 20 })
  await save([{ id, attributes: [{ name: 'Colour', value: 'Red' }] }])
  const source = await makeIntegration(ctx)
  const now = app().services.clock.now().getTime()
  const sell = (hours: number, quantity: number) =>
    takeIn(ctx, source, [
      channelOrder({
        state: 'shipped',
        orderDate: new Date(now + hours * HOUR_MS),
        lines: [orderLine({ sku: 'MUG', quantity })],
      }),
    ])
  await sell(24, 2)
  await foldSales(app().services)
  await sell(48, 1)
  await sell(72, 1)
  const day = (days: number) => new Date(now + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  const query = { startDate: day(-1), endDate: day(5) }
  const figures = async () => ({
    attributes: (await app().call(attributeSales, { ...as(), query })).body.data?.map(
      (row) => `${row.attributeName}=${row.attributeValue}: ${row.count}`,
    ),
    templates: (await app().call(templateSales, { ...as(), query })).body.data,
    age: (await app().call(salesSummary, { ...as(), query })).body.data?.medianSellThroughDays,
  })
  const sold = { templates: [{ templateName: 'Mugs', quantity: 4 }], age: 2 }
  expect(await figures()).toEqual({ ...sold, attributes: ['Colour=Red: 4'] })

  const body = {
    templateId: template.id,
    source: 'Colour',
    target: 'Color',
    action: 'fill',
    deleteSource: true,
  } as const
  const merge = (await app().call(mergeAttributes, { ...as(), body })).body.data
  await run(merge?.id ?? 0)
  expect(await figures()).toEqual({ ...sold, attributes: ['Color=Red: 4'] })
  const undone = (await undo(merge?.id ?? 0)).body.data
  await run(undone?.id ?? 0)
  expect(await figures()).toEqual({ ...sold, attributes: ['Colour=Red: 4'] })

  // A product that is gone is of no template, but sold as fast as it did: also where what it sold is added up later, or cancelled.
  const change = (await app().call(deleteProducts, { ...as(), body: { selection: { ids: [id] } } })).body.data
  expect(await run(change?.id ?? 0)).toMatchObject({ changed: 1, failed: 0 })
  const without = { attributes: [], templates: [{ templateName: '', quantity: 4 }], age: 2 }
  expect(await figures()).toEqual(without)
  await foldSales(app().services)
  expect(await figures()).toEqual(without)
  expect(await checkSales(app().services.database.system, '')).toMatch(/match their orders/)
})
