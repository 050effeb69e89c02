import { describe, expect, it } from 'vitest'
import { windowOf, wholeOf } from './asked.ts'

describe('which part of a list is asked for', () => {
  const bounds = { least: 1, most: 50, standard: 10 }
  it.each([
    ['50', 50],
    [' 7 ', 7],
    ['', 10],
  ])('%j is %i', (limit, expected) => expect(wholeOf({ limit }, 'limit', bounds)).toBe(expected))
  it.each(['0', '51', '-1', '2.5', '1e1', 'ten', '99999999999'])('%s is told as wrong, with its bounds', (limit) =>
    expect(() => wholeOf({ limit }, 'limit', bounds)).toThrow('limit must be a whole number from 1 to 50.'),
  )
  it('a page begins at the first item where nothing is said', () =>
    expect([windowOf({}, 100), windowOf({ offset: '20', limit: '5' }, 100)]).toEqual([
      { offset: 0, limit: 100 },
      { offset: 20, limit: 5 },
    ]))
})
