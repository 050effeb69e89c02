import { describe, expect, it } from 'vitest'
import { parseSearch } from '#web/search.ts'
import { queryOf as addressOf } from '#web/call.ts'
import { attributesOf } from '#domain/analytics/attributes.ts'
import { readSearch } from './read-search.ts'
import { filterOf } from './reports/report-words.ts'
import { attributesText, merged, queryOf, rangeOf } from './address.ts'

const today = '2026-11-21'

describe('the address of analytics', () => {
  it('ANA-036..ANA-042 ANA-115 keeps dates, channels, templates, SKUs and attributes, values joined by +', () => {
    const attributes = attributesText([
      { name: 'Color', values: ['Red', 'A+B'] },
      { name: '', values: ['x'] },
      { name: 'Mount', values: [] },
    ])
    const search = {
      startDate: '2026-11-01',
      endDate: today,
      channels: ['ebay', 'etsy'],
      templates: ['A + B', 'C'],
      skus: ['X+1', 'Y'],
      attributes,
    }
    const address = addressOf(search)
    expect(address).toBe(
      '?startDate=2026-11-01&endDate=2026-11-21&channels=ebay+etsy&templates=A%20%2B%20B+C&skus=X%2B1+Y&attributes=%5B%7B%22name%22%3A%22Color%22%2C%22values%22%3A%5B%22Red%22%2C%22A%2BB%22%5D%2C%22action%22%3A%22in%22%7D%5D',
    )
    expect(parseSearch(address)).toEqual(search)
    expect(attributesOf({ attributes: String(parseSearch(address).attributes) })).toEqual([
      { name: 'Color', values: ['Red', 'A+B'] },
    ])
  })
  it('of products that have none of some values asks for these, and charts add the value that was pressed beside it', () => {
    const row = { name: 'Color', values: ['Red'], action: 'not in' as const }
    const attributes = JSON.stringify([row])
    expect(attributesOf({ attributes })).toEqual([row])
    const range = { startDate: today, endDate: today }
    expect(queryOf({ attributes }, range, true)).toEqual({ ...range, attributes })
    expect(filterOf({ attributes }).attributes).toEqual([row])
    const [not, added] = attributesOf(merged({ attributes }, [{ kind: 'attribute', name: 'Color', value: 'Blue' }]))
    expect([not, added]).toEqual([row, { name: 'Color', values: ['Blue'] }])
  })
  it('that makes no sense says nothing', () => {
    for (const attributes of [
      '',
      '{',
      '[]',
      '7',
      '[null,{"name":"A"},{"name":"","values":["x"]},{"name":"B","values":[7,""]}]',
    ])
      expect(attributesOf({ attributes })).toEqual([])
    expect(rangeOf({ startDate: '2026-12-01', endDate: '2027-01-01' }, today)).toEqual({
      startDate: '2026-10-23',
      endDate: today,
    })
  })
  it('is read as far as the calendar and the figures go: from 1970 until today', () => {
    const shown = (startDate: string, endDate: string) => rangeOf(readSearch({ startDate, endDate }), today)
    const usual = { startDate: '2026-10-23', endDate: today }
    for (const [start, end] of [
      ['2026-13-45', '2026-11-40'],
      ['2026-02-31', ''],
      ['<script>', '0000-00-00'],
      ['', '1969-12-31'],
    ] as const)
      expect(shown(start, end), `${start} to ${end}`).toEqual(usual)
    expect(shown('1900-01-01', '2099-12-31')).toEqual({ startDate: '1970-01-01', endDate: today })
    expect(shown('0001-01-01', '1970-01-01')).toEqual({ startDate: '1970-01-01', endDate: '1970-01-01' })
    expect(shown('2026-05-31', '2026-05-01')).toEqual({ startDate: '2026-04-02', endDate: '2026-05-01' })
    expect(shown('', '1970-01-05')).toEqual({ startDate: '1970-01-01', endDate: '1970-01-05' })
  })
  it('ANA-009 ANA-022 ANA-035 asks for the last 30 days unless it says others, never after today; filters of products only where they count', () => {
    expect(rangeOf({}, today)).toEqual({ startDate: '2026-10-23', endDate: today })
    expect(rangeOf({ startDate: '2026-11-01', endDate: '2027-01-01' }, today)).toEqual({
      startDate: '2026-11-01',
      endDate: today,
    })
    const search = {
      channels: ['ebay'],
      skus: ['A'],
      templates: ['Film'],
      attributes: attributesText([{ name: 'Color', values: ['Red'] }]),
    }
    const days = { startDate: '2026-11-01', endDate: today }
    expect(queryOf(search, days, false)).toEqual({ ...days, channels: ['ebay'] })
    expect(queryOf(search, days, true)).toEqual({
      ...days,
      channels: ['ebay'],
      skus: ['A'],
      templateNames: ['Film'],
      attributes: '[{"name":"Color","values":["Red"],"action":"in"}]',
    })
  })
  it('ANA-076 takes what was queued beside what it has', () => {
    expect(
      merged({ channels: ['ebay'], only: 'skus', attributes: attributesText([{ name: 'Color', values: ['Red'] }]) }, [
        { kind: 'channel', value: 'etsy' },
        { kind: 'channel', value: 'ebay' },
        { kind: 'template', value: 'Film' },
        { kind: 'sku', value: 'X+1' },
        { kind: 'attribute', name: 'Color', value: 'Blue' },
        { kind: 'attribute', name: 'Mount', value: 'EF' },
        { kind: 'day', value: '2026-11-03' },
        { kind: 'day', value: '2026-11-01' },
      ]),
    ).toEqual({
      startDate: '2026-11-01',
      endDate: '2026-11-03',
      channels: ['ebay', 'etsy'],
      templates: ['Film'],
      skus: ['X+1'],
      attributes:
        '[{"name":"Color","values":["Red","Blue"],"action":"in"},{"name":"Mount","values":["EF"],"action":"in"}]',
    })
  })
})
