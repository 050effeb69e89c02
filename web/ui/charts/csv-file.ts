/** A spreadsheet must not take text for a formula; numbers stay numbers. */
const cell = (value: string | number) => {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvOf = (header: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Hands a table to the browser as a file. */
export function saveCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', csvOf(header, rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
