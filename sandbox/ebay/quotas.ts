/** Calls per app and day, as eBay gives them to a new app. */
const daily: [prefix: string, calls: number][] = [
  ['/sell/inventory/', 2_000_000],
  ['/sell/account/', 25_000],
  ['/sell/fulfillment/', 100_000],
  ['/sell/metadata/', 5000],
  ['/commerce/taxonomy/', 5000],
  ['/commerce/identity/', 5000],
  ['/identity/', 50_000],
]
const dayMs = 86_400_000

export class Quotas {
  readonly #now: () => Date
  readonly #used = new Map<string, number>()
  #day = 0

  constructor(now: () => Date) {
    this.#now = now
  }
  /** @returns null, or the seconds until the next day when this API's calls are used up */
  count(path: string): number | null {
    const time = this.#now().getTime()
    const day = Math.floor(time / dayMs)
    if (day !== this.#day) {
      this.#day = day
      this.#used.clear()
    }
    const [prefix, calls] = daily.find(([start]) => path.startsWith(start)) ?? ['', Infinity]
    const used = this.#used.get(prefix) ?? 0
    if (used >= calls) return Math.ceil(((day + 1) * dayMs - time) / 1000)
    this.#used.set(prefix, used + 1)
    return null
  }
}
