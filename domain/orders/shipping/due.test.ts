import { expect, it } from 'vitest'
import { dueOf, earliest, timeLeft } from './due.ts'

const now = new Date(2026, 10, 30, 14, 20)
it.each([
  ['late', new Date(2026, 10, 30, 14, 19)],
  ['today', new Date(2026, 10, 30, 14, 20)],
  ['today', new Date(2026, 10, 30, 23, 59)],
  ['tomorrow', new Date(2026, 11, 1, 0, 0)],
  ['tomorrow', new Date(2026, 11, 1, 23, 59)],
  ['later', new Date(2026, 11, 2, 0, 0)],
] as const)('an order is due %s where its ship-by date is %s', (due, shipBy) => {
  expect(dueOf(shipBy, now)).toBe(due)
})

it.each([
  ['1 h 40 min left', new Date(2026, 10, 30, 16, 0)],
  ['1 h left', new Date(2026, 10, 30, 15, 20)],
  ['59 min left', new Date(2026, 10, 30, 15, 19, 59)],
  ['Less than 1 min left', new Date(2026, 10, 30, 14, 20, 30)],
  ['26 h left', new Date(2026, 11, 1, 16, 20)],
  ['3 days left', new Date(2026, 11, 3, 20, 0)],
  ['Less than 1 min late', new Date(2026, 10, 30, 14, 19, 30)],
  ['20 min late', new Date(2026, 10, 30, 14, 0)],
  ['2 days late', new Date(2026, 10, 28, 14, 0)],
] as const)('a packer reads “%s”', (words, shipBy) => {
  expect(timeLeft(shipBy, now)).toBe(words)
})

const at = (text: string) => new Date(text)

it('the earliest of several moments is found, and what is no moment is passed over', () => {
  expect(earliest([at('2026-11-22T00:00:00Z'), null, at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([at('soon'), at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([null, at('soon')])).toBeNull()
})
