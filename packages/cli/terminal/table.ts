import { clean } from './text.ts'

export interface Column<T> {
  title: string
  of: (row: T) => unknown
  /** Numbers stand at the right. */
  align?: 'right'
}

/** The longest cell, in characters: titles may be much longer. */
const MOST_CHARS = 50

export function tableOf<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = rows.map((row) => columns.map(({ of }) => shortened(clean(of(row)))))
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...cells]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
  const padded = (text: string, at: number) => {
    const width = widths[at] ?? 0
    return columns[at]?.align === 'right' ? text.padStart(width) : text.padEnd(width)
  }
  return `${lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')}\n`
}

const shortened = (text: string) => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text)
