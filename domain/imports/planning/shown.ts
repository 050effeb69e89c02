import { excerptOf } from '../../products/history/excerpt.ts'
import { cut } from '../reading/cut.ts'
import type { Difference } from './diff.ts'

/** Of one product so many changes are kept for whoever reviews them; products are written from the file itself. */
const MOST_SHOWN = 200

const shortened = (text: string, most: number) => (text.length > most ? `${cut(text, most)}…` : text)

/** What a review shows of changes, which may be as long as a product twice over. */
export const shownChanges = (changes: readonly Difference[]): Difference[] =>
  changes.slice(0, MOST_SHOWN).map(excerptOf)

const [VALUE_SHOWN, CORRECTED] = [200, 10_000]
/** Counts for each entry of a list, besides its characters. */
const ENTRY = 20
/** Characters of all rows of a page together, and so many entries of each list of a row that finds no more room. */
const [PAGE, FEW] = [2_000_000, 5]

/** Room for the rows of one page: those that find none show the first entries of each list. */
export class PageRoom {
  #left = PAGE

  attributes = (attributes: readonly { name: string; value: string }[]) =>
    this.#fitting(attributes).map(({ name, value }) => ({ name, value: shortened(value, VALUE_SHOWN) }))

  changes = (changes: readonly Difference[]) => this.#fitting(shownChanges(changes))

  errors = (errors: Readonly<Record<string, string>>) => Object.fromEntries(this.#fitting(Object.entries(errors)))

  /** Cells that can be corrected where they are shown: longer ones in the file. */
  cells = <T extends { value: string }>(cells: readonly T[]): T[] =>
    this.#fitting(cells.filter(({ value }) => value.length <= CORRECTED))

  #fitting<T extends object>(entries: readonly T[]): T[] {
    const fitting = this.#left > 0 ? [...entries] : entries.slice(0, FEW)
    for (const entry of fitting)
      for (const text of Object.values(entry) as unknown[])
        this.#left -= typeof text === 'string' ? text.length + ENTRY : ENTRY
    return fitting
  }
}
