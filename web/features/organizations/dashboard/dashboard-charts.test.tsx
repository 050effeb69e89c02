// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { away, show, until } from '#web/testing/screen.tsx'
import { DailyOrders } from './dashboard-charts.tsx'
import type { Dashboard } from './use-dashboard.ts'

afterEach(away)

it('a day of the chart leads to the orders that it counts: those without a rate are none of them', async () => {
  const read = { data: [{ day: '2026-05-02', ebay: 3 }], isPending: false, isError: false, isFetching: false }
  const figures = { days: read, daysBefore: read } as unknown as Dashboard
  const { address } = show(
    <DailyOrders figures={figures} range={{ startDate: '2026-05-01', endDate: '2026-05-02' }} label="2 days" />,
  )
  const slider = await until(() => document.querySelector<HTMLInputElement>('input[type=range]'))
  slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await until(() => address().startsWith('/orders'))
  expect(address()).toBe('/orders?startDate=2026-05-02&endDate=2026-05-02&sold=true&rate=known')
})
