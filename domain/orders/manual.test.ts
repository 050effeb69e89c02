import { describe, expect, it } from 'vitest'
import { builtInSources, filledParts, knownSources, manualNumber, manualState } from './manual.ts'

describe('an order made by hand', () => {
  it('ORD-181 comes from one of fourteen sources, or another', () => {
    expect(builtInSources.join('|')).toBe(
      'POS / In-Store|Website|Phone|Email|Live Chat|Sales Rep|Showroom|Kiosk|Trade Show|Pop-Up|Event|Manual|Invoice|Wholesale',
    )
  })
  it('ORD-179 used sources stand first, each once', () => {
    const known = knownSources([
      { source: 'Craft fair', count: 3 },
      { source: 'phone', count: 1 },
    ])
    expect(known.slice(0, 3)).toEqual([
      { source: 'Craft fair', count: 3 },
      { source: 'phone', count: 1 },
      { source: 'POS / In-Store', count: 0 },
    ])
    expect(known).toHaveLength(15)
  })
  it.each([
    ['Not Shipped', 'open', 'open'],
    ['Label Created', 'open', 'open'],
    ['Shipped', 'shipped', 'Shipped'],
    ['Delivered', 'shipped', 'Completed'],
    ['Returned', 'shipped', 'Completed'],
  ])('ORD-213 %s is %s, "%s"', (status, state, orderStatus) => {
    expect(manualState(status)).toEqual({ state, orderStatus })
  })
  it('ORD-321 ORD-345 has a number of MAN- and eight signs', () => {
    expect([manualNumber(() => 0), manualNumber(() => 0.999999)]).toEqual(['MAN-22222222', 'MAN-ZZZZZZZZ'])
  })
  it('ORD-317 keeps no empty part of an address, nor a country alone', () => {
    expect(filledParts({ name: ' Ana ', company: ' ', line1: '', country: 'US' })).toEqual({
      name: 'Ana',
      country: 'US',
    })
    expect(filledParts({ name: '', country: 'US' })).toEqual({})
  })
})
