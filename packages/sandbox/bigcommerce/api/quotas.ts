/** Calls in a window of 30 seconds that a Standard store gives all of its apps together. */
const perWindow = 150
const windowMs = 30_000

/** One count for each store. */
export class Quotas {
  readonly #now: () => Date
  readonly #windows = new Map<string, { endsAt: number; used: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }
  #window(store: string) {
    const now = this.#now().getTime()
    const known = this.#windows.get(store)
    if (known && known.endsAt > now) return known
    const fresh = { endsAt: now + windowMs, used: 0 }
    this.#windows.set(store, fresh)
    return fresh
  }
  /** @returns whether there was one left */
  count(store: string): boolean {
    const window = this.#window(store)
    if (window.used >= perWindow) return false
    window.used += 1
    return true
  }
  useUp(store: string): void {
    this.#window(store).used = perWindow
  }
  refill(): void {
    this.#windows.clear()
  }
  /** What every answer tells. */
  headers(store: string): Record<string, string> {
    const { endsAt, used } = this.#window(store)
    return {
      'x-rate-limit-time-window-ms': String(windowMs),
      'x-rate-limit-time-reset-ms': String(Math.max(1, endsAt - this.#now().getTime())),
      'x-rate-limit-requests-quota': String(perWindow),
      'x-rate-limit-requests-left': String(perWindow - used),
    }
  }
}
