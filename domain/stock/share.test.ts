import { describe, expect, it } from 'vitest'
import { share } from './share.ts'

describe('share', () => {
  it.each([
    { name: 'one line with enough', available: 5, wanted: [3], taken: [3] },
    { name: 'one line for the last pieces', available: 3, wanted: [3], taken: [3] },
    { name: 'more than there is', available: 2, wanted: [5], taken: [2] },
    { name: 'nothing left', available: 0, wanted: [1, 2], taken: [0, 0] },
    { name: 'the first line is served first', available: 4, wanted: [3, 3], taken: [3, 1] },
    { name: 'a later line gets nothing', available: 3, wanted: [3, 1, 1], taken: [3, 0, 0] },
    { name: 'a large line leaves nothing for a small one', available: 3, wanted: [5, 1], taken: [3, 0] },
    { name: 'exactly used up by several', available: 6, wanted: [1, 2, 3], taken: [1, 2, 3] },
    { name: 'no lines', available: 6, wanted: [], taken: [] },
  ])('DESIGN 2: $name', ({ available, wanted, taken }) => {
    expect(share(available, wanted)).toEqual(taken)
  })
})
