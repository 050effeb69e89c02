import { describe, expect, it } from 'vitest'
import { queryOf } from './call.ts'
import { count, day, list, oneOf, parseSearch, text } from './search.ts'

describe('search parameters', () => {
  it('reads a list joined with +, and plain values', () => {
    expect(parseSearch('?skus=a+b&page=2&flag')).toEqual({ skus: ['a', 'b'], page: '2', flag: '' })
  })
  it('survives the way out and back: space, &, + and = inside values', () => {
    const skus = ['x y', 'c&d', 'e+f', 'g=h']
    expect(parseSearch(queryOf({ skus }))).toEqual({ skus })
  })
  it('does not break on an address cut in the middle of an escape', () => {
    expect(parseSearch('?a=%E0%A4%A')).toEqual({ a: '%E0%A4%A' })
  })
  it('takes a one-item list for a list', () => expect(list('a')).toEqual(['a']))
  it('puts an email with a + in it together again', () =>
    expect(text(parseSearch('?email=dana+shop@x.io').email)).toBe('dana+shop@x.io'))
  it('refuses numbers that are none', () => {
    expect([count('2'), count('-1'), count('1.5'), count(''), count('x')]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
  it('knows days of the calendar from what looks like one', () => {
    for (const no of ['2026-13-45', '2026-02-29', '2026-00-10', '2026-11-31', '21.11.2026', '2026-1-1', 20261121, null])
      expect(day(no), String(no)).toBeUndefined()
    expect([day('2024-02-29'), day('0001-01-01'), day('9999-12-31')]).toEqual([
      '2024-02-29',
      '0001-01-01',
      '9999-12-31',
    ])
  })
  it('knows its words', () =>
    expect([oneOf('asc', ['asc', 'desc']), oneOf('up', ['asc', 'desc'])]).toEqual(['asc', undefined]))
})
