// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { profitFigures } from '#contract/analytics/profit.ts'
import { answer, away, press, refusal, says, show, theOne } from '#web/testing/screen.tsx'
import { readSearch } from '../read-search.ts'
import { ProfitSection } from './profit-section.tsx'

afterEach(away)

const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
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
const figures = { ...range, currency: 'USD', total, rows: [] }

it('the file of the profit is of the same days and filters as the tables beside it', async () => {
  const search = readSearch({ channels: ['ebay'], skus: ['LAMP-1'] })
  show(<ProfitSection search={search} range={range} />, { answers: [answer(profitFigures, figures as never)] })
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
    answers: [answer(profitFigures, () => (down ? failed : figures) as never)],
  })
  await says('Failed to load profit')
  down = false
  await press('button', 'Retry')
  await theOne('link', 'Export profit')
})
