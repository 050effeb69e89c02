// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { MOST_SKUS } from '#contract/analytics/figures.ts'
import { away, press, says, show, text } from '#web/testing/screen.tsx'
import { DailyOrders, SalesBySku } from './charts.tsx'
import type { Figures } from './use-figures.ts'

afterEach(away)

const range = { startDate: '2026-11-19', endDate: '2026-11-21' }
const sold = (skus: number) => {
  const data = Array.from({ length: skus }, (_, n) => ({ sku: `S-${n}`, quantity: 2 }))
  const skusRead = { data, isPending: false, isError: false, isFetching: false }
  show(<SalesBySku figures={{ skus: skusRead } as unknown as Figures} range={range} enqueue={() => undefined} />)
}

it('takes the SKUs that are told for all of them only where there are no more', async () => {
  sold(20)
  await says('All other SKUs24')
  expect(text()).not.toContain('sold most')
  away()
  sold(MOST_SKUS)
  await says('The next 992 SKUs1,984')
  expect(text()).toContain('Showing the 1,000 best-selling SKUs.')
})

it('a day without orders stands in the table of days, and so in the file', async () => {
  const data = [
    { day: '2026-11-19', ebay: 2 },
    { day: '2026-11-21', ebay: 1 },
  ]
  const days = { data, isPending: false, isError: false, isFetching: false }
  show(<DailyOrders figures={{ days } as unknown as Figures} range={range} enqueue={() => undefined} />)
  await press('button', 'Daily Orders as a table')
  await says('DayeBay2026-11-1922026-11-2002026-11-211')
})
