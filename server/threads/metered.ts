import { Meter } from '#domain/products/attributes/meter.ts'
import type { Batch, Outcome } from './pool.ts'

/** Of so many characters nothing is made that takes long; and so many more are read and written for them here, some 3 ms of work. */
const [LIGHT_CHARACTERS, LIGHT_METERED] = [60_000, 300_000]

/** Whether all texts of these values, at any depth, are short together. */
export const isLight = (...values: readonly unknown[]): boolean => roomAfter(values, LIGHT_CHARACTERS) >= 0

function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (typeof value !== 'object' || value === null) return room
  let left = room
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    left = roomAfter(inner, left)
    if (left < 0) return left
  }
  return left
}

/** One item: how it is done here, and what a thread gets and answers. */
export interface MeteredItem<I, T, R> {
  isLight: boolean
  here(meter: Meter): R
  item(): I
  read(result: T): R
}

/** Does light work here at once, as a thread would take longer to be told of it, and all other work on a thread. */
export class MeteredBatch<I, T> {
  readonly #open: () => Batch<I, T>
  #batch: Batch<I, T> | undefined

  constructor(open: () => Batch<I, T>) {
    this.#open = open
  }

  async run<R>({ isLight: isShort, here, item, read }: MeteredItem<I, T, R>): Promise<Outcome<R>> {
    if (isShort) {
      const meter = new Meter(LIGHT_METERED)
      const result = here(meter)
      if (!meter.isOver) return { result }
    }
    this.#batch ??= this.#open()
    const outcome = await this.#batch.run(item())
    return 'result' in outcome ? { result: read(outcome.result) } : outcome
  }

  end(): void {
    this.#batch?.end()
  }
}
