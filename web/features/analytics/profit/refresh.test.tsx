// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { allSkus } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { shop } from '#web/testing/organization.ts'
import { noProfit } from '#web/testing/profit.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()

it('Refresh reads the profit again while its tab is open', async () => {
  server.answer(getClient, shop)
  server.answer(listTemplates, [])
  server.answer(allSkus, [])
  server.answer(profitFigures, noProfit)
  await renderPage('/analytics?tab=profit')
  await theOne('link', 'Export profit')
  const before = server.calls(profitFigures).length
  await press('button', 'Refresh')
  await until(() => server.calls(profitFigures).length === before * 2)
  // By channel, template, SKU and attribute, and the days before.
  expect(before).toBe(5)
})
