import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from '#domain/testing/stock/time.ts'
import { type Heard, type Sent, knows, mayRepeat, outcomeOf, send } from '#server/testing/history/client.ts'
import type { Member, Stand } from './stand.ts'

/** A repeat comes after so many milliseconds, twice as many each time, at most `MOST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 250
const MOST_PAUSE_MS = 1000
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
  /** From the first request to a known outcome, of the writes that had to be sent again: with the time in which nothing could answer. */
  readonly settledMs: number[] = []
  /** The same from the first request that was sent when all processes answered again. */
  readonly sinceMendedMs: number[] = []
  readonly #stand: Stand
  readonly #chance: Chance
  /** Browsers keep their connections, too: those to each process. */
  readonly #agents = new Map<Member, http.Agent>()
  /** Since when all processes answer; undefined while one does not. */
  #mendedAt: number | undefined = 0

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
    let [mendedAt, sinceMended]: [number | undefined, number | undefined] = [undefined, undefined]
    while (!givesUp && isOpen(heard) && performance.now() - began < PATIENCE_MS) {
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, MOST_PAUSE_MS)
      if (mendedAt !== this.#mendedAt) {
        mendedAt = this.#mendedAt
        sinceMended = mendedAt === undefined ? undefined : performance.now()
      }
      heard.push(await this.once(sent))
    }
    if (heard.length > 1 && !isOpen(heard)) {
      this.settledMs.push(performance.now() - began)
      // What breaks again before it is answered says nothing of the repeat.
      if (sinceMended !== undefined && mendedAt === this.#mendedAt)
        this.sinceMendedMs.push(performance.now() - sinceMended)
    }
    this.#count(kind, heard)
    return heard
  }

  once(sent: Sent, hangsUp = false): Promise<Heard> {
    const member = this.#chance.pick(this.#stand.apis)
    if (!member) throw new Error('There is no process to write to.')
    return send(member.port, sent, hangsUp, hangsUp ? false : this.#agentOf(member))
  }

  /** Breaks all connections to a process, whatever is on its way; new ones go through. */
  cut(member: Member): void {
    this.#agents.get(member)?.destroy()
    this.#agents.delete(member)
  }

  /** Something breaks now. */
  broken(): void {
    this.#mendedAt = undefined
  }
  /** All processes answer. */
  mended(): void {
    this.#mendedAt = performance.now()
  }

  #agentOf(member: Member): http.Agent {
    const agent = this.#agents.get(member) ?? new http.Agent({ keepAlive: true, maxSockets: 128 })
    this.#agents.set(member, agent)
    return agent
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
