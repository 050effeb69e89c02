import { describe, expect, it } from 'vitest'
import { chanceOf } from '../testing/stock/time.ts'
import { type Part, divide, dividedOf, sharesOf, shownOf } from './divide.ts'
import { type Standing, afterCancel, afterSale, ceilingOf, hiddenAfter, planOf, risenAfter } from './spot.ts'

const part = (standing: number, more: Partial<Part> = {}): Part => ({
  standing,
  unseen: 0,
  ceiling: standing,
  risen: 0,
  demand: 0,
  buffer: 0,
  mode: 'compare',
  ...more,
})

describe('pieces divided between channels', () => {
  it('follow demand, and together are all there are; each has one while there are enough', () => {
    expect(divide(7, [12, 10, 7])).toEqual([3, 2, 2])
    expect(divide(10, [0, 0])).toEqual([5, 5])
    expect(divide(2, [1, 9, 5])).toEqual([0, 1, 1])
    expect([divide(0, [3, 4]), divide(5, [])]).toEqual([[0, 0], []])
    const chance = chanceOf(5)
    for (let i = 0; i < 500; i += 1) {
      const demands = Array.from({ length: chance.between(1, 7) }, () => chance.below(40))
      const pieces = chance.below(60)
      const shares = divide(pieces, demands)
      expect(shares.reduce((sum, n) => sum + n, 0)).toBe(pieces)
      if (pieces >= demands.length) expect(Math.min(...shares)).toBeGreaterThan(0)
    }
  })

  it('a buffer is kept back from its channel', () => {
    expect(sharesOf(4, [part(0, { buffer: 3 }), part(0)])).toEqual([1, 2])
  })

  it('a channel rises only into what no other may still sell', () => {
    expect(dividedOf(7, [part(3), part(2)], 1)).toBe(3)
    expect(dividedOf(7, [part(3, { ceiling: 5 }), part(2)], 1)).toBe(2)
    // The last writer may hide a sale of each piece that stands there.
    expect(dividedOf(20, [part(3), part(2, { mode: 'last' })], 1)).toBe(10)
    expect(dividedOf(8, [part(3), part(2, { mode: 'last' })], 1)).toBe(3)
    expect(dividedOf(7, [part(3), part(2, { mode: 'last' })], 1)).toBe(2)
    expect(dividedOf(7, [part(3), part(0, { mode: 'last' })], 1)).toBe(3)
  })

  it('where the last writer wins and too few are free to rise, it shows one until its orders tell, and its share then', () => {
    const own = (standing: number, more: Partial<Part> = {}) => part(standing, { mode: 'last', ...more })
    expect(dividedOf(9, [own(5)], 0)).toBe(1)
    expect(dividedOf(9, [own(1, { ceiling: 6 })], 0)).toBe(1)
    expect(dividedOf(9, [own(1)], 0)).toBe(8)
    expect(dividedOf(9, [own(8, { ceiling: 9 })], 0)).toBe(8)
    expect(dividedOf(9, [own(8)], 0)).toBe(8)
    // What it can rise by at once is most of what it lacks.
    expect(dividedOf(9, [own(2)], 0)).toBe(7)
  })

  it('who has most gives to one that has run out; where the last writer wins, through zero', () => {
    expect(dividedOf(6, [part(6), part(0)], 0)).toBe(3)
    expect(dividedOf(6, [part(6, { mode: 'last' }), part(0)], 0)).toBe(0)
    expect(dividedOf(6, [part(6), part(0)], 1)).toBe(0)
    expect(dividedOf(3, [part(3, { mode: 'last' }), part(0)], 0)).toBe(3)
  })

  it('where more is promised than there is, those with more than their share fall', () => {
    expect([0, 1].map((i) => dividedOf(4, [part(5), part(1)], i))).toEqual([2, 1])
  })

  it('pieces that came to a number without us go from that number alone; where the last writer wins, all of it', () => {
    const parts = (mode: 'last' | 'compare') => [part(8, { mode, risen: 3 }), part(6, { mode: 'last' })]
    expect([0, 1].map((i) => dividedOf(11, parts('last'), i))).toEqual([0, 6])
    expect([0, 1].map((i) => dividedOf(11, parts('compare'), i))).toEqual([5, 6])
    // More is missing than came: somebody counted.
    expect([0, 1].map((i) => dividedOf(7, parts('last'), i))).toEqual([4, 3])
  })

  it('a threshold shares what is above the last pieces, and divides those', () => {
    const parts = [part(0), part(0)]
    expect(shownOf({ mode: 'shared' }, 9, parts, 0)).toBe(9)
    expect([0, 1].map((i) => shownOf({ mode: 'threshold', last: 5 }, 9, parts, i))).toEqual([7, 6])
    expect([0, 1].map((i) => shownOf({ mode: 'threshold', last: 5 }, 5, parts, i))).toEqual([3, 2])
    expect(shownOf({ mode: 'guaranteed' }, 9, [part(0), part(9)], 0)).toBe(0)
  })

  it('whatever is known, no channel rises above what all ceilings leave', () => {
    const chance = chanceOf(11)
    for (let i = 0; i < 3000; i += 1) {
      const parts = Array.from({ length: chance.between(1, 7) }, () => {
        const standing = chance.below(6)
        const unseen = chance.below(3)
        const mode = chance.happens(0.5) ? ('last' as const) : ('compare' as const)
        return part(standing, { unseen, mode, ceiling: standing + unseen + chance.below(4), demand: chance.below(9) })
      })
      const available = chance.below(40)
      const at = chance.below(parts.length)
      const own = parts[at] as Part
      const to = dividedOf(available, parts, at)
      if (to <= own.standing) continue
      const hides = own.mode === 'last' ? own.standing : 0
      const others = parts.reduce((sum, { ceiling }, j) => sum + (j === at ? 0 : ceiling), 0)
      expect(others + own.ceiling - own.standing + to + hides).toBeLessThanOrEqual(available)
    }
  })
})

