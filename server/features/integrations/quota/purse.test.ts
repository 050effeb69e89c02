import { expect, it } from 'vitest'
import { Purse } from './purse.ts'

it('whoever waits goes as soon as another call gives back what it did not cost', async () => {
  let now = 0
  const purse = new Purse({
    lease: async () => (now < 300 ? { waitSeconds: 9 - now / 1000, why: 'flow' } : { granted: 90, seconds: 1 }),
    tooLong: ({ why }) => new Error(why),
    clock: () => now,
    sleep: async (ms) => void (now += ms),
  })
  await purse.take(90)
  expect(now).toBeLessThan(1000)
})
