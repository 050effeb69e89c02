import { percentile } from './report.ts'

/** No measurement takes longer than this; what has been counted by then counts. */
const MOST_MS = 6_000

/** Asks two addresses in turn, so that both see the same machine. @returns milliseconds of each, the first tenth left out as warm-up */
export async function inTurn(
  rounds: number,
  ...asks: (() => Promise<unknown>)[]
): Promise<{ p50: number; p95: number }[]> {
  const samples: number[][] = asks.map(() => [])
  const end = performance.now() + MOST_MS
  for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round += 1) {
    for (const [at, ask] of asks.entries()) {
      const began = performance.now()
      await ask()
      samples[at]?.push(performance.now() - began)
    }
  }
  return samples
    .map((all) => all.slice(Math.ceil(all.length / 10)))
    .map((s) => ({ p50: percentile(s, 0.5), p95: percentile(s, 0.95) }))
}

/** Requests per second with this many at once, over a bounded number of requests. */
export async function perSecond(
  requests: number,
  atOnce: number,
  ask: (n: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < requests && performance.now() - began < MOST_MS) await ask(next++)
    }),
  )
  return (next * 1000) / (performance.now() - began)
}