describe('the most that buyers may have of a number', () => {
  const standing: Standing = {
    lastSet: 5,
    expected: 5,
    unseen: 0,
    trying: null,
    heard: 0,
    doubt: false,
    hidden: 0,
    back: 0,
    risen: 0,
  }

  it('counts a number whose answer was lost, and where the last writer wins what it may have hidden', () => {
    expect(ceilingOf({ ...standing, trying: 8 }, 'compare')).toBe(8)
    expect(ceilingOf({ ...standing, trying: 8 }, 'last')).toBe(13)
    expect(ceilingOf({ ...standing, trying: 0 }, 'last')).toBe(5)
    expect(ceilingOf({ ...standing, unseen: 1, hidden: 2, back: 1 }, 'compare')).toBe(9)
  })

  it('falls by what is heard, and by a look only as far as that proves', () => {
    expect(ceilingOf(afterSale({ ...standing, unseen: 1, hidden: 2 }, 3, 'compare'), 'compare')).toBe(5)
    // 5 stood there, 2 was tried: 2 may be ours, or what three buyers left.
    const tried = { ...standing, trying: 2 }
    const { unseen } = planOf(tried, 2, 2)
    expect([unseen, hiddenAfter(tried, 'compare', 2, unseen)]).toEqual([0, 3])
    expect(hiddenAfter(standing, 'compare', 3, planOf(standing, 3, 3).unseen)).toBe(0)
  })

  it('a look below a lowered number whose answer was lost finds the sales since, and the ceiling keeps the rest', () => {
    const tried = { ...standing, trying: 4 }
    const { unseen } = planOf(tried, 4, 3)
    expect([unseen, hiddenAfter(tried, 'compare', 3, unseen)]).toEqual([1, 1])
  })

  it('rises by what a look finds beyond it, until the cancellation is heard of that tells why', () => {
    expect([risenAfter(standing, 'compare', 8, 0), risenAfter({ ...standing, back: 2 }, 'compare', 8, 0)]).toEqual([
      3, 1,
    ])
    const risen = { ...standing, expected: 8, risen: 3 }
    expect(afterCancel(risen, 3)).toMatchObject({ risen: 0, back: 0 })
    expect(afterCancel(risen, 4)).toMatchObject({ risen: 0, back: 1 })
  })
})
