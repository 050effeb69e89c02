import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOf, sizeThere } from './listings/map.ts'

type Store = Parameters<typeof sizeOf>[1]
const store = (weight: string, length: string) => ({ weight_units: weight, dimension_units: length }) as Store
const grams = { LBS: 453.592_37, Ounces: 28.349_523_125, KGS: 1000, Grams: 1 }
const millimetres = { Inches: 25.4, Centimeters: 10 }
const [weights, lengths] = [Object.keys(grams), Object.keys(millimetres)] as [
  (keyof typeof grams)[],
  (keyof typeof millimetres)[],
]
const sellers = { lb: 'LBS', oz: 'Ounces', kg: 'KGS', g: 'Grams', in: 'Inches', cm: 'Centimeters' } as const
const measure = fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 1000)
const sizes = fc.record({
  weightUnit: fc.constantFrom('lb' as const, 'oz' as const, 'kg' as const, 'g' as const),
  sizeUnit: fc.constantFrom('in' as const, 'cm' as const),
  weight: measure,
  width: measure,
  length: measure,
  height: measure,
})
/** BigCommerce keeps four decimals. */
const STEP = 0.0001

describe('sizes in the units of a store', () => {
  it('whatever both measure in: as heavy and as long as before, but for what four decimals cannot say', () =>
    fc.assert(
      fc.property(sizes, fc.constantFrom(...weights), fc.constantFrom(...lengths), (size, weight, length) => {
        const there = sizeOf(size, store(weight, length))
        const { depth = 0, width = 0, height = 0 } = there as Record<string, number>
        const apart = (ours: number, theirs: number) => Math.abs(ours - theirs)
        const [gram, mm] = [grams[weight], millimetres[length]]
        expect(apart(size.weight * grams[sellers[size.weightUnit]], there.weight * gram)).toBeLessThanOrEqual(
          STEP * gram,
        )
        for (const [ours, theirs] of [
          [size.width, width],
          [size.length, depth],
          [size.height, height],
        ] as const)
          expect(apart(ours * millimetres[sellers[size.sizeUnit]], theirs * mm)).toBeLessThanOrEqual(STEP * mm)
      }),
    ))
  it('a store that measures as the seller does gets the very numbers, and they come back', () =>
    fc.assert(
      fc.property(sizes, (size) => {
        const at = store(sellers[size.weightUnit], sellers[size.sizeUnit])
        expect(sizeThere(sizeOf(size, at) as never, at)).toEqual(size)
      }),
    ))
})
