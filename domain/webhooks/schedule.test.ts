import { describe, expect, it } from 'vitest'
import { DOWN_AFTER, holdAfter, nextTry, waits } from './schedule.ts'

const at = new Date('2026-03-01T00:00:00Z')
const secondsTo = (then: Date | undefined) => then && (then.getTime() - at.getTime()) / 1000
const failure = (status: number | null, retryAfterSeconds?: number) => ({ status, retryAfterSeconds })

describe('when a webhook is tried again', () => {
  it('ten tries are made in 75 hours and 35 minutes, then none', () => {
    expect(waits).toHaveLength(9)
    expect(waits.reduce((sum, ms) => sum + ms) / 60_000).toBeCloseTo(75 * 60 + 35, 0)
    expect(secondsTo(nextTry(at, 1, 0.5))).toBe(5)
    expect(secondsTo(nextTry(at, 9, 0.5))).toBe(24 * 3600)
    expect(nextTry(at, 10, 0.5)).toBeUndefined()
  })
  it('a wait is spread by a tenth in each direction', () => {
    expect([secondsTo(nextTry(at, 2, 0)), secondsTo(nextTry(at, 2, 1))]).toEqual([270, 330])
  })
  it.each([
    ['one server error holds nothing else up', 1, failure(500), undefined],
    ['one answer without a status holds nothing else up', 1, failure(null), undefined],
    ['a receiver that asks for a pause gets it', 1, failure(429, 60), 60],
    ['a pause is an hour at most', 1, failure(503, 86_400), 3600],
    ['a gateway error pauses for a moment', 1, failure(502), 5],
    ['Retry-After counts only with an answer that asks to slow down', 1, failure(500, 60), undefined],
    ['a receiver that fails in a row counts as down', DOWN_AFTER, failure(500), 5],
    ['a receiver that stays down is tried once an hour', DOWN_AFTER + 20, failure(null), 3600],
  ])('%s', (_, failures, failed, seconds) => {
    expect(secondsTo(holdAfter(at, failures, failed))).toBe(seconds)
  })
})
