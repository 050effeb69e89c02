// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { type ProfitSums, profitFigures } from '#contract/analytics/profit.ts'
import { answer, away, refusal, says, show, text, theOne, until } from '#web/testing/screen.tsx'
import { ProfitCard } from './profit-card.tsx'

afterEach(away)

const range = { startDate: '2026-11-01', endDate: '2026-11-30' }
const none: ProfitSums = {
  quantity: 0,
  net: 0,
  knownQuantity: 0,
  knownNet: 0,
  cost: 0,
  profit: null,
  margin: null,
  costKnown: null,
  unknownFeesNet: 0,
}
const earned = (profit: number, costKnown = 1): ProfitSums => ({
  ...none,
  quantity: 4,
  net: 100,
  knownQuantity: 4,
  knownNet: 100,
  cost: 100 - profit,
  profit,
  margin: profit / 100,
  costKnown,
})
const card = async (now: ProfitSums, before = none) => {
  const figures = (total: ProfitSums) => ({ ...range, currency: 'USD', total, rows: [] })
  show(<ProfitCard range={range} />, {
    answers: [answer(profitFigures, ({ query }) => figures(query?.startDate === range.startDate ? now : before))],
  })
  const link = await theOne('link', /Profit/)
  await until(() => !text(link).includes('Loading…'))
  return link
}

it('the profit of the range is shown with its margin and how it changed, and leads to the figures behind it', async () => {
  const link = await card(earned(30, 0.88), earned(20))
  await until(() => text(link).includes('50%'))
  expect(text(link)).toMatch(/^Profit\$30\.00 ↑up 50%Margin 30\.0%, cost known for 88%$/)
  expect(link.getAttribute('href')).toBe('/analytics?startDate=2026-11-01&endDate=2026-11-30&tab=profit')
})

it('a loss is a loss, and no share of an earlier loss is made up', async () => {
  const link = await card(earned(-20), earned(-10))
  expect(text(link)).toMatch(/^Profit−\$20\.00 Margin −20\.0%$/)
})

it('without any known cost there is no profit, rather than one of 0', async () => {
  expect(text(await card({ ...none, quantity: 3, net: 60, costKnown: 0 }))).toMatch(/^Profit– Not known: enter costs$/)
})

it('says that nothing was sold, or that the figure could not be loaded', async () => {
  expect(text(await card(none))).toContain('Nothing sold')
  away()
  show(<ProfitCard range={range} />, {
    answers: [answer(profitFigures, refusal({ status: 500, message: 'Broken.' }))],
  })
  await says('Couldn’t load profit')
})
