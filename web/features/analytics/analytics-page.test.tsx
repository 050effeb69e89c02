// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import * as figures from '#contract/analytics/figures.ts'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import { channelTelling, oversold } from '#contract/analytics/sold-figures.ts'
import { stockAge, stockCover, stockValue } from '#contract/analytics/stock-figures.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { allAttributeValues } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { shop } from '#web/testing/organization.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne } from '#web/testing/screen.tsx'

const server = fakeServer()
const enough = { isLow: false, availableQty: 40, demandQty: 12, coverageRatio: 3.33, basis: 'last30d' as const }

/** A shop that sold nothing in these days. */
beforeEach(() => {
  server.answer(getClient, shop)
  server.answer(listTemplates, [])
  server.answer(allAttributeValues, [])
  server.answer(figures.channelSales, [])
  server.answer(figures.salesSummary, {
    medianOrderTotal: null,
    medianSellThroughDays: null,
    currency: 'USD',
    timeZone: 'UTC',
    startDate: '2026-10-30',
    endDate: '2026-11-28',
    withoutRate: [],
  })
  server.answer(figures.inventorySignal, enough)
  server.answer(figures.ordersByDay, [])
  server.answer(figures.templateSales, [])
  server.answer(figures.attributeSales, [])
  server.answer(figures.skuSales, [])
  for (const endpoint of [stockValue, stockCover, stockAge, oversold, channelTelling, listingHealth])
    server.fail(endpoint, 'internal')
})

it('ANA-054 ANA-061 stock that may not cover demand is warned of, with its figures', async () => {
  server.answer(figures.inventorySignal, {
    ...enough,
    isLow: true,
    availableQty: 3,
    demandQty: 7.6,
    coverageRatio: 0.394,
  })
  await renderPage('/analytics')
  await says('Low inventory: stock may not cover demand.')
  const list = await theOne('list', 'Inventory against demand')
  expect([...list.querySelectorAll('b')].map((figure) => figure.textContent)).toEqual(['3', '8', '0.39'])
})

it('stock that covers demand is not warned of', async () => {
  await renderPage('/analytics')
  await theOne('list', 'Inventory against demand')
  expect(document.body.textContent).not.toContain('Low inventory')
})

it('ANA-081 ANA-082 ANA-083 figures that could not be read give way to the reason, until Retry brings them', async () => {
  server.fail(figures.channelSales, 'internal', { message: 'The database rests.' })
  await renderPage('/analytics')
  await theOne('heading', 'Failed to load analytics')
  await says('The database rests.')
  expect(all('list', 'Key figures')).toEqual([])
  server.answer(figures.channelSales, [])
  await press('button', 'Retry')
  await theOne('list', 'Key figures')
})
