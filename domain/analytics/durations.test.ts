import { expect, it } from 'vitest'
import { durationOf } from './durations.ts'

it('a time is told in the unit in which it is read best', () => {
  expect([0, 0.42, 9.9, 42.4, 89, 90, 5399, 5400, 172_799, 172_800].map(durationOf)).toEqual([
    '0.0 s',
    '0.4 s',
    '9.9 s',
    '42 s',
    '89 s',
    '1.5 min',
    '90.0 min',
    '1.5 h',
    '48.0 h',
    '2.0 days',
  ])
})
