// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { getAttention, getSales } from '#contract/analytics/analytics.ts'
import * as figures from '#contract/analytics/figures.ts'
import { profitFigures } from '#contract/analytics/profit.ts'
import { recentOrders } from '#contract/orders/orders.ts'
import { getClient, getStart } from '#contract/organizations/organizations.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { shop } from '#web/testing/organization.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, theOne } from '#web/testing/screen.tsx'
import { start } from '#web/testing/shell-answers.ts'

const server = fakeServer()
const none = { items: 0, rows: [] }
const sum = { from: '2026-11-28', orders: 0, amount: 0 }

/** A shop that runs, with one product and nothing sold in the range. */
beforeEach(() => {
  server.answer(getStart, { ...start, templates: 0, listedOnce: true, orders: 1 })
  server.answer(getClient, shop)
  server.answer(getAttention, {
    oversold: none,
    unknown: none,
    refused: none,
    tooMany: none,
    drifted: none,
    held: none,
    disconnected: none,
    outdated: none,
    requirements: none,
    approvals: none,
  })
  server.answer(getSales, {
    currency: 'USD',
    today: sum,
    week: sum,
    month: sum,
    withoutRate: [],
    channels: [],
    toShip: 0,
    lowStock: 0,
  })
  server.answer(figures.channelSales, [])
  server.answer(figures.ordersByDay, [])
  server.answer(figures.templateSales, [])
  server.answer(figures.leftOut, { currency: 'USD', withoutRate: [] })
  server.answer(figures.productOverview, { count: 1, listed: 1, unlisted: 0, sold: 0 })
  server.fail(profitFigures, 'internal')
  server.answer(listTemplates, [])
  server.answer(recentOrders, [])
})

it('ANA-157 ANA-166 ANA-167 ANA-168 the dashboard says what is not there yet, and a template can be created', async () => {
  await renderPage('/dashboard')
  for (const words of ['No order data in this range', 'No template sales yet', 'No orders in this range'])
    await says(words)
  expect((await theOne('link', 'Create template')).getAttribute('href')).toBe('/templates/new')
})

it('ANA-163 ANA-164 figures that could not be read give way to the reason, until Retry brings them', async () => {
  server.fail(figures.productOverview, 'internal', { message: 'The database rests.' })
  await renderPage('/dashboard')
  await theOne('heading', 'Failed to load dashboard')
  await says('The database rests.')
  expect(all('list', 'Orders of the range')).toEqual([])
  server.answer(figures.productOverview, { count: 1, listed: 1, unlisted: 0, sold: 0 })
  await press('button', 'Retry')
  await theOne('list', 'Orders of the range')
})
