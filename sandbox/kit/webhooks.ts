import { setTimeout as wait } from 'node:timers/promises'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'

export interface Hook {
  url: string
  headers: Record<string, string>
  body: string
}
interface Pending extends Hook {
  id: string
  tries: number
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
  readonly #stopped = new AbortController()
  #held: { hook: Pending; timer: NodeJS.Timeout } | undefined

  constructor(channel: string, store: Store, faults: Faults) {
    this.#channel = channel
    this.#store = store
    this.#faults = faults
    for (const hook of store.list<Pending>('webhook')) void this.#bring(hook)
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
  /** Forgets what has not arrived yet. */
  clear(): void {
    if (this.#held) clearTimeout(this.#held.timer)
    this.#held = undefined
    this.#store.clear(['webhook'])
  }

  #keep(hook: Hook): Pending {
    const pending = { ...hook, id: String(this.#store.nextNumber('webhook')), tries: 0 }
    this.#store.put('webhook', pending.id, pending)
    return pending
  }
  #send(hook: Pending): void {
    const held = this.#held
    if (held) {
      clearTimeout(held.timer)
      this.#held = undefined
      // The later one first, until it has arrived: only then do they come the wrong way round.
      void Promise.race([this.#bring(hook), this.#pause(longestHoldMs)]).then(() => this.#bring(held.hook))
    } else if (this.#faults.strikes(this.#channel, 'reorder_webhooks')) {
      const timer = setTimeout(() => {
        this.#held = undefined
        void this.#bring(hook)
      }, longestHoldMs)
      this.#held = { hook, timer }
    } else void this.#bring(hook)
  }
  async #bring(hook: Pending): Promise<void> {
    for (let tries = hook.tries; tries <= pausesMs.length; tries++) {
      if (this.#stopped.signal.aborted || !this.#store.get('webhook', hook.id)) return
      const taken = await this.#post(hook)
      if (this.#stopped.signal.aborted || !this.#store.get('webhook', hook.id)) return
      const pause = pausesMs[tries]
      if (taken || pause === undefined) break
      this.#store.put('webhook', hook.id, { ...hook, tries: tries + 1 })
      await this.#pause(pause)
    }
    this.#store.delete('webhook', hook.id)
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
