import { describe, expect, it } from 'vitest'
import { meant, sellableOf } from './sellable.ts'

const shirt = {
  id: 1,
  templateId: 2,
  sku: 'SHIRT',
  title: 'A shirt',
  price: 20,
  cost: 8,
  quantity: 5,
  variations: 2,
  images: [],
}

describe('what a line sells', () => {
  it('a variation has its own price and pieces; what it leaves blank is the product’s', () => {
    expect(sellableOf(shirt, { sku: 'SHIRT-R', name: 'Red', price: null, cost: null, quantity: 2 })).toEqual({
      sku: 'SHIRT-R',
      title: 'A shirt – Red',
      price: 20,
      cost: 8,
      available: 2,
    })
    expect(sellableOf(shirt, { sku: 'SHIRT-B', name: 'Blue', price: 0, cost: 3, quantity: 0 })).toMatchObject({
      price: 0,
      cost: 3,
      available: 0,
    })
    expect(sellableOf(shirt)).toMatchObject({ sku: 'SHIRT', title: 'A shirt', available: 5 })
  })
  it.each([
    ['the SKU among many', 'lamp-2 ', ['LAMP-1', 'LAMP-2', 'LAMP-20'], 'LAMP-2'],
    ['the only one found', 'brass', ['LAMP-1'], 'LAMP-1'],
    ['one of many', 'lamp', ['LAMP-1', 'LAMP-2'], undefined],
    ['nothing', 'lamp', [], undefined],
  ])('what was typed means %s', (_what, typed, skus, sku) => {
    expect(
      meant(
        typed,
        skus.map((offeredSku) => ({ sku: offeredSku })),
      )?.sku,
    ).toBe(sku)
  })
})
