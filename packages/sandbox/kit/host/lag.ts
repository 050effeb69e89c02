import type { Store } from './store.ts'

/**
 * Seconds after a sale until its order can be seen, until a webhook leaves, until a picture is ready; and until a number that was set is shown,
 * where the channel does that late.
 */
export interface Lag {
  orders: number
  webhooks: number
  images: number
  stock?: number
}

/** As real channels are on a good day. */
const usualLag: Lag = { orders: 1, webhooks: 0.5, images: 1, stock: 1 }
export const noLag: Lag = { orders: 0, webhooks: 0, images: 0 }

/** How late one channel is; what was chosen survives the process. */
export class LagOfChannel {
  readonly #store: Store
  readonly #first: Lag

  constructor(store: Store, first: Lag = usualLag) {
    this.#store = store
    this.#first = first
  }
  get(): Lag {
    return this.#store.get<Lag>('lag', 'lag') ?? this.#first
  }
  set(change: Partial<Lag>): void {
    this.#store.put('lag', 'lag', { ...this.get(), ...change })
  }
  /** As it was at the first start. */
  reset(): void {
    this.#store.clear(['lag'])
  }
}
