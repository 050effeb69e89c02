import { describe, expect, it } from 'vitest'
import { Faults } from './faults.ts'

describe('faults', () => {
  it('with a count strike the next n of their channel and kind', () => {
    const faults = new Faults()
    faults.add({ channel: 'ebay', kind: 'error500', count: 2 })
    expect(faults.strikes('shopify', 'error500')).toBe(false)
    expect(faults.strikes('ebay', 'rate_limit')).toBe(false)
    expect([1, 2, 3].map(() => faults.strikes('ebay', 'error500'))).toEqual([true, true, false])
    expect(faults.pending()).toEqual([])
  })

  it('with a rate strike about that often, and the same way each time', () => {
    const run = () => {
      const faults = new Faults(7)
      faults.add({ channel: 'ebay', kind: 'timeout', rate: 0.25 })
      return Array.from({ length: 2000 }, () => faults.strikes('ebay', 'timeout'))
    }
    const first = run()
    expect(run()).toEqual(first)
    const struck = first.filter(Boolean).length
    expect(struck).toBeGreaterThan(400)
    expect(struck).toBeLessThan(600)
  })

  it('are switched off by rate 0, by channel, and all at once', () => {
    const faults = new Faults()
    faults.add({ channel: 'ebay', kind: 'timeout', rate: 1 })
    faults.add({ channel: 'ebay', kind: 'timeout', rate: 0 })
    expect(faults.strikes('ebay', 'timeout')).toBe(false)
    faults.add({ channel: 'ebay', kind: 'timeout', rate: 1 })
    faults.add({ channel: 'shopify', kind: 'timeout', rate: 1 })
    faults.clear('ebay')
    expect(faults.pending()).toEqual([{ channel: 'shopify', kind: 'timeout', rate: 1 }])
    faults.clear()
    expect(faults.pending()).toEqual([])
  })
})
