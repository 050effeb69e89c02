import type { Store } from './store.ts'

/** The sandbox's time: the machine's, and what it was moved ahead by. It never goes back, not even over a restart. */
export class Clock {
  readonly #store: Store
  /** The machine's time. */
  readonly machine: () => Date
  #ahead: number
  readonly #moved: (() => void)[] = []

  constructor(store: Store, machine: () => Date) {
    this.#store = store
    this.machine = machine
    this.#ahead = store.get<{ ms: number }>('clock', 'ahead')?.ms ?? 0
  }
  now = (): Date => new Date(this.machine().getTime() + this.#ahead)
  /** Seconds that it was moved ahead by. */
  ahead = (): number => this.#ahead / 1000
  advance(seconds: number): void {
    this.#ahead += seconds * 1000
    this.#store.put('clock', 'ahead', { ms: this.#ahead })
    for (const tell of this.#moved) tell()
  }
  /** Calls back whenever the time was moved. */
  onMove(tell: () => void): void {
    this.#moved.push(tell)
  }
}
