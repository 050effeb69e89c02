import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { HOURS, type Limit, limitTries, forgetTries, forgiveTry, withinLimit } from './limits.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

/** The services at a time. */
const at = (time: string): Services => ({
  ...app.services,
  clock: { ...app.services.clock, now: () => new Date(`2026-03-01T${time}Z`) },
})
const twice = (key: string): Limit => ({ key, max: 2, seconds: HOURS })
/** How long a try has to wait, in seconds. */
const wait = (time: string, ...limits: Limit[]) =>
  limitTries(at(time), limits).then(
    () => 0,
    (error: unknown) => (error instanceof AppError ? error.retryAfterSeconds : error),
  )

describe('limits of tries', () => {
  it('are counted from the first try on, over a full hour, and begin anew after it', async () => {
    const limit = twice('over-the-hour')
    expect(await wait('09:59:59', limit)).toBe(0)
    expect(await wait('10:00:00', limit)).toBe(0)
    expect(await wait('10:00:01', limit)).toBe(3598)
    expect(await wait('10:59:58.500', limit)).toBe(1)
    expect(await wait('10:59:59', limit)).toBe(0)
    expect(await wait('11:30:00', limit)).toBe(0)
    expect(await wait('11:30:00', limit)).toBe(1799)
  })

  it('each with its own time, and the longest wait is told', async () => {
    const short = { key: 'short', max: 1, seconds: 30 }
    const long = { key: 'long', max: 1, seconds: HOURS }
    await limitTries(at('09:00:00'), [short, long])
    expect(await wait('09:00:10', short, long)).toBe(3590)
    expect(await withinLimit(at('09:00:30'), short)).toBe(true)
    expect(await withinLimit(at('09:00:30'), long)).toBe(false)
  })

  it('tries at once are each counted, and one that was right is not', async () => {
    const limit = twice('at-once')
    const five = await Promise.all(Array.from({ length: 5 }, () => withinLimit(at('12:00:00'), limit)))
    expect(five.filter(Boolean)).toHaveLength(2)
    await forgiveTry(at('12:00:00'), [limit])
    await forgiveTry(at('12:00:00'), [limit])
    await forgiveTry(at('12:00:00'), [limit])
    await forgiveTry(at('12:00:00'), [limit])
    expect(await withinLimit(at('12:00:00'), limit)).toBe(true)
    expect(await withinLimit(at('12:00:00'), limit)).toBe(false)
  })

  it('are forgotten when they are over, and not before', async () => {
    const limit = twice('forgotten')
    await limitTries(at('09:00:00'), [limit])
    const left = async () =>
      app.services.database.system.selectFrom('rateLimits').select('tries').where('key', '=', limit.key).execute()
    await forgetTries(app.services, new Date('2026-03-01T10:00:00Z'))
    expect(await left()).toHaveLength(1)
    await forgetTries(app.services, new Date('2026-03-01T10:00:01Z'))
    expect(await left()).toEqual([])
  })
})
