import { setTimeout as delay } from 'node:timers/promises'
import type { Chance } from '#domain/testing/stock/time.ts'
import type { Clients } from './clients.ts'
import type { Member, Stand } from './stand.ts'

const faults = [
  'a commit unsent',
  'a commit unanswered',
  'the database away before a commit',
  'the database away after a commit',
  'connections to the database cut',
  'connections of clients cut',
  'api killed',
  'worker killed',
  'database killed',
  'sandbox killed',
  'slow disk',
  'clock jump',
] as const
export type Fault = (typeof faults)[number]
/** Come twice as often as the others. */
const kills = faults.filter((fault) => fault.endsWith('killed'))

/** What a clock is off by at most. */
const MOST_SKEW_S = 600

/** Breaks things in turn until it is stopped, and mends them. What it does follows from the seed; when exactly, from the machine. */
export class Adversary {
  readonly counts = new Map<Fault, number>()
  readonly #stand: Stand
  readonly #clients: Clients
  readonly #chance: Chance
  readonly #log: (line: string) => void
  #isOver = false

  constructor(stand: Stand, clients: Clients, chance: Chance, log: (line: string) => void) {
    this.#stand = stand
    this.#clients = clients
    this.#chance = chance
    this.#log = log
  }

  /** Processes that were ended by SIGKILL. */
  get kills(): number {
    return [...this.counts].reduce((sum, [fault, n]) => sum + (fault.endsWith('killed') ? n : 0), 0)
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      await delay(300 + this.#chance.below(2500))
      const fault = this.#chance.pick([...faults, ...kills])
      if (!fault || this.#isOver) continue
      this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1)
      this.#log(`adversary: ${fault}`)
      this.#clients.broken()
      await this.#strike(fault)
      const strikes = this.#strikes()
      void this.#stand.answers().then(() => strikes === this.#strikes() && this.#clients.mended())
    }
  }
  stop(): void {
    this.#isOver = true
  }

  #strikes(): number {
    return [...this.counts.values()].reduce((sum, n) => sum + n, 0)
  }

  async #strike(fault: Fault): Promise<void> {
    const stand = this.#stand
    const api = this.#chance.pick(stand.apis)
    const worker = this.#chance.pick(stand.workers)
    const member = this.#chance.happens(0.7) ? api : worker
    if (!api || !worker || !member) return
    if (fault === 'api killed') return stand.restart(api, this.#chance.below(1500))
    if (fault === 'worker killed') return stand.restart(worker, this.#chance.below(1500))
    if (fault === 'database killed') return stand.killDatabase()
    if (fault === 'sandbox killed') return stand.killSandbox()
    if (fault === 'connections to the database cut') return member.database.cut()
    if (fault === 'connections of clients cut') return this.#clients.cut(api)
    if (fault === 'slow disk') return this.#slow()
    if (fault === 'clock jump') return this.#jump(member)
    member.database.breakNextCommit(
      fault.endsWith('unsent') || fault.endsWith('before a commit') ? 'unsent' : 'unanswered',
      fault.startsWith('the database away') ? 'down' : undefined,
    )
    await delay(500 + this.#chance.below(1500))
    member.database.mend()
  }

  async #slow(): Promise<void> {
    await this.#stand.slowDisk(true)
    await delay(2000 + this.#chance.below(3000))
    await this.#stand.slowDisk(false)
  }

  async #jump(member: Member): Promise<void> {
    member.skew(this.#chance.between(-MOST_SKEW_S, MOST_SKEW_S) * 1000)
    await delay(2000 + this.#chance.below(3000))
    member.skew(0)
  }
}
