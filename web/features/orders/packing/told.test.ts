import { describe, expect, it } from 'vitest'
import { elsewhere, labelled, type Line, placeOf, rightPiece, tooMany, wrongPiece } from './told.ts'

const line = (sku: string, quantity: number, packed: number, bin = ''): Line => ({
  id: quantity,
  sku,
  title: `${sku} lamp`,
  quantity,
  each: 1,
  packed,
  packedBy: null,
  levelId: 0,
  bundle: '',
  codes: [],
  image: '',
  warehouse: '',
  location: '',
  bin,
  shortfall: 0,
})
const [brass, copper] = [line('BRASS', 2, 1, 'A-1'), line('COPPER', 1, 0, 'F-2')]

describe('a packer is told', () => {
  it('how far the order is, and what is next and where', () => {
    expect(rightPiece(brass, [brass, copper])).toMatchObject({
      tone: 'success',
      title: 'Packed: BRASS lamp, 1 of 2',
      detail: '1 of 3 items. Pick next: BRASS BRASS lamp',
      place: 'A-1',
    })
    expect(rightPiece(line('CAP', 1, 1), [line('CAP', 1, 1)])).toMatchObject({
      tone: 'info',
      title: 'Item packed. Scan the label',
    })
  })
  it('which piece is wrong, once that is known, and where it belongs', () => {
    expect(wrongPiece('X-1', [copper])).toMatchObject({
      tone: 'danger',
      sound: 'wrong',
      detail: 'X-1. Put it back.',
      next: 'Needed: COPPER COPPER lamp',
    })
    expect(wrongPiece('x-1', [copper], line('X-1', 1, 0, 'B-9'))).toMatchObject({
      detail: 'X-1 X-1 lamp. Put it back in',
      place: 'B-9',
    })
    expect(wrongPiece('041', [], null)).toMatchObject({
      tone: 'warning',
      sound: 'unknown',
      detail: 'No product has the SKU or barcode 041.',
    })
  })
  it('that a right piece is one too many, or another order’s', () => {
    expect([tooMany(brass).title, tooMany(copper).title]).toEqual([
      'One too many. All 2 are already packed',
      'One too many. It’s already packed',
    ])
    const order = { id: 7, number: '#7', externalOrderId: '7', buyer: '' } as Parameters<typeof elsewhere>[1]
    expect(elsewhere('CAP', order)).toMatchObject({
      title: 'This item belongs to #7',
      detail: 'Another order needs CAP.',
      goTo: { id: 7 },
    })
  })
  it('whose number the label has, and a doubt where it looks like nobody’s', () => {
    expect(labelled('', '1Z999AA10123456784')).toMatchObject({
      tone: 'info',
      title: 'Tracking number 1Z999AA10123456784, UPS',
      detail: 'Press Enter to ship, or scan the label of another parcel.',
    })
    expect(labelled('', '1Z999AA10123456784', 2).title).toBe('Parcel 2, 1Z999AA10123456784, UPS')
    expect(labelled('', 'B-17')).toMatchObject({
      tone: 'warning',
      title: 'Tracking number B-17',
      detail:
        'This doesn’t match any known tracking number format. Check the label. Press Enter to ship, or scan the label of another parcel.',
    })
  })
  it('all that is known of a place', () => {
    expect(placeOf({ warehouse: 'Main', location: '', bin: 'A-1' })).toBe('Main · A-1')
  })
})
