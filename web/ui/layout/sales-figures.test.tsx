// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { getSales } from '#contract/analytics/analytics.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { shop } from '#web/testing/organization.ts'
import { SalesFigures } from './sales-figures.tsx'

afterEach(away)

const sum = { from: '2026-11-26', orders: 3, amount: 42 }
const sales = {
  today: sum,
  week: sum,
  month: sum,
  toShip: 1,
  lowStock: 0,
  currency: 'USD',
  withoutRate: [],
  channels: [],
}

it('the figures of the dashboard say so while they follow other rates, and nothing where they stand', async () => {
  const shown = (ratesWait: boolean) =>
    show(<SalesFigures />, {
      answers: [answer(getSales, () => sales), answer(getClient, () => ({ ...shop, ratesWait }))],
    })
  shown(true)
  await says('We’re recalculating your figures with the saved exchange rates')
  await says('$42.00')
  shown(false)
  await says('$42.00')
  expect(text()).not.toContain('recalculating')
})

it('figures that could not be loaded say so, and are tried again', async () => {
  let down = true
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<SalesFigures />, {
    answers: [answer(getSales, () => (down ? failed : sales)), answer(getClient, shop)],
  })
  await says('Couldn’t load.')
  down = false
  await press('button', 'Try again')
  await says('$42.00')
  expect(text()).not.toContain('Couldn’t load.')
})

it('the count of the last 30 days, which stands below, is not told twice', async () => {
  show(<SalesFigures />, { answers: [answer(getSales, sales), answer(getClient, shop)] })
  await says('$14.00 per order')
  expect(text().match(/3 orders/g)).toHaveLength(2)
})
