/** Calls that Etsy gives a new app, all of its shops together: so many in a second, and so many in any 24 hours. */
const perSecond = 10
const perDay = 10_000
const dayMs = 86_400_000

export class Quotas {
  readonly #now: () => Date
  #second: number[] = []
  #day: number[] = []

  constructor(now: () => Date) {
    this.#now = now
  }
  useUp(): void {
    const at = this.#now().getTime()
    this.#day = Array.from({ length: perDay }, () => at)
  }
  refill(): void {
    this.#day = []
    this.#second = []
  }
  /** Counts a call. @returns the seconds to wait where there are none left, null where it may go */
  count(): number | null {
    const at = this.#now().getTime()
    this.#second = this.#second.filter((time) => time > at - 1000)
    // The oldest come first.
    const old = this.#day.findIndex((time) => time > at - dayMs)
    if (old !== 0) this.#day = old < 0 ? [] : this.#day.slice(old)
    const [first] = this.#day
    if (first !== undefined && this.#day.length >= perDay) return Math.ceil((first + dayMs - at) / 1000)
    if (this.#second.length >= perSecond) return 1
    this.#second.push(at)
    this.#day.push(at)
    return null
  }
  /** What every answer tells. */
  headers(): Record<string, string> {
    return {
      'x-limit-per-second': String(perSecond),
      'x-remaining-this-second': String(Math.max(0, perSecond - this.#second.length)),
      'x-limit-per-day': String(perDay),
      'x-remaining-today': String(Math.max(0, perDay - this.#day.length)),
    }
  }
}
