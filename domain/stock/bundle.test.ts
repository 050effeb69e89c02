import { describe, expect, it } from 'vitest'
import { limiting, possible, whyNoBundle } from './bundle.ts'

describe('what a bundle has', () => {
  it.each([
    [[{ available: 25, pieces: 2 }], 12],
    [
      [
        { available: 25, pieces: 2 },
        { available: 3, pieces: 1 },
      ],
      3,
    ],
    [
      [
        { available: 1, pieces: 2 },
        { available: 9, pieces: 1 },
      ],
      0,
    ],
    [[], 0],
  ])('%j make %i', (parts, expected) => {
    expect(possible(parts)).toBe(expected)
  })

  it('names all components that run out first', () => {
    const parts = [
      { sku: 'A', available: 25, pieces: 2 },
      { sku: 'B', available: 12, pieces: 1 },
      { sku: 'C', available: 99, pieces: 1 },
    ]
    expect(limiting(parts).map(({ sku }) => sku)).toEqual(['A', 'B'])
  })

  const plain = { sku: 'KIT', bundled: null, hasVariations: false, available: 0, openOrders: 0 } as const
  it.each([
    [{}, undefined],
    [{ bundled: 'bundle' as const, available: 7 }, undefined],
    [{ bundled: 'component' as const }, /in another bundle/],
    [{ hasVariations: true }, /sold in variations/],
    [{ openOrders: 1 }, /^An open order has KIT\. Ship or cancel it /],
    [{ openOrders: 2 }, /^2 open orders have KIT\. Ship or cancel them /],
    [{ available: 1 }, /^KIT has 1 unit in stock/],
    [{ available: 5 }, /^KIT has 5 units in stock/],
  ])('says why a SKU cannot be one: %j', (change, expected) => {
    const why = whyNoBundle({ ...plain, ...change })
    if (expected) expect(why).toMatch(expected)
    else expect(why).toBeUndefined()
  })
})
