import type { Cell } from '#domain/products/files/cells.ts'
import { breathe } from '../../breathe.ts'

/** A table to be written. What its columns are may take long to find out, so nobody waits for that before the file begins. */
export interface Table {
  name: string
  /** The columns that come first, where they are known before. */
  first?: readonly string[]
  read: () => Promise<Content>
}
interface Content {
  header: readonly string[]
  /** Come in groups, as they are read. */
  rows: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>
}

/** Characters of rows that are written without a pause; an empty cell is work as well. */
const GROUP_CHARACTERS = 250_000

/** How long rows are to be written. */
export const lengthOf = (rows: readonly (readonly Cell[])[]): number =>
  rows.reduce(
    (sum, row) => row.reduce<number>((n, cell) => n + (typeof cell === 'string' ? cell.length + 1 : 1), sum),
    0,
  )

/** Rows, as they are made, in groups that are made and written in a moment; others are answered in between. */
export async function* inGroups(rows: Iterable<Cell[]>): AsyncGenerator<Cell[][]> {
  let [group, characters]: [Cell[][], number] = [[], 0]
  for (const row of rows) {
    group.push(row)
    characters += lengthOf([row])
    if (characters < GROUP_CHARACTERS) continue
    yield group
    ;[group, characters] = [[], 0]
    await breathe()
  }
  if (group.length > 0) yield group
}

const FIRST = 25
/** How many records are read at once: at first few, then more as long as they are not too much together. */
export class Pace {
  next: number
  readonly #most: number
  readonly #work: number

  /** @param work of what is read at once, in any measure */
  constructor(most: number, work: number) {
    this.#most = most
    this.#work = work
    this.next = Math.min(FIRST, most)
  }

  took(records: number, work: number): void {
    const fitting = Math.floor((records * this.#work) / Math.max(1, work))
    this.next = Math.max(1, Math.min(this.#most, 2 * Math.max(records, this.next), fitting))
  }
}
