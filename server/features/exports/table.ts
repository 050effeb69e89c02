import type { Cell } from '#domain/products/files/cells.ts'

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
