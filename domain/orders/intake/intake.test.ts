import { describe, expect, it } from 'vitest'
import { isCounted, mergeLines, replaces } from './intake.ts'
import type { OrderState } from './order-state.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds))

describe('replaces', () => {
  const stored = { updatedAt: at(10), state: 'open', sameContent: false } as const
  it('a newer version does, an older one does not', () => {
    expect(replaces(stored, { updatedAt: at(11), state: 'open' })).toBe(true)
    expect(replaces(stored, { updatedAt: at(9), state: 'cancelled' })).toBe(false)
  })
  it('the same version does not', () => {
    expect(replaces({ ...stored, sameContent: true }, { updatedAt: at(10), state: 'open' })).toBe(false)
  })
  it('of two versions within one second, the one with other content does unless it turns the state back', () => {
    expect(replaces(stored, { updatedAt: at(10), state: 'cancelled' })).toBe(true)
    expect(replaces({ ...stored, state: 'cancelled' }, { updatedAt: at(10), state: 'open' })).toBe(false)
  })
})

describe('isCounted', () => {
  const about = (before: OrderState | null, history = false) => ({ before, history })
  const line = { sku: 'A' }
  it.each([
    ['a line of a new order', about(null), line, undefined, true],
    ['a line of an order older than the connection', about(null, true), line, undefined, false],
    ['a line without a SKU', about(null), { sku: '' }, undefined, false],
    ['a line that was added later', about('open'), line, undefined, true],
    ['a line that has stock', about('shipped', true), line, { levelId: 7 }, true],
    ['a line that was kept without stock', about('open'), line, { levelId: null }, false],
    ['the same of an order that comes back after a cancellation', about('cancelled'), line, { levelId: null }, true],
  ] as const)('%s is counted as it should', (_what, order, line, known, expected) => {
    expect(isCounted(order, line, known)).toBe(expected)
  })
})

it('a line told twice counts together, with all that is known of its pieces', () => {
  expect(
    mergeLines([
      { externalId: 'a', quantity: 1, lost: 1 },
      { externalId: 'b', quantity: 4 },
      { externalId: 'a', quantity: 2, sent: 1, restocked: 1, returned: 1 },
    ]),
  ).toEqual([
    { externalId: 'a', quantity: 3, sent: 1, restocked: 1, lost: 1, returned: 1 },
    { externalId: 'b', quantity: 4 },
  ])
})
