import { cut } from './cut.ts'
import type { Decimal } from '../../numbers/read.ts'
import { decimalOf } from './numbers.ts'

/** A column as it was read. `decimal` is the sign before decimals, where its values tell. */
export interface ReadColumn {
  index: number
  name: string
  filled: number
  distinct: number
  samples: { value: string; rows: number }[]
  decimal?: Decimal
  numbers: number
  urls: number
}

/** Distinct values are counted up to here: attributes have options, and what has more is none. */
export const MOST_VALUES = 1000
const VALUE_LENGTH = 120
const SAMPLES = 20
/** Kept of all columns together: a file may have thousands of them. */
const MOST_KEPT = 200_000
const MOST_SAMPLES = 20_000
/** Signs of so many values decide for all. */
const ENOUGH_SIGNS = 1000

/** Counts what the columns of a file hold while it is read, in memory that does not grow with it. */
export class ColumnCounter {
  readonly #columns: {
    filled: number
    values: Map<string, number>
    points: number
    commas: number
    numbers: number
    urls: number
  }[]
  readonly #names: readonly string[]
  #kept = 0

  constructor(names: readonly string[]) {
    this.#names = names
    this.#columns = names.map(() => ({ filled: 0, values: new Map(), points: 0, commas: 0, numbers: 0, urls: 0 }))
  }

  add(cells: readonly string[]): void {
    for (let i = 0; i < this.#columns.length; i += 1) {
      const cell = cells[i]?.trim()
      const column = this.#columns[i]
      if (!cell || !column) continue
      column.filled += 1
      if (column.filled <= ENOUGH_SIGNS) this.#judge(cell, column)
      const value = cut(cell, VALUE_LENGTH)
      const seen = column.values.get(value)
      if (seen !== undefined) column.values.set(value, seen + 1)
      else if (column.values.size < MOST_VALUES && this.#kept < MOST_KEPT) {
        column.values.set(alone(value), 1)
        this.#kept += 1
      }
    }
  }

  #judge(cell: string, column: { points: number; commas: number; numbers: number; urls: number }): void {
    if (/\d/.test(cell) && /^[^a-z]*$/i.test(cell)) column.numbers += 1
    if (/^https?:\/\//i.test(cell)) column.urls += 1
    const decimal = decimalOf(cell)
    if (decimal === '.') column.points += 1
    if (decimal === ',') column.commas += 1
  }

  columns(): ReadColumn[] {
    const most = Math.min(SAMPLES, Math.max(1, Math.floor(MOST_SAMPLES / this.#columns.length)))
    return this.#columns.map((c, index) => ({
      index,
      name: this.#names[index] ?? '',
      filled: c.filled,
      distinct: c.values.size,
      numbers: c.numbers,
      urls: c.urls,
      samples: [...c.values]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, most)
        .map(([value, rows]) => ({ value, rows })),
      ...(c.commas === c.points ? {} : { decimal: c.commas > c.points ? ',' : '.' }),
    }))
  }
}

/** A copy: a part of a text would keep all of that text in memory. */
const alone = (text: string) => ` ${text}`.slice(1)
