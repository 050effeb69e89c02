import { expect, it } from 'vitest'
import { ago, currencySign, date, money, moneyOf, number, plural, setOwnCurrency, time } from './format.ts'

it('NAV-117, NAV-118 money has two decimals and a dollar sign', () => {
  expect([money(1849), money(0.5), money(-3.999), money(null)]).toEqual(['$1,849.00', '$0.50', '−$4.00', '–'])
})
it('prices are in the currency of the organization', () => {
  setOwnCurrency('EUR')
  expect([money(1849), currencySign()]).toEqual(['€1,849.00', '€'])
  setOwnCurrency('JPY')
  expect([money(1849), currencySign()]).toEqual(['¥1,849', '¥'])
  setOwnCurrency('USD')
})
it('an amount of another currency has its sign and its decimals', () =>
  expect([moneyOf(39.1, 'EUR'), moneyOf(6430, 'JPY'), moneyOf(-1.5, 'USD'), moneyOf(null, 'EUR')]).toEqual([
    '€39.10',
    '¥6,430',
    '−$1.50',
    '–',
  ]))
it('NAV-119 dates are "Mon D, YYYY"', () => expect(date(new Date(2026, 10, 5, 13, 7))).toBe('Nov 5, 2026'))
it('NAV-120 times are 12-hour', () => {
  expect([time(new Date(2026, 10, 5, 16, 52)), time(new Date(2026, 10, 5, 0, 5))]).toEqual(['4:52 PM', '12:05 AM'])
})
it('says how long ago within a day', () => {
  const now = new Date(2026, 10, 20, 12, 0).getTime()
  expect([
    ago(now - 30_000, now),
    ago(now - 21 * 60_000, now),
    ago(now - 5 * 3_600_000, now),
    ago(new Date(2026, 10, 18), now),
  ]).toEqual(['just now', '21 min ago', '5 h ago', 'Nov 18, 2026'])
})
it('counts', () =>
  expect([number(12500), plural(1, 'product'), plural(3, 'product'), plural(2, 'entry', 'entries')]).toEqual([
    '12,500',
    '1 product',
    '3 products',
    '2 entries',
  ]))
