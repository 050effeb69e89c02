import { describe, expect, it } from 'vitest'
import type { KeptWrite } from './queue.ts'
import { contentsOf, copyOf, textOf, titleOf } from './words.ts'

const write = (path: string, body: unknown): KeptWrite => ({
  id: 'a',
  who: '1-2',
  at: 0,
  method: 'POST',
  path,
  input: { body },
  changes: [],
  state: 'waiting',
  message: '',
})

describe('what was kept', () => {
  it.each([
    [write('/products/updateProducts', { products: [{ id: 1 }, { id: 2 }] }), 'Change of 2 products'],
    [write('/products/update', { product: { id: 1 } }), 'Change of a product'],
    [write('/orders/updateShipping', { orderId: 1 }), 'Change of an order'],
    [write('/elsewhere', {}), 'Change of a record'],
  ])('has a name', (keptWrite, title) => expect(titleOf(keptWrite)).toBe(title))
  it('is read field by field, and can be taken along as text', () => {
    const keptWrite = write('/products/update', {
      product: {
        id: 1,
        version: 4,
        title: 'Strap',
        attributes: [{ name: 'Colour', value: 'Red' }],
        sizeAndWeight: { weight: 2 },
      },
    })
    expect(copyOf(contentsOf(keptWrite))).toBe('Title: Strap\nAttributes: Colour: Red\nSize and weight: Weight 2')
  })
  it('of an order is all that its body says', () =>
    expect(copyOf(contentsOf(write('/orders/updateShipping', { orderId: 7, trackingNumber: 'AB 1' })))).toBe(
      'Tracking number: AB 1',
    ))
})

it.each([
  [null, 'Empty'],
  [[], 'Empty'],
  [[1, 2], '1, 2'],
  [false, 'false'],
])('%j is read as %s', (value, text) => expect(textOf(value)).toBe(text))
