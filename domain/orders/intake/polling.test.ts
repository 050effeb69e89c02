import { describe, expect, it } from 'vitest'
import { restFor, stretchFor } from './polling.ts'

const HOUR = 3600
describe('looking for orders', () => {
  it.each([
    ['an order came just now', 30, { quietSeconds: 60, calls: false }, 30],
    ['nothing since this morning', 30, { quietSeconds: 5 * HOUR, calls: false }, 60],
    ['nothing for a day', 30, { quietSeconds: 30 * HOUR, calls: false }, 240],
    ['nothing for weeks', 30, { quietSeconds: 900 * HOUR, calls: false }, 600],
    ['the channel calls us', 30, { quietSeconds: 60, calls: true }, 300],
    ['it calls us, and nothing comes', 30, { quietSeconds: 900 * HOUR, calls: true }, 900],
    ['a channel that wants to be asked seldom', 3600, { quietSeconds: 0, calls: false }, 3600],
  ])('rests while %s', (_, usual, quiet, seconds) => {
    expect(restFor(usual, quiet)).toBe(seconds)
  })

  const day = (rests: number[], stretch: number) => rests.reduce((sum, rest) => sum + 86_400 / (rest * stretch), 0)
  it.each([
    ['34 busy sellers on a keyset of 100,000', Array<number>(34).fill(30), 100_000],
    ['1,000 sellers, a tenth of them busy', [...Array<number>(100).fill(30), ...Array<number>(900).fill(600)], 100_000],
    ['40 busy sellers on 5,000 calls', Array<number>(40).fill(30), 5000],
  ])('never takes more than half of the day: %s', (_, rests, calls) => {
    const stretch = stretchFor(rests, { calls, seconds: 86_400 })
    expect(day(rests, stretch)).toBeLessThanOrEqual(calls / 2 + 1)
    expect(day(rests, stretch)).toBeGreaterThan(calls / 2 - 1000)
  })
  it('does not slow down where there is enough, and waits for the next day where nothing is left', () => {
    expect(stretchFor([30, 30], { calls: 100_000, seconds: 86_400 })).toBe(1)
    expect(stretchFor([30], { calls: 0, seconds: 7200 }) * 30).toBe(7200)
    expect(stretchFor([], { calls: 0, seconds: 7200 })).toBe(1)
  })
})
