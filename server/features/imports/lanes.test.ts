import { describe, expect, it } from 'vitest'
import { Stopped, inLanes, unlessStopped } from './lanes.ts'

/** Lets the other lane have its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
const numbers = (most: number) => {
  let n = 0
  return async () => {
    await turn()
    n += 1
    return n <= most ? n : undefined
  }
}

describe('lanes', () => {
  it('take each piece once, and work on two at a time', async () => {
    const done: number[] = []
    let [now, most] = [0, 0]
    await inLanes(numbers(7), async (piece) => {
      now += 1
      most = Math.max(most, now)
      await turn()
      await turn()
      await turn()
      most = Math.max(most, now)
      done.push(piece)
      now -= 1
      return true
    })
    expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 2])
  })
  it('both end when one is told to, and tell what failed', async () => {
    const done: number[] = []
    const until3 = async (piece: number) => {
      done.push(piece)
      await turn()
      return piece < 3
    }
    await inLanes(numbers(100), until3)
    expect(done.length).toBeLessThan(6)
    await expect(
      inLanes(numbers(100), async (piece) => {
        if (piece === 2) throw new Error('broken')
        return true
      }),
    ).rejects.toThrow('broken')
  })
  it('know being stopped from failing', async () => {
    expect([
      await unlessStopped(async () => 1),
      await unlessStopped(async () => {
        throw new Stopped()
      }),
    ]).toEqual([true, false])
    await expect(
      unlessStopped(async () => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
  })
})
