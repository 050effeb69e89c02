import type { Refused } from './errors.ts'
import { tooMany } from './errors.ts'

/** Calls in a second and calls at once, of a token and of the app with all of its tokens. */
const most = { token: 16, tokenAtOnce: 5, app: 50, appAtOnce: 10 }
/** How long a token whose calls were used up is refused; invented. */
const usedUpSeconds = 60

/** What has been asked within the last second, and what is being answered. */
export class Quotas {
  readonly #now: () => Date
  readonly #recent = new Map<string, number[]>()
  readonly #running = new Map<string, number>()
  readonly #blocked = new Map<string, number>()

  constructor(now: () => Date) {
    this.#now = now
  }
  useUp(token: string): void {
    this.#blocked.set(token, this.#now().getTime() + usedUpSeconds * 1000)
  }
  refill(): void {
    this.#recent.clear()
    this.#blocked.clear()
  }
  /** Counts a call. @returns what refuses it, null where it may go: then `leave` ends it */
  enter(token: string): Refused | null {
    const now = this.#now().getTime()
    if ((this.#blocked.get(token) ?? 0) > now) return tooMany('tokenLimit', most.token)
    const [own, app] = [this.#within(token, now), this.#within('', now)]
    if (own.length >= most.token) return tooMany('tokenLimit', most.token)
    if (app.length >= most.app) return tooMany('crossTokenLimit', most.app)
    if (this.#atOnce(token) >= most.tokenAtOnce) return tooMany('tokenConcurrentLimit', most.tokenAtOnce, 1)
    if (this.#atOnce('') >= most.appAtOnce) return tooMany('crossTokenConcurrentLimit', most.appAtOnce, 1)
    for (const [key, list] of [
      [token, own],
      ['', app],
    ] as const) {
      list.push(now)
      this.#recent.set(key, list)
      this.#running.set(key, this.#atOnce(key) + 1)
    }
    return null
  }
  leave(token: string): void {
    for (const key of [token, '']) this.#running.set(key, Math.max(0, this.#atOnce(key) - 1))
  }
  #atOnce(key: string): number {
    return this.#running.get(key) ?? 0
  }
  #within(key: string, now: number): number[] {
    return (this.#recent.get(key) ?? []).filter((at) => at > now - 1000)
  }
}
