// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { handClock } from '#web/testing/hand-clock.ts'
import { away, says, show, text, until } from '#web/testing/screen.tsx'
import { toast } from './toast.tsx'

const clock = handClock()
afterEach(away)

it('NAV-089 a toast disappears by itself after 5 seconds', async () => {
  show(null)
  toast.success('Successfully updated.')
  await says('Successfully updated.')
  await until(() => clock.isSet(5000))
  clock.pass(4999)
  expect(text()).toContain('Successfully updated.')
  clock.pass(1)
  // It fades.
  for (let n = 0; n < 5; n += 1) {
    await new Promise((drawn) => setTimeout(drawn, 20))
    clock.pass(100)
  }
  await until(() => !text().includes('Successfully updated.'))
})
