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

it('a lease that is over before it is here serves whoever asked for it: a slow database stops no channel', async () => {
  let now = 0
  let leases = 0
  const purse = new Purse({
    lease: async () => {
      leases += 1
      if (leases > 9) throw new Error('it asks for ever')
      now += 400
      return { granted: 2, seconds: 0.1 }
    },
    tooLong: ({ why }) => new Error(why),
    clock: () => now,
    sleep: async (ms) => void (now += ms),
  })
  await Promise.all([purse.take(1), purse.take(1), purse.take(1)])
  expect(leases).toBe(3)
})

it('what is left of one lease counts towards a call that needs more', async () => {
  const requests: number[] = []
  const purse = new Purse({
    lease: async ({ least }) => {
      requests.push(least)
      return { granted: Math.max(least, 3), seconds: 1 }
    },
    tooLong: ({ why }) => new Error(why),
    clock: () => 0,
  })
  await purse.take(1)
  await purse.take(5)
  await purse.take(1)
  expect(requests).toEqual([1, 3, 1])
})
