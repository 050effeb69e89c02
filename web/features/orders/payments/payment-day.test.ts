import { afterEach, expect, it } from 'vitest'
import { atNoon, dayOf } from './payment-day.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it.each(['America/Los_Angeles', 'Pacific/Auckland', 'UTC'])('the day of a payment stays what was typed in %s', (tz) => {
  process.env.TZ = tz
  expect(dayOf(atNoon('2026-03-08'))).toBe('2026-03-08')
  expect([dayOf(null), atNoon('')]).toEqual(['', null])
})

it('what is paid in the evening in New York is paid that day', () => {
  process.env.TZ = 'America/New_York'
  expect(dayOf('2026-11-21T02:30:00.000Z')).toBe('2026-11-20')
})
