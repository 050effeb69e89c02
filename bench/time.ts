import { percentile } from './report.ts'

/** Asks two addresses in turn, so that both see the same machine. @returns milliseconds of each, the first tenth left out as warm-up */
export async function inTurn(rounds: number, ...asks: (() => Promise<unknown>)[]): Promise<{ p50: number; p95: number }[]> {
  const samples: number[][] = asks.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, ask] of asks.entries()) {
      const began = performance.now()
      await ask()
      if (round >= rounds / 10) samples[at]?.push(performance.now() - began)
    }
  }
  return samples.map((s) => ({ p50: percentile(s, 0.5), p95: percentile(s, 0.95) }))
}

/** Requests per second with this many at once, over a bounded number of requests. */
export async function perSecond(requests: number, atOnce: number, ask: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < requests) await ask(next++)
  }))
  return (requests * 1000) / (performance.now() - began)
}
