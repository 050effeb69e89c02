/**
 * So many characters rules and references read and write for one listing of a product. The slowest of them take some 10 ns each on a quiet
 * machine: 20 ms together.
 */
export const MOST_METERED = 2_000_000

/** And so many for all products of one request: seconds of work, with pauses in which others are answered. */
const MOST_OF_REQUEST = 200 * MOST_METERED

/** What counts besides characters, as so many of them: a reference is looked up, a part of a text that is split is a text of its own. */
export const COST = { reference: 64, part: 24 }
/** Each character of what is read as a number. */
export const DIGIT_COST = 16

/** Up to so many characters are found in one pass over a text, whatever they are. Longer ones are compared at each place of the text: a hundred characters in a nanosecond. */
const [FOUND_AT_ONCE, COMPARED] = [200, 50]
/** What it counts to look for a text in another of so many characters. */
export const searchCost = (sought: string, characters: number): number =>
  characters * (1 + Math.ceil(Math.max(0, Math.min(sought.length, characters) - FOUND_AT_ONCE) / COMPARED))

/** What characters are read and written for: a dynamic mapping rule, or a field of the listing. */
export type Place = { rule: string } | { field: string }

/** Counts the characters that are read and written, against a budget. */
export class Meter {
  readonly #most: number
  #spent = 0

  constructor(most = MOST_METERED) {
    this.#most = most
  }

  get spent(): number {
    return this.#spent
  }
  get isOver(): boolean {
    return this.#spent > this.#most
  }

  /** Says what is counted from now on. On a thread it is noted, so that work without an end has a name. */
  enter(_place: Place): void {
    return undefined
  }

  /** @returns whether so many characters more are within the budget; once some are not, none are */
  take(characters: number): boolean {
    this.#spent += characters
    return !this.isOver
  }
}

/** For all cells of a listing's rows: a channel has up to some hundred columns for each of 250 variations. */
export const rowsMeter = (): Meter => new Meter(10 * MOST_METERED)

/** For what one request reads of many products. */
export const requestMeter = (): Meter => new Meter(MOST_OF_REQUEST)
