import { createHash } from 'node:crypto'

/** What tells one list of values from another, in whatever order they come. */
export const digestOf = (values: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(values.toSorted())).digest('hex').slice(0, 16)
