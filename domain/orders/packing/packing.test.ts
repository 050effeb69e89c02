import { describe, expect, it } from 'vitest'
import { nextToPack, orderFor, orderNamed, packedOf, partOf, scanned, whyNotPacked } from './packing.ts'

const line = (id: number, sku: string, quantity: number, packed = 0, codes: string[] = []) => ({
  id,
  sku,
  title: sku,
  quantity,
  packed,
  codes,
})

describe('a piece that is scanned', () => {
  const lines = [
    line(1, 'MUG-1', 2, 1),
    line(2, 'TEE-S', 1, 1),
    line(3, '', 1),
    line(4, 'CAP', 1, 0, ['00036000291452']),
  ]
  it.each([
    ['MUG-1', 'right', 1],
    [' mug-1 ', 'right', 1],
    ['TEE-S', 'tooMany', 2],
    ['036000291452', 'right', 4],
    ['36000291452', 'right', 4],
    ['0 36000 29145 2', 'right', 4],
    // As scanners write it that say what kind of barcode it was, and as labels of goods hold it.
    [']E00036000291452', 'right', 4],
    [']C10100036000291452', 'right', 4],
    ['(01)00036000291452(10)LOT7', 'right', 4],
    [']C1MUG-1', 'right', 1],
    ['MUG-2', 'wrong', undefined],
    ['MUG', 'wrong', undefined],
    ['', 'wrong', undefined],
  ])('%j is %s', (code, kind, id) => {
    const scan = scanned(lines, code)
    expect([scan.kind, 'line' in scan ? scan.line.id : undefined]).toEqual([kind, id])
  })
  it('goes to the line of its SKU that still wants one', () => {
    const twice = [line(1, 'MUG-1', 1, 1), line(2, 'MUG-1', 1)]
    expect(scanned(twice, 'MUG-1')).toMatchObject({ kind: 'right', line: { id: 2 } })
  })
  it('chooses the order, of those that are open', () => {
    const orders = [
      { id: 7, state: 'shipped' as const, lines: [line(1, 'CAP', 1)] },
      { id: 8, state: 'open' as const, lines: [line(2, 'CAP', 1, 1)] },
      { id: 9, state: 'open' as const, lines: [line(3, 'CAP', 1)] },
    ]
    expect([orderFor(orders, 'cap', 7)?.id, orderFor(orders, 'cap', 9), orderFor(orders, 'MUG-1', 7)]).toEqual([
      9,
      undefined,
      undefined,
    ])
  })
})

describe('an order', () => {
  it('is packed when every line has its pieces, no fewer and no more', () => {
    expect([
      whyNotPacked([line(1, 'MUG-1', 2, 2)]),
      whyNotPacked([line(1, 'MUG-1', 2, 2), line(2, 'CAP', 1)]),
      whyNotPacked([line(1, 'MUG-1', 5, 2)]),
      whyNotPacked([line(1, 'MUG-1', 1, 3)]),
      whyNotPacked([]),
    ]).toEqual([
      '',
      'Pack 1 more of CAP.',
      'Pack 3 more of MUG-1.',
      'The order now has fewer of MUG-1. Remove 2.',
      'This order has no lines.',
    ])
  })
  it('counts its pieces, and none that it does not ask for', () => {
    expect(packedOf([line(1, 'A', 2, 1), line(2, 'B', 1, 3)])).toEqual({ packed: 2, all: 3 })
  })
  it('is followed by the next open one, from the top when none is left below', () => {
    const orders = [
      { id: 1, state: 'open' as const },
      { id: 2, state: 'open' as const },
      { id: 3, state: 'shipped' as const },
    ]
    expect([nextToPack(orders, 1)?.id, nextToPack(orders, 2)?.id, nextToPack([{ id: 5, state: 'open' }], 5)]).toEqual([
      2,
      1,
      undefined,
    ])
  })
})

describe('a part of an order', () => {
  const part = (id: number, quantity: number, packed: number, each = 1, bundle = '') => ({
    ...line(id, `SKU-${id}`, quantity, packed),
    each,
    bundle,
  })
  it('is what lies in the box, line by line', () => {
    expect(partOf([part(1, 3, 2), part(2, 1, 0), part(3, 1, 1)])).toEqual([
      { id: 1, quantity: 2 },
      { id: 3, quantity: 1 },
    ])
  })
  it.each([
    ['nothing', [part(1, 3, 0)], 'Nothing is packed yet.'],
    ['all', [part(1, 3, 3)], 'Everything is packed. Ship the whole order.'],
    ['too many', [part(1, 1, 2), part(2, 1, 0)], 'The order now has fewer of SKU-1. Remove 1.'],
  ])('is none where %s lies in it', (_, lines, why) => expect(partOf(lines)).toBe(why))
  it('holds bundles whole, or says which is not', () => {
    const [cups, box] = [part(1, 6, 3, 3, 'SET'), part(1, 2, 1, 1, 'SET')]
    expect(partOf([cups, box, part(2, 1, 0)])).toEqual([{ id: 1, quantity: 1 }])
    const why = 'All components of SET ship in one parcel. Pack the others, or remove these.'
    expect(partOf([cups, { ...box, packed: 0 }])).toBe(why)
    expect(partOf([{ ...cups, packed: 2 }, { ...box, packed: 2 }, part(2, 1, 0)])).toBe(why)
  })
})

it('the barcode of a slip names its order, as scanners write it', () => {
  const orders = [
    { id: 1, number: 'BOX-1', externalOrderId: '' },
    { id: 2, number: '', externalOrderId: '26-12869-18842' },
  ]
  const idOf = (code: string) => orderNamed(orders, code)?.id
  expect([idOf(' box-1 '), idOf(']C126-12869-18842'), idOf('BOX')]).toEqual([1, 2, undefined])
})
