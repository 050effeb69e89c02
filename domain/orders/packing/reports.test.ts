import { describe, expect, it } from 'vitest'
import { lineUnitsOf, unitsToFind, whyNotReported } from './reports.ts'

const line = { sku: 'MUG', title: 'Mug', quantity: 3, packed: 1, shortfall: 0, each: 1 }
const report = { kind: 'missing' as const, units: 1, by: 'Tom' }

describe('reporting items at the packing desk', () => {
  it.each([
    [3, 1, 0, 2],
    [3, 1, 1, 1],
    [3, 3, 0, 0],
    [2, 3, 0, 0],
  ])('of %i units with %i packed and %i short, %i are still to find', (quantity, packed, shortfall, left) => {
    expect(unitsToFind({ quantity, packed, shortfall })).toBe(left)
  })

  it.each([
    [1, 1, 5, 1],
    [1, 2, 5, 1],
    [3, 2, 5, 2],
    [3, 1, 2, 2],
  ])(
    '%i components lost of a bundle with %i each and %i reserved take %i bundles away',
    (units, each, reserved, bundles) => {
      expect(lineUnitsOf({ each }, units, reserved)).toBe(bundles)
    },
  )

  it('units that are still to be packed can be reported', () => {
    expect(whyNotReported(line, { units: 2, reports: 0 }, [])).toBe('')
    expect(whyNotReported({ ...line, shortfall: 1 }, { units: 1, reports: 1 }, [report])).toBe('')
  })

  it('a report that a colleague made a moment before is not counted again', () => {
    expect(whyNotReported({ ...line, shortfall: 1 }, { units: 1, reports: 0 }, [report])).toBe(
      'Tom already reported 1 × MUG as missing. This report wasn’t counted.',
    )
  })

  it('no more units can be reported than are to be found', () => {
    expect(whyNotReported(line, { units: 3, reports: 0 }, [])).toBe('Only 2 of MUG are still to pack.')
    expect(whyNotReported({ ...line, packed: 3 }, { units: 1, reports: 0 }, [])).toBe(
      'All MUG are packed. Remove the damaged one from the box first.',
    )
    expect(whyNotReported({ ...line, packed: 0, shortfall: 3 }, { units: 1, reports: 1 }, [report])).toBe(
      'All MUG in this order are already reported.',
    )
  })
})
