import { describe, expect, it } from 'vitest'
import { dayIn, plusDays } from './days.ts'
import * as range from './presets.ts'

const today = '2026-11-21'

describe('ranges of days', () => {
  it('ANA-013..ANA-018 ANA-020..ANA-022 six presets, by key and in two lengths of words; 30 days unless another is chosen', () => {
    expect(range.presets.map(({ key, label, short }) => [key, label, short])).toEqual([
      ['365d', '1 Year', '1Y'],
      ['180d', '6 Months', '6M'],
      ['90d', '3 Months', '3M'],
      ['30d', '1 Month', '1M'],
      ['7d', '1 Week', '1W'],
      ['1d', '1 Day', '1D'],
    ])
    expect(range.DEFAULT_PRESET).toBe('30d')
  })
  it('ANA-011 ANA-043 are read back as the preset whose span they have, within a day; else they are custom', () => {
    for (const { key, days } of range.presets)
      for (const more of [-1, 0, 1])
        expect(range.presetOf({ startDate: plusDays(today, -days - more), endDate: today }, today)).toBe(key)
    for (const days of [3, 5, 9, 28, 32, 88, 178, 182, 363, 367])
      expect(range.presetOf({ startDate: plusDays(today, -days), endDate: today }, today)).toBe('custom')
    expect(range.presetOf({ startDate: '2026-11-01', endDate: '2026-11-20' }, today)).toBe('custom')
  })
  it('are whole days that end today, with as many directly before', () => {
    expect(range.lastDays(30, today)).toEqual({ startDate: '2026-10-23', endDate: today })
    expect(range.lastDays(1, today)).toEqual({ startDate: today, endDate: today })
    expect(range.periodBefore({ startDate: '2026-03-01', endDate: '2026-03-02' })).toEqual({
      startDate: '2026-02-27',
      endDate: '2026-02-28',
    })
    expect(range.daysOf({ startDate: '2024-02-28', endDate: '2024-03-01' })).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ])
    expect(range.daysOf({ startDate: '1970-01-01', endDate: today }, 2)).toEqual(['2026-11-20', today])
  })
  it('begin and end where the organization is', () => {
    const now = new Date('2026-03-08T05:30:00Z')
    expect(
      ['UTC', 'America/New_York', 'America/Los_Angeles', 'Pacific/Kiritimati'].map((zone) => dayIn(zone, now)),
    ).toEqual(['2026-03-08', '2026-03-08', '2026-03-07', '2026-03-08'])
  })
  it('on the dashboard are the last 7, 30 or 90 days, or the year to date', () => {
    expect(range.dashboardRanges.map(({ label }) => label)).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Year to date',
    ])
    expect(range.dashboardRanges.map(({ key }) => range.dashboardDays(key, today).startDate)).toEqual([
      '2026-11-15',
      '2026-10-23',
      '2026-08-24',
      '2026-01-01',
    ])
  })
})

it('ANA-090 a query that nobody named is called by what it asks', () => {
  const days = range.lastDays(30, today)
  expect(range.queryName(days, today)).toBe('Analytics · 2026-11-21 · 30d · channels:all')
  expect(
    range.queryName(
      {
        startDate: '2026-01-01',
        endDate: '2026-02-01',
        channels: ['ebay', 'etsy'],
        templates: ['Film'],
        skus: ['A', 'B'],
        attributes: [
          { name: 'Color', values: ['Red'] },
          { name: 'Mount', values: ['EF'] },
        ],
      },
      today,
    ),
  ).toBe('Analytics · 2026-11-21 · custom · channels:2 · 1 template · 2 SKUs · Color · Mount')
})
