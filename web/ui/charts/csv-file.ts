import type { DayRange } from '#domain/analytics/presets.ts'
import { BYTE_ORDER_MARK, csvLine } from '#domain/products/files/cells.ts'

export const csvOf = (header: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [header, ...rows].map(csvLine).join('')

/** `daily-orders-2026-05-01-to-2026-05-31.csv`. @param days left out where a table is of none */
export function csvName(title: string, days?: DayRange): string {
  const { startDate, endDate } = days ?? {}
  const parts = [title.toLowerCase().replaceAll(/\W+/g, '-'), startDate, endDate !== startDate && `to-${endDate}`]
  return `${parts.filter(Boolean).join('-')}.csv`
}

/** Hands a table to the browser as a file. */
export function saveCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const address = URL.createObjectURL(
    new Blob([BYTE_ORDER_MARK, csvOf(header, rows)], { type: 'text/csv;charset=utf-8' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
