// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { clearCosts, fillCosts } from '#contract/orders/costs.ts'
import { useRead } from '#web/api.ts'
import { answer, away, press, refusal, says, show, text, theOne, until } from '#web/testing/screen.tsx'
import { MissingCosts } from './missing-costs.tsx'
import { ProfitTable } from './profit-table.tsx'

afterEach(away)

const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
const earned = (name: string, net: number, unknownFeesNet: number) => ({
  name,
  value: '',
  quantity: 2,
  net,
  knownQuantity: 2,
  knownNet: net,
  cost: 10,
  profit: net - 10,
  margin: (net - 10) / net,
  costKnown: 1,
  unknownFeesNet,
})

it('a profit from which a channel’s fees are missing says so in its row', async () => {
  const rows = [earned('eBay', 30, 0), earned('Etsy', 40, 40), earned('Shop', 50, 20)]
  const Shown = () => (
    <ProfitTable
      title="Profit by channel"
      header="Channel"
      range={range}
      read={useRead(profitFigures, { params: { by: 'channel' }, query: {} })}
      text={({ name }) => name}
    />
  )
  const figures = { ...range, currency: 'USD', total: earned('', 120, 60), rows }
  show(<Shown />, { answers: [answer(profitFigures, figures)] })
  expect(text(await theOne('row', /^eBay/))).not.toContain('before fees')
  expect(text(await theOne('row', /^Etsy/))).toContain('$30.00 before fees')
  expect(text(await theOne('row', /^Shop/))).toContain('$40.00 partly before fees')
})

it('a margin whose costs are mostly unknown is marked', async () => {
  const rows = [{ ...earned('eBay', 30, 0), costKnown: 0.5 }, earned('Etsy', 40, 0)]
  const Shown = () => (
    <ProfitTable
      title="Profit by channel"
      header="Channel"
      range={range}
      read={useRead(profitFigures, { params: { by: 'channel' }, query: {} })}
      text={({ name }) => name}
      partial
    />
  )
  show(<Shown />, { answers: [answer(profitFigures, { ...range, currency: 'USD', total: earned('', 70, 0), rows })] })
  const marked = async (name: RegExp) => (await theOne('row', name)).querySelectorAll('[data-low]').length
  expect([await marked(/^eBay/), await marked(/^Etsy/)]).toEqual([1, 0])
})

const sold = (sku: string, costNow: number) => ({ sku, title: 'A lamp', lines: 3, units: 3, costNow })
const unknown = { items: 2, currency: 'USD', rows: [sold('LAMP-1', 4), sold('LAMP-2', 5)] }

it('costs of a SKU with very many lines are saved until none is left, and undone together', async () => {
  const requests: unknown[] = []
  let closed = 0
  const at = ['2026-11-01T00:00:00.000Z', '2026-11-01T00:00:01.000Z', '2026-11-01T00:00:02.000Z']
  show(<MissingCosts unknown={unknown} onClose={() => (closed += 1)} />, {
    answers: [
      answer(fillCosts, ({ body }) => {
        requests.push(body)
        return { lines: 3, more: requests.length === 1, at: at[requests.length - 1] ?? '' }
      }),
      answer(clearCosts, ({ body }) => {
        requests.push(body)
        return { lines: 3 }
      }),
    ],
  })
  await press('button', 'Save costs')
  await says('Cost saved for 9 order lines')
  expect([closed, requests]).toEqual([
    1,
    [
      { sku: 'LAMP-1', cost: 4 },
      { sku: 'LAMP-1', cost: 4 },
      { sku: 'LAMP-2', cost: 5 },
    ],
  ])
  await press('button', 'Undo')
  await says('Undone')
  expect(requests.slice(3)).toEqual([
    { sku: 'LAMP-1', at: at[0] },
    { sku: 'LAMP-1', at: at[1] },
    { sku: 'LAMP-2', at: at[2] },
  ])
})

it('where a cost cannot be saved, the dialog stays open and those before it can be undone', async () => {
  let closed = 0
  let calls = 0
  show(<MissingCosts unknown={unknown} onClose={() => (closed += 1)} />, {
    answers: [
      answer(fillCosts, () => {
        calls += 1
        return calls === 1
          ? { lines: 3, more: false, at: '2026-11-01T00:00:00.000Z' }
          : refusal({ status: 404, message: 'This SKU has no such sales.' })
      }),
    ],
  })
  await press('button', 'Save costs')
  await says('Cost saved for 3 order lines')
  await until(() => calls === 2)
  expect(closed).toBe(0)
  await theOne('button', 'Undo')
})
