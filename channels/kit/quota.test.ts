import { describe, expect, it } from 'vitest'
import { flowOf, forecast, mayTake, takeFrom } from './quota.ts'

/** Asks as fast as it may, each call leaving as late as it may every other time. @returns the most calls in any stretch of `seconds` */
function most(quota: { calls: number; seconds: number; burst?: number }, want: number): number {
  const flow = flowOf({ per: 'account', ...quota })
  const left: number[] = []
  let level = { tokens: flow.capacity, at: 0 }
  for (let now = 0; now < quota.seconds * 4; now += quota.seconds / 200) {
    const result = takeFrom(flow, { tokens: level.tokens, ageSeconds: now - level.at }, { least: 1, want })
    level = { tokens: result.tokens, at: now }
    if (!('granted' in result)) continue
    for (let n = 0; n < Math.floor(result.granted); n++) left.push(n % 2 ? now + flow.holdSeconds : now)
  }
  left.sort((a, b) => a - b)
  return Math.max(...left.map((from) => left.filter((at) => at >= from && at < from + quota.seconds).length))
}

describe('a quota that flows', () => {
  it.each([
    [{ calls: 10, seconds: 1 }],
    [{ calls: 150, seconds: 30 }],
    [{ calls: 60, seconds: 60 }],
    [{ calls: 1, seconds: 1 }],
    [{ calls: 200, seconds: 10, burst: 100 }],
  ])('lets no more through in any stretch than the channel allows, and most of that: %o', (quota) => {
    for (const want of [1, 5, 1000]) {
      expect(most(quota, want)).toBeLessThanOrEqual(quota.calls)
      expect(most(quota, want)).toBeGreaterThan(quota.calls * 0.6)
    }
  })

  it('says how long to wait, and lets a call through that costs more than there can be', () => {
    const flow = { capacity: 10, perSecond: 2, holdSeconds: 1 }
    expect(takeFrom(flow, { tokens: 1, ageSeconds: 1 }, { least: 5, want: 5 })).toEqual({ waitSeconds: 1, tokens: 3 })
    expect(takeFrom(flow, { tokens: 10, ageSeconds: 0 }, { least: 50, want: 50 })).toMatchObject({ tokens: 0 })
  })
})

describe("an account's part of what all accounts share", () => {
  const day = { calls: 5000, accounts: 50, used: 0, mine: 0, reserve: 0 }
  it.each([
    ['its share in any case', { ...day, reserved: 49 * 100 }, 100],
    ['also when others took more than theirs', { ...day, used: 4900, reserved: 0 }, 100],
    ['no more while others may need theirs', { ...day, used: 100, mine: 100, reserved: 49 * 100 }, 0],
    ['what others will not need any more, late in the day', { ...day, used: 100, mine: 100, reserved: 49 * 10 }, 4410],
    ['nothing beyond the whole', { ...day, used: 5000, mine: 100, reserved: 0 }, 0],
    ['everything when it is alone', { calls: 5000, accounts: 1, used: 0, mine: 0, reserved: 0, reserve: 0 }, 5000],
    [
      'what is not kept for those that hurry',
      { ...day, accounts: 1, used: 3900, mine: 3900, reserved: 0, reserve: 1000 },
      100,
    ],
    ['nothing once only that is left', { ...day, accounts: 1, used: 4500, mine: 4500, reserved: 0, reserve: 1000 }, 0],
  ])('is %s', (_, share, allowed) => {
    expect(mayTake(share)).toBe(allowed)
  })
})

it('foresees the end of the day by what was used until now', () => {
  expect(forecast(1000, 21_600, 86_400)).toBe(4000)
  expect(forecast(10, 0, 86_400)).toBe(2400)
})
