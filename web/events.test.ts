import { describe, expect, it } from 'vitest'
import { missedAreas } from './events.ts'

describe('what a page missed before its line stood', () => {
  it.each([
    ['nothing happened', {}, 60_000, 800, []],
    ['something before the page began', { products: 5000 }, 60_000, 800, []],
    ['something while it read', { products: 300, orders: 5000, views: 800 }, 60_000, 800, ['products', 'views']],
    ['the server has not listened for as long', { products: 300 }, 500, 800, null],
  ])('%s', (_, areas, known, deafMs, missed) => {
    expect(missedAreas({ areas, known }, deafMs)).toEqual(missed)
  })
})
