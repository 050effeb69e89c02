// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { deleteRate, listRates, saveRates } from '#contract/organizations/rates.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { RatesPage } from './rates-page.tsx'

afterEach(away)

const rates = {
  into: 'USD',
  items: 1,
  data: [{ currency: 'CHF', day: '2026-05-10', rate: '1.1' }],
  currencies: ['CHF'],
  withoutRate: [{ currency: 'CHF', orders: 12, since: '2026-05-02' }],
}
const page = { at: '/admin/rates' }
const valueOf = async (name: string) => ((await theOne('field', name)) as HTMLInputElement).value

it('names orders without a rate with the list of them, and begins a rate of their first day', async () => {
  const { sent } = show(<RatesPage />, {
    ...page,
    answers: [answer(listRates, rates), answer(saveRates, { saved: 1 })],
  })
  await says('12 orders in CHF since May 2, 2026 have no exchange rate to USD, so analytics leaves them out.')
  expect((await theOne('link', '12 orders in CHF')).getAttribute('href')).toBe(
    '/orders?sold=true&rate=missing&currency=CHF&startDate=2026-05-02',
  )
  await says('1 CHF = 1.1 USD')
  await press('button', 'Add CHF rate')
  expect(await valueOf('From')).toBe('2026-05-02')
  await type('Rate', '0,9')
  await press('button', 'Save rate')
  await says('Enter a rate like 1.0842')
  expect(sent(saveRates)).toHaveLength(0)
  await type('Rate', '0.90505')
  await says('CHF 100.00 count as $90.51.')
  await press('button', 'Save rate')
  await says('Rate saved.')
  expect(sent(saveRates)).toEqual([{ into: 'USD', rates: [{ currency: 'CHF', day: '2026-05-02', rate: '0.90505' }] }])
})

it('pasted rates are told wrong by line and sent as a whole; what the server refuses stays as it was typed', async () => {
  const { sent } = show(<RatesPage />, {
    ...page,
    answers: [
      answer(listRates, { ...rates, withoutRate: [] }),
      answer(saveRates, refusal({ status: 400, message: 'The currency is EUR now.', code: 'invalid_input' })),
    ],
  })
  await type('Currency, day, rate', 'CHF,2026-05-01,1.1\nEUR,yesterday,2')
  await says('Line 2: Enter a valid date.')
  expect(((await theOne('button', 'Save 1 rate')) as HTMLButtonElement).disabled).toBe(true)
  await type('Currency, day, rate', 'CHF,2026-05-01,1.1\nEUR,2026-05-01,2')
  await press('button', 'Save 2 rates')
  await says('The currency is EUR now.')
  expect(await valueOf('Currency, day, rate')).toBe('CHF,2026-05-01,1.1\nEUR,2026-05-01,2')
  expect(sent(saveRates)).toHaveLength(1)
})

it('a rate is changed in the form, and deleted after a question', async () => {
  const { sent } = show(<RatesPage />, {
    ...page,
    answers: [answer(listRates, rates), answer(deleteRate, { ok: true })],
  })
  // The form may stand far below: whoever asks for it is there.
  const isAt = async (name: string) => until(async () => document.activeElement === (await theOne('field', name)))
  for (let n = 0; n < 2; n += 1) {
    await press('button', 'Change the CHF rate for May 10, 2026')
    await until(async () => (await valueOf('Rate')) === '1.1')
    await isAt('Rate')
  }
  await press('button', 'Add a rate')
  await until(async () => (await valueOf('Rate')) === '')
  await isAt('Currency')
  await press('button', 'Delete the CHF rate for May 10, 2026')
  await press('button', 'Delete rate')
  await until(() => sent(deleteRate).length === 1)
  expect(sent(deleteRate)[0]).toEqual({ currency: 'CHF', day: '2026-05-10' })
})

it('whoever may not edit the organization reads the rates alone', async () => {
  show(<RatesPage />, { ...page, role: roles.member, answers: [answer(listRates, rates)] })
  await says('1 CHF = 1.1 USD')
  expect(all('button', /Add a rate|Change|Delete/)).toEqual([])
  expect(((await theOne('button', 'Save rate')) as HTMLButtonElement).disabled).toBe(true)
  expect(text()).toContain('12 orders in CHF')
})

it('without any rate the page says what one is for', async () => {
  show(<RatesPage />, {
    ...page,
    answers: [answer(listRates, { ...rates, items: 0, data: [], currencies: [], withoutRate: [] })],
  })
  await says('No rates yet')
  await says('Rates aren’t updated automatically.')
})
