import { describe, expect, it } from 'vitest'
import { chanceOf } from '../testing/stock/time.ts'
import { type Taker, divideAmong, roomOf } from './family.ts'

const taker = (sku: string, change: Partial<Taker> = {}): Taker => ({
  sku,
  pieces: 1,
  ceiling: 0,
  unseen: 0,
  demand: 0,
  isShown: true,
  ...change,
})

describe('what one of several takers may have', () => {
  it('shared: all of it, less what others sold unseen', () => {
    const cups = {
      available: 10,
      isDivided: false,
      takers: [taker('CUP', { unseen: 1, ceiling: 9 }), taker('SET', { pieces: 2, unseen: 2 })],
    }
    const boxes = { available: 4, isDivided: false, takers: [taker('BOX', { unseen: 3 }), taker('SET')] }
    expect([
      roomOf('CUP', [cups]),
      roomOf('SET', [cups]),
      roomOf('SET', [cups, boxes]),
      roomOf('BOX', [boxes]),
    ]).toEqual([6, 4, 1, 4])
  })

  it('divided: its part of it, and no more than what others cannot sell any more', () => {
    const cups = (ceiling: number) => ({
      available: 10,
      isDivided: true,
      takers: [taker('CUP', { ceiling }), taker('SET', { pieces: 2 })],
    })
    expect([roomOf('CUP', [cups(0)]), roomOf('SET', [cups(0)])]).toEqual([4, 3])
    expect([roomOf('CUP', [cups(10)]), roomOf('SET', [cups(10)])]).toEqual([4, 0])
    expect([roomOf('CUP', [cups(7)]), roomOf('SET', [cups(7)])]).toEqual([4, 1])
  })

  it('divided: one that is for sale nowhere has no part, but what it may still have sold counts', () => {
    const cups = {
      available: 10,
      isDivided: true,
      takers: [taker('CUP'), taker('SET', { pieces: 2, ceiling: 3, isShown: false })],
    }
    expect(roomOf('CUP', [cups])).toBe(4)
  })

  it.each([1, 2, 3])(
    'divides no more than there is, in whole ones, and gives each one where it can (seed %i)',
    (seed) => {
      const random = chanceOf(seed)
      for (let n = 0; n < 300; n += 1) {
        const takers = Array.from({ length: random.between(1, 5) }, () => ({
          pieces: random.between(1, 4),
          demand: random.below(20),
        }))
        const pieces = random.below(60)
        const shares = divideAmong(pieces, takers)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(pieces)
        expect(shares.map((share, i) => share % (takers[i]?.pieces ?? 1))).toEqual(takers.map(() => 0))
        if (pieces >= takers.reduce((sum, sharer) => sum + sharer.pieces, 0))
          expect(Math.min(...shares)).toBeGreaterThan(0)
        if (takers.some((sharer) => sharer.pieces === 1))
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(pieces)
      }
    },
  )
})
