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
  it('knows what looks like a day', () => {
    for (const no of ['21.11.2026', '2026-1-1', '2026-11-21T00:00', 20261121, null]) expect(day(no)).toBeUndefined()
    expect(day('2024-02-29')).toBe('2024-02-29')
  })
  it('knows its words', () =>
    expect([oneOf('asc', ['asc', 'desc']), oneOf('up', ['asc', 'desc'])]).toEqual(['asc', undefined]))
})
