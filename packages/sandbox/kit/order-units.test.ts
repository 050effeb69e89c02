import { expect, it } from 'vitest'
import { selectUnits } from './order-units.ts'

const order = [
  { sku: 'A', left: 2 },
  { sku: 'B', left: 0 },
]
const select = (lines?: { sku: string; quantity: number }[], from = order) =>
  selectUnits(from, { order: '7', lines, what: 'shipped', skuOf: ({ sku }) => sku, left: ({ left }) => left }).map(
    ({ line, quantity }) => [line.sku, quantity],
  )

it('selects everything that is left when no lines are named', () => {
  expect(select()).toEqual([['A', 2]])
})

it('selects only the named units', () => {
  expect(select([{ sku: 'A', quantity: 1 }])).toEqual([['A', 1]])
})

it.each([
  [[{ sku: 'A', quantity: 3 }], 'Only 2 of A can be shipped, not 3.'],
  [[{ sku: 'C', quantity: 1 }], 'Order 7 has no C.'],
  [[{ sku: 'A', quantity: 0 }], 'Order 7 has nothing left that can be shipped.'],
])('refuses units that the order does not have: %j', (lines, sentence) => {
  expect(() => select(lines)).toThrow(sentence)
})
