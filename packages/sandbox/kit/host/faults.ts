export const faultKinds = [
  'error500',
  'timeout',
  'timeout_after_commit',
  'rate_limit',
  'drop_webhook',
  'duplicate_webhook',
  'reorder_webhooks',
  'expire_token',
  'revoke_token',
  'forbidden',
  'quota',
  'take_away',
  'take_category',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Strikes the next `count` matching requests or webhooks, or each with the chance `rate`. */
export interface Fault {
  channel: string
  kind: FaultKind
  count?: number
  rate?: number
}

/** What is to go wrong. Chance is seeded: the same requests in the same order meet the same faults. */
export class Faults {
  #faults: Fault[] = []
  readonly #seed: number
  #random: () => number

  constructor(seed = 1) {
    this.#seed = seed
    this.#random = seeded(seed)
  }
  /** A rate replaces the rate that stood for the same channel and kind; rate 0 takes the kind's faults away. */
  add(fault: Fault): void {
    if (fault.rate !== undefined) {
      const same = (f: Fault) => f.channel === fault.channel && f.kind === fault.kind
      this.#faults = this.#faults.filter((f) => !same(f) || (fault.rate !== 0 && f.rate === undefined))
      if (fault.rate === 0) return
    }
    this.#faults.push({ ...fault })
  }
  pending(): Fault[] {
    return this.#faults.map((fault) => ({ ...fault }))
  }
  clear(channel?: string): void {
    this.#faults = channel === undefined ? [] : this.#faults.filter((fault) => fault.channel !== channel)
    if (channel === undefined) this.#random = seeded(this.#seed)
  }
  /** Whether a fault of this kind strikes now; uses one up. */
  strikes(channel: string, kind: FaultKind): boolean {
    for (const fault of this.#faults) {
      if (fault.channel !== channel || fault.kind !== kind) continue
      if (fault.rate !== undefined) {
        if (this.#random() < fault.rate) return true
      } else if (fault.count !== undefined) {
        fault.count--
        if (fault.count === 0) this.#faults = this.#faults.filter((f) => f !== fault)
        return true
      }
    }
    return false
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
