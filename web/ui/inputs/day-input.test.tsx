// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { away, theOne, show, type, until } from '#web/testing/screen.tsx'
import { DayInput } from './day-input.tsx'

afterEach(away)

/** A page whose address says which day it is of: it follows a while later. */
function Page({ onDay }: { onDay: (day: string) => void }) {
  const [day, setDay] = useState('2026-10-28')
  return (
    <DayInput
      label="Start date"
      value={day}
      onChange={(next) => {
        onDay(next)
        queueMicrotask(() => setDay(next))
      }}
    />
  )
}

it('a day that is typed counts when it is complete, and nothing takes it from under the hands that type', async () => {
  const days: string[] = []
  show(<Page onDay={(day) => days.push(day)} />)
  const field = (await theOne('field', 'Start date')) as HTMLInputElement
  const key = (name: string) => field.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  for (const begun of ['2026-03-28', '2026-03-01', '2026-03-15', '0002-03-15', '0202-03-15', '2025-03-15']) {
    key('1')
    await type('Start date', begun)
    expect(field.value).toBe(begun)
  }
  expect(days).toEqual([])
  key('Enter')
  expect(days).toEqual(['2025-03-15'])
  key('2')
  await type('Start date', '2025-03-02')
  field.blur()
  await until(() => days.length === 2)
  expect(days).toEqual(['2025-03-15', '2025-03-02'])
  // Of the calendar that hangs on the field.
  await type('Start date', '2025-04-01')
  expect(days.at(-1)).toBe('2025-04-01')
  await until(() => field.value === '2025-04-01')
})
