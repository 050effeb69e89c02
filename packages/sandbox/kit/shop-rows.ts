import type { SimContext } from './simulator.ts'

/** One seller's data: rows of several kinds, apart from those of other sellers. `Rows` maps each kind to its type. */
export abstract class ShopRows<Rows extends object> {
  readonly context: SimContext
  readonly #owner: string | number
  readonly #kinds: readonly (keyof Rows & string)[]

  constructor(context: SimContext, owner: string | number, kinds: readonly (keyof Rows & string)[]) {
    this.context = context
    this.#owner = owner
    this.#kinds = kinds
  }
  get<K extends keyof Rows & string>(kind: K, id: number | string): Rows[K] | undefined {
    return this.context.store.get<Rows[K]>(this.#nameOf(kind), String(id))
  }
  list<K extends keyof Rows & string>(kind: K): Rows[K][] {
    return this.context.store.list<Rows[K]>(this.#nameOf(kind))
  }
  put<K extends keyof Rows & string>(kind: K, id: number | string, value: Rows[K]): void {
    this.context.store.put(this.#nameOf(kind), String(id), value)
  }
  delete(kind: keyof Rows & string, id: number | string): void {
    this.context.store.delete(this.#nameOf(kind), String(id))
  }
  together<T>(work: () => T): T {
    return this.context.store.together(work)
  }
  /** Empties the shop, except for what it had before any app touched it. */
  clear(): void {
    this.context.store.clear(this.#kinds.map((kind) => this.#nameOf(kind)))
    this.seed()
  }
  /** Adds what a shop has before any app touches it. */
  abstract seed(): void
  #nameOf(kind: string): string {
    return `${this.#owner}/${kind}`
  }
}

/** Sellers in the order in which they connected; those that never did come first. */
export const byConnection = <T extends { connected?: number }>(sellers: readonly T[]): T[] =>
  sellers.toSorted((a, b) => (a.connected ?? 0) - (b.connected ?? 0))
