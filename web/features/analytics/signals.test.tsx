// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listTemplates } from '#contract/templates.ts'
import { all, answer, away, theOne, says, show } from '#web/testing/screen.tsx'
import type { AnalyticsSearch } from './address.ts'
import { Health, InventoryPanel } from './signals.tsx'
import type { ChannelRows, Signal, Summary } from './use-figures.ts'

afterEach(away)

const signal = { isLow: false, availableQty: 40, demandQty: 12, coverageRatio: 3.33, basis: 'last30d' as const }
const panel = (search: AnalyticsSearch, of: Partial<Signal> = {}) =>
  show(<InventoryPanel signal={{ ...signal, ...of }} search={search} today="2026-11-27" />, {
    answers: [answer(listTemplates, [{ id: 4, name: 'Film' }] as never)],
  })
const leadsTo = async (name: RegExp) => (await theOne('link', name)).getAttribute('href')

it('stock against demand leads to the products and orders that it counts, under the same filters', async () => {
  panel({})
  expect(await leadsTo(/^Available/)).toBe('/inventory?minQuantity=1')
  expect(await leadsTo(/^Coverage/)).toBe('/inventory?minSold=1&sortBy=Quantity&orderBy=asc')
  expect(await leadsTo(/^Demand/)).toBe('/orders?startDate=2026-10-29&endDate=2026-11-27&sold=true&rate=known')
  const attributes = JSON.stringify([
    { name: 'Color', values: ['Red'], action: 'in' },
    { name: 'Mount', values: ['EF'], action: 'not in' },
  ])
  panel({ templates: ['Film'], skus: ['F-1'], attributes, channels: ['etsy'] }, { basis: 'monthlyAvg' })
  const address = new URL((await leadsTo(/^Available/)) ?? '', 'http://localhost')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    templateIds: '4',
    skus: 'F-1',
    attributes,
    matchAllAttributes: 'true',
    minQuantity: '1',
  })
  expect(await leadsTo(/^Demand/)).toContain('/orders?startDate=2025-12-03&endDate=2026-11-27&sold=true&channels=etsy')
})

it('filters that narrow the chart of SKUs alone are none of its products, and of templates that are gone there are none', async () => {
  panel({ skus: ['F-1'], only: 'skus' })
  expect(await leadsTo(/^Available/)).toBe('/inventory?minQuantity=1')
  panel({ templates: ['Gone'] })
  await says('Available40')
  expect(all('link', /^Available/)).toEqual([])
})

it('a loss has the minus of all other figures', async () => {
  const sales = [
    {
      channel: 'manual',
      count: 1,
      totalAmount: 10,
      totalQuantity: 1,
      netAmount: -25,
      feeAmount: 35,
      taxAmount: 0,
      discountAmount: 0,
      refundedAmount: 0,
    },
  ] as ChannelRows
  show(<Health sales={sales} summary={{ currency: 'USD', withoutRate: [] } as unknown as Summary} of={{}} />)
  await says('−250%')
  await says('Net −$25.00 = sales $10.00 − fees $35.00')
})
