/** Calls of a minute, as published: of one user in a project, and of the project. */
const mine = 60
const ours = 300

type Kind = 'Read' | 'Write'

/** Counts reads and writes by the minute; each minute begins anew. */
export class Quotas {
  readonly #now: () => Date
  #minute = 0
  #used = new Map<string, number>()
  constructor(now: () => Date) {
    this.#now = now
  }
  /** @returns whether this call is still allowed */
  count(kind: Kind, user: string): boolean {
    const minute = Math.floor(this.#now().getTime() / 60_000)
    if (minute !== this.#minute) this.refill(minute)
    const keys = [`${kind} ${user}`, kind]
    if ((this.#used.get(keys[0] ?? '') ?? 0) >= mine || (this.#used.get(kind) ?? 0) >= ours) return false
    for (const key of keys) this.#used.set(key, (this.#used.get(key) ?? 0) + 1)
    return true
  }
  useUp(): void {
    this.#minute = Math.floor(this.#now().getTime() / 60_000)
    for (const kind of ['Read', 'Write']) this.#used.set(kind, ours)
  }
  refill(minute = 0): void {
    this.#minute = minute
    this.#used = new Map()
  }
}
