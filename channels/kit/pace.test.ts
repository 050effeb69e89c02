import { describe, expect, it } from 'vitest'
import { makePace } from './pace.ts'

const stage = (requestsPerSecond: number, concurrency: number) => {
  let now = 0
  const pace = makePace({ requestsPerSecond, concurrency, clock: () => now, sleep: async (ms) => void (now += ms) })
  return { pace, now: () => now }
}

describe('pace', () => {
  it('lets one second of requests through at once, then spaces the rest', async () => {
    const { pace, now } = stage(2, 10)
    const at: number[] = []
    await Promise.all([1, 2, 3, 4].map(() => pace(async () => void at.push(now()))))
    expect(at.slice(0, 2)).toEqual([0, 0])
    expect(now()).toBe(1000)
  })
  it('never runs more than `concurrency` at once and goes on after a failure', async () => {
    const { pace } = stage(1000, 2)
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      throw new Error('refused')
    }
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => pace(work)))
    expect(most).toBe(2)
    expect(results.every((r) => r.status === 'rejected')).toBe(true)
  })
})
