import type { Pacing } from '#channels/kit/pace.ts'
import type { Lease, Refused } from './leases.ts'

export interface PurseOptions extends Pacing {
  lease(o: { least: number; want: number }): Promise<Lease>
  /** What to throw instead of waiting so long. */
  tooLong(lease: Refused): Error
}
/** Longer than this nobody waits for a call: whoever wanted it asks again. */
const PATIENCE_MS = 10_000
/** Whoever waits looks again after this: calls that cost less than they might have are given back. */
const LOOK_MS = 250
/** Calls taken in advance of what is asked for, where one lease follows another. */
const MOST_AHEAD = 32

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Calls of one quota that this process has taken in advance; all who wait for one get theirs from the same lease. */
export class Purse {
  readonly #o: Required<PurseOptions>
  #left = 0
  #until = 0
  #wanted = 0
  #ahead = 0
  #leasing: Promise<void> | undefined

  constructor(o: PurseOptions) {
    this.#o = { clock: () => performance.now(), sleep: pause, ...o }
  }

  /** Waits until a call may be sent. @throws what `tooLong` made when it would take too long */
  async take(cost: number): Promise<void> {
    this.#wanted += cost
    try {
      while (!this.#pay(cost)) {
        if (!this.#leasing) return await this.#leaseFor(cost)
        await this.#leasing
      }
    } finally {
      this.#wanted -= cost
    }
  }

  /** Nothing that was taken in advance counts any more. */
  empty(): void {
    this.#left = 0
    this.#until = 0
  }

  #still(): number {
    return this.#o.clock() < this.#until ? this.#left : 0
  }

  #pay(cost: number): boolean {
    if (this.#still() < cost - 1e-6) return false
    this.#left -= cost
    return true
  }

  #leaseFor(cost: number): Promise<void> {
    this.#leasing = this.#lease(cost).finally(() => (this.#leasing = undefined))
    return this.#leasing
  }

  /** Whoever asks is served by the answer, however late it comes: where the database is slow, what it grants may be over before it is here. */
  async #lease(cost: number): Promise<void> {
    const begun = this.#o.clock()
    // Used up before its time: more are needed at once.
    this.#ahead = begun < this.#until ? Math.min(MOST_AHEAD, Math.max(1, this.#ahead * 2)) : 0
    const least = cost - this.#still()
    this.#left = 0
    for (;;) {
      const now = this.#o.clock()
      const lease = await this.#o.lease({ least, want: this.#wanted + this.#ahead })
      if ('granted' in lease) {
        this.#left = lease.granted - least
        this.#until = now + lease.seconds * 1000
        return
      }
      const wait = Math.max(5, Math.ceil(lease.waitSeconds * 1000))
      if (lease.why !== 'flow' || now + wait - begun > PATIENCE_MS) throw this.#o.tooLong(lease)
      await this.#o.sleep(Math.min(wait, LOOK_MS))
    }
  }
}
