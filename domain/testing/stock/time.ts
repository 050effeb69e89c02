/** A small generator with a seed, so that a failure can be repeated (mulberry32). */
export function chanceOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    /** Whole seconds or pieces, both ends included. */
    between: (from: number, to: number) => from + below(to - from + 1),
    happens: (share: number) => next() < share,
    pick: <T>(of: readonly T[]): T | undefined => of[below(of.length)],
  }
}
export type Chance = ReturnType<typeof chanceOf>

interface Due {
  at: number
  n: number
  what: () => void
}

/** Virtual time in seconds: what is due happens in order, at once as far as the machine is concerned. */
export class Time {
  now = 0
  private n = 0
  private readonly due: Due[] = []

  after(seconds: number, what: () => void): void {
    const task = { at: this.now + seconds, n: (this.n += 1), what }
    let i = this.due.length
    this.due.push(task)
    while (i > 0) {
      const up = (i - 1) >> 1
      const parent = this.due[up] as Due
      if (!isBefore(task, parent)) break
      this.due[i] = parent
      i = up
    }
    this.due[i] = task
  }

  /** @param each called after all that happens */
  runUntil(end: number, each: () => void): void {
    for (let next = this.due[0]; next && next.at <= end; next = this.due[0]) {
      this.take()
      this.now = next.at
      next.what()
      each()
    }
    this.now = end
  }

  private take(): void {
    const last = this.due.pop() as Due
    if (this.due.length === 0) return
    let i = 0
    for (;;) {
      let down = 2 * i + 1
      if (down >= this.due.length) break
      const right = this.due[down + 1]
      if (right && isBefore(right, this.due[down] as Due)) down += 1
      const child = this.due[down] as Due
      if (!isBefore(child, last)) break
      this.due[i] = child
      i = down
    }
    this.due[i] = last
  }
}
const isBefore = (a: Due, b: Due) => a.at < b.at || (a.at === b.at && a.n < b.n)
