import { expect, it } from 'vitest'
import { aProductRow } from '#web/testing/products.ts'
import { type Item, itemOf, newDraft } from './draft.ts'
import { oversoldLines } from './oversold.tsx'

const product = aProductRow({ sku: 'LAMP', quantity: 5 })
const line = (key: string, quantity: number | null, over: Partial<Item> = {}): Item => ({
  ...itemOf(product),
  key,
  quantity,
  ...over,
})
const oversold = (...items: Item[]) => [...oversoldLines({ ...newDraft, items })]

it('two lines of one SKU share what is in stock: the second is oversold by what the first took', () => {
  expect(oversold(line('a', 3), line('b', 3))).toEqual([['b', { available: 5, by: 1 }]])
  expect(oversold(line('a', 6), line('b', 1))).toEqual([
    ['a', { available: 5, by: 1 }],
    ['b', { available: 5, by: 1 }],
  ])
})

it('a line without a quantity, a variation or a known stock is not oversold', () => {
  expect(oversold(line('a', null), line('b', 9, { sku: '' }), line('c', 9, { sku: 'X', available: null }))).toEqual([])
})

it('an order that takes nothing from stock oversells nothing', () => {
  const items = [line('a', 9)]
  expect(oversoldLines({ ...newDraft, items, shippingStatus: 'Returned' }).size).toBe(0)
  expect(oversoldLines({ ...newDraft, items, shippingStatus: 'Delivered' }).size).toBe(1)
})
