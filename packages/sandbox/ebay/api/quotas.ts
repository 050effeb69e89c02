/** Calls per app and day, as eBay gives them to a new app. */
const daily: [prefix: string, calls: number][] = [
  ['/sell/inventory/', 2_000_000],
  ['/sell/account/', 25_000],
  ['/sell/fulfillment/', 100_000],
  ['/sell/metadata/', 5000],
  ['/commerce/taxonomy/', 5000],
  ['/commerce/identity/', 5000],
  ['/commerce/notification/', 10_000],
  ['/buy/marketplace_insights/', 5000],
  ['/identity/', 50_000],
]
const dayMs = 86_400_000
const quotaOf = (path: string): [prefix: string, calls: number] =>
  daily.find(([start]) => path.startsWith(start)) ?? ['', Infinity]

export class Quotas {
  readonly #now: () => Date
  readonly #used = new Map<string, number>()
  #day = 0

  constructor(now: () => Date) {
    this.#now = now
  }
  /** Nothing is left of this API's calls until the next day. */
  useUp(path: string): void {
    this.#dayOf(this.#now().getTime())
    const [prefix, calls] = quotaOf(path)
    this.#used.set(prefix, calls)
  }
  /** As getRateLimits tells them. */
  asRateLimits(): object[] {
    const day = this.#dayOf(this.#now().getTime())
    return daily.flatMap(([prefix, limit]) => {
      const [context = '', name] = prefix.split('/').filter(Boolean)
      if (!name) return []
      const remaining = Math.max(0, limit - (this.#used.get(prefix) ?? 0))
      const reset = new Date((day + 1) * dayMs).toISOString()
      const rates = [{ count: limit - remaining, limit, remaining, reset, timeWindow: dayMs / 1000 }]
      return [
        { apiContext: context, apiName: name, apiVersion: 'v1', resources: [{ name: `${context}.${name}`, rates }] },
      ]
    })
  }
  refill(): void {
    this.#used.clear()
  }
  /** @returns null, or the seconds until the next day when this API's calls are used up */
  count(path: string): number | null {
    const time = this.#now().getTime()
    const day = this.#dayOf(time)
    const [prefix, calls] = quotaOf(path)
    const used = this.#used.get(prefix) ?? 0
    if (used >= calls) return Math.ceil(((day + 1) * dayMs - time) / 1000)
    this.#used.set(prefix, used + 1)
    return null
  }
  #dayOf(time: number): number {
    const day = Math.floor(time / dayMs)
    if (day !== this.#day) this.#used.clear()
    this.#day = day
    return day
  }
}
