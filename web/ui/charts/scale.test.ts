import { expect, it } from 'vitest'
import { labelled, thickest, ticksTo } from './scale.ts'

it('an axis goes in round steps from 0 to above the highest value', () => {
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(1)).toEqual([0, 1])
  expect(ticksTo(41)).toEqual([0, 20, 40, 60])
  expect(ticksTo(48)).toEqual([0, 20, 40, 60])
  expect(ticksTo(1000)).toEqual([0, 250, 500, 750, 1000])
})

it('labels of days are evenly spread, the first and the last among them', () => {
  expect(labelled(3, 5)).toEqual([0, 1, 2])
  expect(labelled(31, 5)).toEqual([0, 8, 15, 23, 30])
})

it('an area has its name where it is thick for some days, away from the edges, or nowhere', () => {
  expect(thickest([4], 4)).toBe(0)
  expect(thickest([0, 0, 0, 0], 10)).toBeUndefined()
  expect(thickest([9, 1, 3, 2, 9], 200)).toBeUndefined()
  const days = Array.from({ length: 36 }, (_, n) => (n === 0 ? 90 : n === 9 ? 50 : n >= 20 && n <= 26 ? 30 : 1))
  expect(thickest(days, 100)).toBe(23)
})
