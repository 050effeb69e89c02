import { setTimeout as wait } from 'node:timers/promises'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'

export interface Hook {
  url: string
  headers: Record<string, string>
  body: string
  /** The subscription that it is for, where the channel ends one that nobody answers. */
  subscription?: string
}
interface Pending extends Hook {
  id: string
  tries: number
  /** Milliseconds of the sandbox's time before which it is not tried. */
  dueAt: number
}

interface Parts {
  channel: string
  store: Store
  faults: Faults
  now: () => Date
  /** Seconds from an event until its webhook leaves. */
  lag: () => number
  /** Told when the last try has failed, too. */
  gaveUp: (hook: Hook) => void
}

/** Pauses before the retries: real channels wait minutes to hours; a demo cannot. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000]
const longestHoldMs = 3000
const answerWithinMs = 5000

/** Brings webhooks to their receivers, as the faults allow. What is pending survives the process. */
export class Webhooks {
  readonly #channel: string
  readonly #store: Store
  readonly #faults: Faults
  readonly #parts: Parts
  readonly #stopped = new AbortController()
  #moved = new AbortController()
  #held: { hook: Pending; timer: NodeJS.Timeout } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#channel = parts.channel
    this.#store = parts.store
    this.#faults = parts.faults
    for (const hook of this.#store.list<Pending>('webhook')) void this.#bring(hook)
  }

  deliver(hook: Hook): void {
    if (this.#faults.strikes(this.#channel, 'drop_webhook')) return
    const copies = this.#faults.strikes(this.#channel, 'duplicate_webhook') ? 2 : 1
    for (let copy = 0; copy < copies; copy++) this.#send(this.#keep(hook))
  }
  stop(): void {
    if (this.#held) clearTimeout(this.#held.timer)
    this.#stopped.abort()
  }
  /** The sandbox's time was moved: what is due now leaves now. */
  clockMoved(): void {
    this.#moved.abort()
    this.#moved = new AbortController()
  }
  /** Forgets what has not arrived yet. */
  clear(): void {
    if (this.#held) clearTimeout(this.#held.timer)
    this.#held = undefined
    this.#store.clear(['webhook'])
  }

  #keep(hook: Hook): Pending {
    const dueAt = this.#parts.now().getTime() + this.#parts.lag() * 1000
    const pending = { ...hook, id: String(this.#store.nextNumber('webhook')), tries: 0, dueAt }
    this.#store.put('webhook', pending.id, pending)
    return pending
  }
  #send(hook: Pending): void {
    const waiting = this.#held
    if (waiting) {
      clearTimeout(waiting.timer)
      this.#held = undefined
      // The later one first, until it has arrived: only then do they come the wrong way round.
      void Promise.race([this.#bring(hook), this.#pause(longestHoldMs)]).then(() => this.#bring(waiting.hook))
    } else if (this.#faults.strikes(this.#channel, 'reorder_webhooks')) {
      const timer = setTimeout(() => {
        this.#held = undefined
        void this.#bring(hook)
      }, longestHoldMs)
      this.#held = { hook, timer }
    } else void this.#bring(hook)
  }
  async #bring(hook: Pending): Promise<void> {
    let { tries, dueAt } = hook
    for (;;) {
      await this.#until(dueAt)
      if (this.#stopped.signal.aborted || !this.#store.get('webhook', hook.id)) return
      const isAccepted = await this.#post(hook)
      if (this.#stopped.signal.aborted || !this.#store.get('webhook', hook.id)) return
      const pause = pausesMs[tries]
      if (isAccepted) break
      if (pause === undefined) {
        this.#parts.gaveUp(hook)
        break
      }
      tries += 1
      dueAt = this.#parts.now().getTime() + pause
      this.#store.put('webhook', hook.id, { ...hook, tries, dueAt })
    }
    this.#store.delete('webhook', hook.id)
  }
  /** Ends early when the process stops. */
  async #until(dueAt: number): Promise<void> {
    for (;;) {
      const left = dueAt - this.#parts.now().getTime()
      if (left <= 0 || this.#stopped.signal.aborted) return
      const signal = AbortSignal.any([this.#stopped.signal, this.#moved.signal])
      await wait(left, undefined, { signal }).catch(() => undefined)
    }
  }
  /** Stopping ends the pause early; what is undelivered then waits for the next start. */
  #pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
  }
  /** @returns whether the receiver took it: any 2xx */
  async #post(hook: Hook): Promise<boolean> {
    try {
      const answer = await fetch(hook.url, {
        method: 'POST',
        headers: hook.headers,
        body: hook.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      // Nobody there, or no answer in time: the same as a refusal, it is tried again.
      return false
    }
  }
}
