import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Axis, combinationCount, combinations, missing, skusFor } from './matrix.ts'
import { nameKey } from '../attributes/values.ts'

const size = { name: 'Size', values: ['S', 'M', 'L'] }
const color = { name: 'Color', values: ['Red', 'Navy blue', 'Grün', '#4'] }

describe('the matrix of variations', () => {
  it('has each combination once, the last attribute changing first', () => {
    expect(combinations([size, color]).map((combination) => combination.map(({ value }) => value).join('/'))).toEqual(
      ['S', 'M', 'L'].flatMap((s) => ['Red', 'Navy blue', 'Grün', '#4'].map((c) => `${s}/${c}`)),
    )
    expect(combinations([])).toEqual([])
    expect(combinations([size, { name: 'Color', values: [] }])).toHaveLength(3)
  })
  it('a value written twice is one value', () =>
    expect(combinations([{ name: 'Size', values: [' M', 'm', 'L', ''] }])).toEqual([
      [{ name: 'Size', value: 'M' }],
      [{ name: 'Size', value: 'L' }],
    ]))
  it('SKUs say the values, in any script, and are numbered where one is taken', () => {
    expect(
      skusFor('TEE', combinations([{ name: 'C', values: ['Navy blue', 'Grün', '赤', '***'] }]), ['TEE-GRÜN']),
    ).toEqual(['TEE-NAVY-BLUE', 'TEE-GRÜN-2', 'TEE-赤', 'TEE'])
  })

  const value = fc.oneof(fc.constantFrom('S', 's', ' M ', 'XL', '+', '💡', 'שלום', ''), fc.string({ maxLength: 8 }))
  const axes = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('Size', 'Color', 'Cut', 'Fabric'), values: fc.array(value, { maxLength: 5 }) }),
    { selector: ({ name }) => name, maxLength: 4 },
  )
  const keyOf = (combination: readonly { name: string; value: string }[]) =>
    JSON.stringify(combination.map(({ name, value }) => [name, nameKey(value)]))

  it('whatever the values: as many as counted, no two alike, each with one value of every attribute used', () =>
    fc.assert(
      fc.property(axes, (input: Axis[]) => {
        const all = combinations(input)
        expect(all).toHaveLength(combinationCount(input))
        expect(new Set(all.map(keyOf)).size).toBe(all.length)
        for (const combination of all)
          for (const { name, value } of combination)
            expect(input.find((axis) => axis.name === name)?.values.some((v) => nameKey(v) === nameKey(value))).toBe(
              true,
            )
      }),
    ))

  it('what is there already is never made again, what is not is; made twice is made once', () =>
    fc.assert(
      fc.property(axes, fc.nat(), (input, seed) => {
        const all = combinations(input)
        const there = all.filter((_, at) => (at * 7 + seed) % 3 === 0)
        const added = missing(input, there)
        expect(added).toHaveLength(all.length - there.length)
        expect(missing(input, [...there, ...added])).toEqual([])
      }),
    ))

  it('no two SKUs are the same, none is taken, none is longer than it may be', () =>
    fc.assert(
      fc.property(axes, fc.string({ maxLength: 120 }), fc.array(fc.string({ maxLength: 9 })), (input, sku, used) => {
        const all = combinations(input)
        const skus = skusFor(sku, all, used)
        expect(new Set([...skus, ...used.map((text) => text.trim())]).size).toBe(
          skus.length + new Set(used.map((text) => text.trim())).size,
        )
        expect(skus.every((made) => made.length <= 100)).toBe(true)
      }),
    ))
})
