import { expect, it } from 'vitest'
import { reportDayAfter, reportDayBefore, reportDays } from './report-days.ts'

it('a weekly report goes out on Mondays and tells of the week before', () => {
  // The 23rd of November 2026 is a Monday.
  expect(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-29'].map((day) => reportDayBefore('week', day))).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
  ])
  expect(['2026-11-22', '2026-11-23', '2026-12-31'].map((day) => reportDayAfter('week', day))).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2027-01-04',
  ])
  expect(reportDays('week', '2026-03-02')).toEqual({ startDate: '2026-02-23', endDate: '2026-03-01' })
})

it('a monthly report goes out on the first and tells of the month before, however long it was', () => {
  expect(['2026-01-01', '2026-01-31', '2026-02-28'].map((day) => reportDayBefore('month', day))).toEqual([
    '2026-01-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(['2026-01-01', '2026-01-31', '2026-02-01', '2026-12-15'].map((day) => reportDayAfter('month', day))).toEqual([
    '2026-02-01',
    '2026-02-01',
    '2026-03-01',
    '2027-01-01',
  ])
  expect(reportDays('month', '2028-03-01')).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' })
  expect(reportDays('month', '2027-01-01')).toEqual({ startDate: '2026-12-01', endDate: '2026-12-31' })
})
