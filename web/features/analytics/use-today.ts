import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayIn } from '#domain/analytics/days.ts'
import { type DayRange, movedOn } from '#domain/analytics/presets.ts'
import type { AnalyticsSearch } from './address.ts'

const LOOK_MS = 60_000

/** What day it is in a time zone, also of a page that stands open overnight, whether somebody comes back to it or it hangs on a wall. */
export function useToday(timeZone: string): string {
  const now = () => dayIn(timeZone, new Date())
  const [today, setToday] = useState(now)
  const look = useEffectEvent(() => setToday(now()))
  useEffect(() => {
    const lookNow = () => look()
    const timer = setInterval(lookNow, LOOK_MS)
    window.addEventListener('focus', lookNow)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', lookNow)
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [])
  useEffect(() => look(), [timeZone])
  return today
}

/** With a new day the last week is another one, also where the address names its days. @param move is given them */
export function useMovingDays({ startDate, endDate }: AnalyticsSearch, today: string, move: (to: DayRange) => unknown) {
  const before = useRef(today)
  const follow = useEffectEvent((day: string) => {
    if (!startDate || !endDate) return
    const range = movedOn({ startDate, endDate }, day, today)
    if (range.endDate !== endDate) move(range)
  })
  useEffect(() => {
    if (before.current === today) return
    follow(before.current)
    before.current = today
  }, [today])
}
