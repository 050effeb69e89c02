import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from '#domain/testing/stock/time.ts'
import { type Heard, type Sent, knows, mayRepeat, outcomeOf, send } from '#server/testing/history/client.ts'
import type { Stand } from './stand.ts'

/** A repeat comes after so many milliseconds, twice as many each time, at most `MOST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 250
const MOST_PAUSE_MS = 3000
/** An unknown outcome is asked for again for at least so long: a database comes back sooner. */
const PATIENCE_MS = 60_000

/** What was heard of all writes of a kind. */
export interface Count {
  saved: number
  rejected: number
  unknown: number
  /** Requests, with the repeats. */
  requests: number
}

/** Sends writes as a browser does: again with its key while the outcome is unknown, to whichever process answers. */
export class Clients {
  readonly byKind = new Map<string, Count>()
  /** Of what was rejected, by kind and code. */
  readonly rejections = new Map<string, number>()
  /** From the first request to a known outcome, of the writes that had to be sent again. */
  readonly settledMs: number[] = []
  readonly #stand: Stand
  readonly #chance: Chance
  /** Browsers keep their connections, too; a cut breaks all that are on their way. */
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 256 })

  constructor(stand: Stand, chance: Chance) {
    this.#stand = stand
    this.#chance = chance
  }

  /** Sends a write until its sender knows, or gives up. @returns all that was heard */
  async settle(kind: string, sent: Sent): Promise<Heard[]> {
    const givesUp = this.#chance.happens(0.1)
    const began = performance.now()
    const heard = [await this.once(sent, this.#chance.happens(0.05))]
    let pauseMs = FIRST_PAUSE_MS
    while (!givesUp && isOpen(heard) && performance.now() - began < PATIENCE_MS) {
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)
      heard.push(await this.once(sent))
    }
    if (heard.length > 1 && !isOpen(heard)) this.settledMs.push(performance.now() - began)
    this.#count(kind, heard)
    return heard
  }

  once(sent: Sent, hangsUp = false): Promise<Heard> {
    const member = this.#chance.pick(this.#stand.apis)
    return send(member?.clients.port ?? 0, sent, hangsUp, hangsUp ? false : this.#agent)
  }

  written(): number {
    const { saved, rejected, unknown } = this.total()
    return saved + rejected + unknown
  }

  total(): Count {
    const sum = { saved: 0, rejected: 0, unknown: 0, requests: 0 }
    for (const count of this.byKind.values())
      for (const name of ['saved', 'rejected', 'unknown', 'requests'] as const) sum[name] += count[name]
    return sum
  }

  #count(kind: string, heard: readonly Heard[]): void {
    const count = this.byKind.get(kind) ?? { saved: 0, rejected: 0, unknown: 0, requests: 0 }
    const outcome = outcomeOf(heard)
    count[outcome === 'not saved' ? 'rejected' : outcome] += 1
    count.requests += heard.length
    const name = `${kind}: ${heard.at(-1)?.code}`
    if (outcome === 'not saved') this.rejections.set(name, (this.rejections.get(name) ?? 0) + 1)
    this.byKind.set(kind, count)
  }
}

const isOpen = (heard: readonly Heard[]): boolean => {
  const last = heard.at(-1)
  return last !== undefined && (mayRepeat(last) || knows(last) === 'unknown')
}

/** A history as it is printed beside a violation. */
export const answersOf = (heard: readonly Heard[]): string =>
  heard.map(({ status, code }) => (code ? `${status} ${code}` : String(status || 'no answer'))).join(', ')
