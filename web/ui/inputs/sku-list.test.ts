import { describe, expect, it } from 'vitest'
import { queryOf } from '../../call.ts'
import { list, parseSearch } from '../../search.ts'
import { joinSkus, splitSkus } from './sku-list.ts'

const skus = ['LAMP-1', 'RED SHIRT', 'A+B', '50%OFF', 'Ä/ö&=#?', '%20']
const afterwards = (address: string) => splitSkus(list(parseSearch(address).items)?.join(' '))

describe('SKUs in the address of a new order', () => {
  it('ORD-154 INV-081 are joined by an encoded space', () => {
    expect(queryOf({ items: joinSkus(['LAMP-1', 'LAMP-2']) })).toBe('?items=LAMP-1%20LAMP-2')
  })
  it('ORD-154 INV-081 survive with a space, a plus, a percent sign', () => {
    expect(afterwards(queryOf({ items: joinSkus(skus) }))).toEqual(skus)
  })
  it.each([
    ['?items=LAMP-1+LAMP-2', ['LAMP-1', 'LAMP-2']],
    ['?items=A%2BB', ['A+B']],
    ['?items=50%25OFF', ['50%OFF']],
    ['?items=A%20A', ['A']],
    ['?items=', []],
    ['', []],
  ])('ORD-154 %s, written by hand, means %j', (address, meant) => {
    expect(afterwards(address)).toEqual(meant)
  })
})
