import { expect, it } from 'vitest'
import { dueOf, earliest } from './due.ts'

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

const at = (text: string) => new Date(text)

it('the earliest of several moments is found, and what is no moment is passed over', () => {
  expect(earliest([at('2026-11-22T00:00:00Z'), null, at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([at('soon'), at('2026-11-21T00:00:00Z')])).toEqual(at('2026-11-21T00:00:00Z'))
  expect(earliest([null, at('soon')])).toBeNull()
})
