import { describe, expect, it } from 'vitest'
import { activeFilters, type OrderSearch, rangeOf, startOf, turnTo, usualStart } from './order-search.ts'

const now = '2026-11-21'

describe('the quick ranges of the orders list', () => {
  it.each([
    ['ORD-003 a year is 365 days', 365, '2025-11-22'],
    ['ORD-004 six months are 180 days', 180, '2026-05-26'],
    ['ORD-005 three months are 90 days', 90, '2026-08-24'],
    ['ORD-006 a month is 30 days', 30, '2026-10-23'],
    ['ORD-007 a week is 7 days', 7, '2026-11-15'],
    ['ORD-008 a day is 1 day', 1, '2026-11-21'],
  ])('%s', (_title, days, start) => {
    expect(startOf(days, now)).toBe(start)
    expect(rangeOf({ startDate: start }, now)).toBe(days)
  })
  it('ORD-043 is the last 30 days when the address names none', () => expect(rangeOf({}, now)).toBe(30))
  it("is none for dates of one's own", () => {
    expect(rangeOf({ startDate: '2026-01-01' }, now)).toBeUndefined()
    expect(rangeOf({ startDate: '2026-11-15', endDate: '2026-11-16' }, now)).toBeUndefined()
  })
})

it('certain orders are looked for among those of all time, until somebody names a date', () => {
  const certain = [
    { search: 'jane' },
    { oversold: true },
    { held: true },
    { assigned: 'me' },
    { tags: ['rush'] },
    { anyTime: true },
  ]
  for (const search of certain as OrderSearch[]) {
    expect([usualStart(search, now), rangeOf(search, now)]).toEqual([undefined, undefined])
    expect(rangeOf({ ...search, startDate: '2026-11-15' }, now)).toBe(7)
  }
})

it('the Filters button counts what narrows the list, the dates once', () => {
  expect(activeFilters({})).toBe(0)
  expect(activeFilters({ tab: 'open', page: 2 })).toBe(0)
  expect(activeFilters({ held: true, assigned: 'me', tags: ['a', 'b'] })).toBe(3)
  expect(activeFilters({ startDate: '2026-01-01', endDate: '2026-02-01', skus: ['A', 'B'] })).toBe(2)
})

describe('turning pages', () => {
  const rows = [{ id: 9 }, { id: 7 }, { id: 4 }]
  it('to the next or the last goes on beside the orders shown', () => {
    expect(turnTo(3, 2, rows)).toEqual({ page: 3, after: 4, until: undefined })
    expect(turnTo(1, 2, rows)).toEqual({ page: 1, after: undefined, until: 9 })
  })
  it('to the first shows the newest, and over several goes by the number', () => {
    expect(turnTo(0, 1, rows)).toEqual({ page: undefined, after: undefined, until: undefined })
    expect(turnTo(5, 2, rows)).toEqual({ page: 5, after: undefined, until: undefined })
    expect(turnTo(3, 2, [])).toEqual({ page: 3, after: undefined, until: undefined })
  })
})
