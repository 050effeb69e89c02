import { describe, expect, it } from 'vitest'
import { share } from './share.ts'

describe('share', () => {
  it.each([
    { name: 'one line with enough', available: 5, quantities: [3], reserved: [3] },
    { name: 'one line for the last pieces', available: 3, quantities: [3], reserved: [3] },
    { name: 'more than there is', available: 2, quantities: [5], reserved: [2] },
    { name: 'nothing left', available: 0, quantities: [1, 2], reserved: [0, 0] },
    { name: 'the first line is served first', available: 4, quantities: [3, 3], reserved: [3, 1] },
    { name: 'a later line gets nothing', available: 3, quantities: [3, 1, 1], reserved: [3, 0, 0] },
    { name: 'a large line leaves nothing for a small one', available: 3, quantities: [5, 1], reserved: [3, 0] },
    { name: 'exactly used up by several', available: 6, quantities: [1, 2, 3], reserved: [1, 2, 3] },
    { name: 'no lines', available: 6, quantities: [], reserved: [] },
  ])('DESIGN 2: $name', ({ available, quantities, reserved }) => {
    expect(share(available, quantities)).toEqual(reserved)
  })
})
