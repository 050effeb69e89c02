import { expect, it } from 'vitest'
import { ages, coverOf } from './stock.ts'

it('what is left lasts as many days as the pace of the last 30 allows', () => {
  const today = '2026-02-27'
  expect(coverOf({ available: 10, sold: 30 }, today)).toEqual({ days: 10, runsOut: '2026-03-09', sellThrough: 75 })
  expect(coverOf({ available: 0, sold: 7 }, today)).toEqual({ days: 0, runsOut: today, sellThrough: 100 })
  // A piece every 30 days: the last is gone after 45 of them, not before.
  expect(coverOf({ available: 3, sold: 2 }, today)).toEqual({ days: 45, runsOut: '2026-04-13', sellThrough: 40 })
  expect(coverOf({ available: 1, sold: 9 }, today)).toMatchObject({ days: 3.3, runsOut: '2026-03-02' })
})

it('ages of stock leave no day out and count none twice', () => {
  ages.forEach(({ from }, n) => expect(from).toBe(n === 0 ? 0 : Number(ages[n - 1]?.to) + 1))
  expect(ages.at(-1)?.to).toBeNull()
})

it('has a last day that a calendar has, however many pieces there are', () => {
  const covered = coverOf({ available: 2_147_483_647, sold: 1 }, '2026-02-27')
  expect(covered).toEqual({ days: 64_424_509_410, runsOut: '2126-02-03', sellThrough: 0 })
  expect(coverOf({ available: 1_000_000, sold: 1 }, '2026-02-27').runsOut).toBe('2126-02-03')
})
