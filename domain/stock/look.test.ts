import { describe, expect, it } from 'vitest'
import { type Known, heardOf, stepOf } from './look.ts'

const known = (change: Partial<Known> = {}): Known => ({ target: 10, expected: 10, unseen: 0, ...change })

describe('before a number is sent', () => {
  it.each([
    ['nothing is sent where it is right', known(), 10, { set: null, from: 10, unseen: 0, raised: false }],
    [
      'what was never set is taken as it stands',
      known({ expected: null }),
      4,
      { set: 10, from: 4, unseen: 0, raised: false },
    ],
    [
      'where nobody looked, the channel compares',
      known({ target: 9 }),
      null,
      { set: 9, from: 10, unseen: 0, raised: false },
    ],
    [
      'six of ten were sold there unseen, one elsewhere: three are left, not nine',
      known({ target: 9 }),
      4,
      { set: 3, from: 4, unseen: 6, raised: false },
    ],
    [
      'the same six are not taken off twice',
      known({ target: 2, expected: 3, unseen: 6 }),
      3,
      { set: 2, from: 3, unseen: 6, raised: false },
    ],
    [
      'more were sold than there are: none is shown',
      known({ target: 2 }),
      4,
      { set: 0, from: 4, unseen: 6, raised: false },
    ],
    ['somebody made it more: ours is set', known(), 25, { set: 10, from: 25, unseen: 0, raised: true }],
    [
      'what came back of an unseen sale is for sale again',
      known({ target: 4, expected: 4, unseen: 6 }),
      10,
      { set: null, from: 10, unseen: 0, raised: false },
    ],
  ])('%s', (_title, input, shown, step) => expect(stepOf(input, shown)).toEqual(step))

  it('a sale that a look found did not fall again', () => {
    expect(heardOf(6, 6)).toEqual({ unseenSold: 6, fell: 0 })
    expect(heardOf(2, 6)).toEqual({ unseenSold: 2, fell: 4 })
    expect(heardOf(0, 1)).toEqual({ unseenSold: 0, fell: 1 })
  })

  it('over 2,000 random histories no piece is sold twice, whatever is seen late', () => {
    let seed = 1
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    for (let run = 0; run < 2000; run += 1) {
      let shown = 10
      let sold = 0
      let available = 10
      let unseen = 0
      let expected = 10
      const late: number[] = []
      for (let i = 0; i < 30; i += 1) {
        const pick = random(3)
        if (pick === 0 && shown > 0) {
          const n = 1 + random(shown)
          shown -= n
          sold += n
          late.push(n)
        } else if (pick === 1) {
          const n = late.shift() ?? 0
          available -= n
          const { unseenSold, fell } = heardOf(unseen, n)
          unseen -= unseenSold
          expected -= fell
        } else {
          const step = stepOf({ target: Math.max(0, available - unseen), expected, unseen }, shown)
          if (step.set !== null) shown = step.set
          unseen = step.unseen
          expected = shown
        }
        expect(sold + shown).toBeLessThanOrEqual(10)
      }
    }
  })
})
