import { describe, expect, it } from 'vitest'
import { amountIn } from '../../numbers/money.ts'
import { bucketLabel, suggestionOf } from './sold-prices.ts'

const dollars = (price: number) => amountIn(price / 100, 'USD')
const labels = (prices: number[]) => suggestionOf(prices)?.buckets.map((bucket) => bucketLabel(bucket, dollars))

describe('what sold prices suggest', () => {
  it('PRO-283 PRO-284 PRO-285 PRO-286 stands in buckets "low - high" in dollars, of which the first is "Under" and the last "Over"', () => {
    const prices = Array.from({ length: 100 }, (_, n) => 1000 + n * 50)
    expect(labels(prices)).toEqual([
      'Under $10.00',
      '$10.00 - $20.00',
      '$20.00 - $30.00',
      '$30.00 - $40.00',
      '$40.00 - $50.00',
      '$50.00 - $60.00',
      'Over $60.00',
    ])
    expect(suggestionOf(prices)?.buckets.map(({ count }) => count)).toEqual([0, 20, 20, 20, 20, 20, 0])
    expect(suggestionOf(prices)?.price).toBe(3475)
  })
  it('is the price in the middle, which one far off does not move', () => {
    expect(suggestionOf([1000, 1200, 1100])?.price).toBe(1100)
    expect(suggestionOf([1000, 1200, 1100, 1_000_000])?.price).toBe(1150)
    expect(suggestionOf([1999])).toMatchObject({ price: 1999 })
  })
  it('is nothing where nothing was sold, or only given away', () => {
    expect(suggestionOf([])).toBeNull()
    expect(suggestionOf([0, 0])).toBeNull()
  })
  it('has every sale in exactly one bucket, each beginning where the one before ends', () => {
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let run = 0; run < 300; run += 1) {
      const spread = 10 ** (1 + random() * 6)
      const prices = Array.from({ length: 1 + Math.floor(random() * 60) }, () => 1 + Math.floor(random() * spread))
      const suggestion = suggestionOf(prices)
      const buckets = suggestion?.buckets ?? []
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length)
      expect(buckets.slice(1).map(({ low }) => low)).toEqual(buckets.slice(0, -1).map(({ high }) => high))
      expect([buckets[0]?.low, buckets.at(-1)?.high]).toEqual([null, null])
      expect(buckets.every(({ low, high }) => low === null || high === null || low < high)).toBe(true)
      expect(suggestion?.price).toBeGreaterThanOrEqual(Math.min(...prices))
      expect(suggestion?.price).toBeLessThanOrEqual(Math.max(...prices))
      expect(buckets.slice(1, -1).some(({ count }) => count > 0)).toBe(true)
    }
  })
})
