import { describe, expect, it } from 'vitest'
import { ofVariations } from '../history/edits.ts'
import { countsRefused, together } from './totals.ts'

const sizes = [
  { quantity: 2, sold: 1 },
  { quantity: 3, sold: 0 },
]

describe('the pieces of a product with variations', () => {
  it('are what these have together', () => {
    expect([together('quantity', sizes), together('sold', sizes), together('quantity', [])]).toEqual([5, 1, 0])
  })
  it('are not counted at the product; its total comes back unharmed', () => {
    expect(countsRefused({ quantity: 7 }, sizes)).toEqual({ quantity: ofVariations })
    expect(countsRefused({ sold: 9, quantity: 5 }, sizes)).toEqual({ sold: ofVariations })
    expect(countsRefused({ quantity: 5, sold: 1 }, sizes)).toEqual({})
    expect(countsRefused({}, sizes)).toEqual({})
  })
  it('may be the total before or after the change that counts the variations', () => {
    expect(countsRefused({ quantity: 9 }, sizes, [{ quantity: 9 }])).toEqual({})
    expect(countsRefused({ quantity: 5 }, sizes, [{ quantity: 9 }])).toEqual({})
  })
})
