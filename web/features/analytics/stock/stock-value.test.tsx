// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { stockValue } from '#contract/analytics/stock-figures.ts'
import { useRead } from '#web/api.ts'
import { answer, away, press, says, show } from '#web/testing/screen.tsx'
import { StockValueCard } from './stock-value-card.tsx'

afterEach(away)

const Shown = () => <StockValueCard value={useRead(stockValue, { query: {} })} />

const value = {
  currency: 'CHF',
  startDate: '2026-05-01',
  endDate: '2026-05-31',
  ledgerBegan: '2026-01-05',
  pieces: 12,
  cost: 60.5,
  retail: 240,
  withoutCost: 0,
  before: { pieces: 10, cost: 50.25 },
  changes: [
    { reason: 'count', pieces: 5, cost: 25.5 },
    { reason: 'ship', pieces: -3, cost: -15.25 },
  ],
}

it('the value of the stock is exported from what it was, by what moved it, to what it is', async () => {
  show(<Shown />, { answers: [answer(stockValue, value)] })
  await says('counted +5')
  const files: Blob[] = []
  // jsdom has neither.
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  await press('button', 'Export Stock value as CSV')
  expect((await files[0]?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Day,What,Units,At cost (CHF),At price (CHF)',
    '2026-05-01,Opening stock,10,50.25,',
    ',Counted,5,25.5,',
    ',Shipped,-3,-15.25,',
    '2026-05-31,Closing stock,12,60.5,240',
    '',
  ])
})

it('the stock of a day before the ledger began is not known, never $0.00', async () => {
  show(<Shown />, { answers: [answer(stockValue, { ...value, ledgerBegan: '2026-05-01' })] })
  await says('not known at the start of May 1, 2026')
  await says('CHF 60.50')
  away()
  show(<Shown />, { answers: [answer(stockValue, { ...value, ledgerBegan: '2026-06-01' })] })
  await says('before the first stock record')
})
