import { describe, expect, it } from 'vitest'
import { addressLines } from '#domain/orders/address.ts'
import { mapUrl } from './address.tsx'

const address = {
  name: 'Grant Abernathy',
  line1: '418 Larkspur Lane',
  city: 'Asheville',
  region: 'NC',
  postalCode: '28801',
  country: 'US',
}

describe('an address', () => {
  it('stands in lines as on a parcel, without what is missing', () => {
    expect(addressLines(address)).toEqual(['Grant Abernathy', '418 Larkspur Lane', 'Asheville, NC 28801', 'US'])
    expect(addressLines({})).toEqual([])
  })
  it('ORD-089 opens in a map without the name', () => {
    expect(mapUrl(address)).toBe(
      'https://www.google.com/maps/search/?api=1&query=418%20Larkspur%20Lane%2C%20Asheville%2C%20NC%2028801%2C%20US',
    )
    expect(mapUrl({ name: 'Walk-in' })).toBe('')
  })
})
