/** A source of chance that always gives the same: two demos are one shop. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<T>(of: readonly T[]): T
}

/** Mulberry32, a generator of 32 bits by Tommy Ettinger, in the public domain. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(of: readonly T[]): T => of[between(0, of.length - 1)] as T // no list here is empty
  return { next, between, pick }
}

/** Does `work` for every item, `lanes` at a time. @returns the answers in order */
export async function inLanes<I, O>(
  items: readonly I[],
  lanes: number,
  work: (item: I, at: number) => Promise<O>,
): Promise<O[]> {
  const answers: O[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const at = next++
      answers[at] = await work(items[at] as I, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return answers
}
