// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { away, says, show } from '#web/testing/screen.tsx'
import { type AnalyticsSearch, rangeOf } from './address.ts'
import { useMovingDays, useToday } from './use-today.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  away()
  vi.useRealTimers()
})

let moved: object[] = []
function Page({ search }: { search: AnalyticsSearch }) {
  const today = useToday('Europe/Zurich')
  useMovingDays(search, today, (to) => moved.push(to))
  const [followed, setFollowed] = useState('')
  // Effects run in order: now it is known whether the days moved.
  useEffect(() => setFollowed(today), [today])
  const { startDate, endDate } = rangeOf(search, today)
  return (
    <p>
      Today {followed}: {startDate} to {endDate}
    </p>
  )
}
/** Opens the page on the 28th in Zurich, and leaves it alone until the next day. */
async function overnight(search: AnalyticsSearch) {
  moved = []
  vi.setSystemTime('2026-11-27T23:58:30Z')
  show(<Page search={search} />)
  await says('Today 2026-11-28')
  vi.advanceTimersByTime(24 * 3_600_000)
  await says('Today 2026-11-29')
}

it('a page that stands open overnight goes on to the new day, though nobody touches it', async () => {
  await overnight({})
  await says('2026-10-31 to 2026-11-29')
  expect(moved).toEqual([])
})

it('a preset goes along, also where the address names its days; other days stay', async () => {
  await overnight({ startDate: '2026-11-22', endDate: '2026-11-28' })
  expect(moved).toEqual([{ startDate: '2026-11-23', endDate: '2026-11-29' }])
  await overnight({ startDate: '2026-11-20', endDate: '2026-11-26' })
  expect(moved).toEqual([])
  await overnight({ startDate: '2026-11-10', endDate: '2026-11-28' })
  expect(moved).toEqual([])
})
