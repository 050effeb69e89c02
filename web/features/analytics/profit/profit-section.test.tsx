// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { unknownCosts } from '#contract/orders/costs.ts'
import { noProfit } from '#web/testing/profit.ts'
import { answer, away, press, refusal, says, show, text, theOne } from '#web/testing/screen.tsx'
import { readSearch } from '../read-search.ts'
import { ProfitSection } from './profit-section.tsx'

afterEach(away)

const { startDate, endDate } = noProfit
const range = { startDate, endDate }

it('the file of the profit is of the same days and filters as the tables beside it', async () => {
  const search = readSearch({ channels: ['ebay'], skus: ['LAMP-1'] })
  show(<ProfitSection search={search} range={range} />, { answers: [answer(profitFigures, noProfit)] })
  const link = await theOne('link', 'Export profit')
  expect(link.getAttribute('download')).toBe('profit.csv')
  const address = new URL(link.getAttribute('href') ?? '', 'http://motto.test')
  expect(address.pathname).toMatch(/\/analytics\/.*profit/i)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    channels: 'ebay',
    skus: 'LAMP-1',
  })
})

it('offers no file while the figures cannot be loaded, and tries again', async () => {
  let down = true
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<ProfitSection search={readSearch({})} range={range} />, {
    answers: [answer(profitFigures, () => (down ? failed : noProfit))],
  })
  await says('Failed to load profit')
  down = false
  await press('button', 'Retry')
  await theOne('link', 'Export profit')
})

const sums = { quantity: 4, net: 120, knownQuantity: 4, knownNet: 120, cost: 60, unknownFeesNet: 0 }
const shares = { profit: 60, margin: 0.5, costKnown: 1 }
/** Answers this period, and another total for the days before it. */
const shown = async (now: object, before: object) => {
  const queries: unknown[] = []
  show(<ProfitSection search={readSearch({})} range={range} />, {
    answers: [
      answer(profitFigures, ({ query }) => {
        queries.push(query)
        const isNow = query.startDate === range.startDate
        return { ...noProfit, total: { ...noProfit.total, ...sums, ...shares, ...(isNow ? now : before) } } as never
      }),
      answer(unknownCosts, { items: 0, currency: 'USD', rows: [] }),
    ],
  })
  const list = await theOne('list', 'Profit figures')
  return { told: [...list.querySelectorAll('li')].map((figure) => text(figure)), queries }
}

it('each figure stands beside the same of as many days before', async () => {
  const { told, queries } = await shown({}, { net: 100, knownNet: 100, cost: 52, profit: 48, margin: 0.48 })
  expect(told).toEqual([
    'Net$120.00↑ up 20% $100.00 previously',
    'Cost of goods$60.00↑ up 15% $52.00 previously',
    'Profit$60.00↑ up 25% $48.00 previously',
    'Margin50.0%↑ up 2 points 48.0% previously',
    'Cost knownAll0 points All previously',
  ])
  expect(queries).toContainEqual(expect.objectContaining({ startDate: '2026-10-02', endDate: '2026-10-31' }))
})

it('what was not known before stays unknown, and is compared with nothing', async () => {
  const { told } = await shown(
    {},
    { net: 100, knownNet: 0, knownQuantity: 0, cost: 0, profit: null, margin: null, costKnown: 0 },
  )
  expect(told).toEqual([
    'Net$120.00↑ up 20% $100.00 previously',
    'Cost of goods$60.00not known previously',
    'Profit$60.00not known previously',
    'Margin50.0%not known previously',
    'Cost knownAll↑ up 100 points None previously',
  ])
})

it('profit before fees is not compared with profit after fees, and says which it was', async () => {
  const { told } = await shown({}, { net: 100, knownNet: 100, profit: 40, margin: 0.4, unknownFeesNet: 100 })
  expect([told[0], told[2]]).toEqual([
    'Net$120.00$100.00 previously, before fees',
    'Profit$60.00$40.00 previously, before fees',
  ])
  expect(told[1]).toBe('Cost of goods$60.000% $60.00 previously')
})

it('profit of few known costs is not compared with profit of all', async () => {
  const { told } = await shown({}, { net: 100, knownNet: 50, profit: 20, margin: 0.4, costKnown: 0.5 })
  expect(told[2]).toBe('Profit$60.00$20.00 previously, cost known: 50%')
})

it('days before without sales say so', async () => {
  const { told } = await shown({}, noProfit.total)
  expect(told.every((figure) => figure.endsWith('no data for previous period'))).toBe(true)
})
