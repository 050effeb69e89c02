// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { allSkus } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { shop } from '#web/testing/organization.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const total = {
  name: '',
  value: '',
  quantity: 0,
  net: 0,
  knownQuantity: 0,
  knownNet: 0,
  cost: 0,
  profit: 0,
  margin: null,
  costKnown: 1,
  unknownFeesNet: 0,
}

it('Refresh reads the profit again while its tab is open', async () => {
  server.answer(getClient, shop)
  server.answer(listTemplates, [])
  server.answer(allSkus, [])
  server.answer(profitFigures, {
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    currency: 'USD',
    total,
    rows: [],
  })
  await renderPage('/analytics?tab=profit')
  await theOne('link', 'Export profit')
  const before = server.calls(profitFigures).length
  await press('button', 'Refresh')
  await until(() => server.calls(profitFigures).length === before * 2)
  // By channel, template, SKU and attribute, and the days before.
  expect(before).toBe(5)
})
