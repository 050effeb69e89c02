import { expect, it } from 'vitest'
import type { OrderState } from './order-state.ts'
import { progressOf } from './progress.ts'

it.each<[string | undefined, OrderState, { sent?: number; lost?: number; returned?: number }]>([
  [undefined, 'open', {}],
  [undefined, 'shipped', { sent: 3 }],
  [undefined, 'cancelled', { lost: 1 }],
  ['3 ordered, 2 shipped, 1 to ship', 'open', { sent: 2 }],
  ['3 ordered, 1 refunded, 2 to ship', 'open', { lost: 1 }],
  ['3 ordered, 1 shipped, 1 refunded, 1 to ship', 'open', { sent: 1, lost: 1 }],
  ['3 ordered, 2 shipped, 1 returned, 1 to ship', 'open', { sent: 2, returned: 1 }],
  ['3 ordered, 2 shipped, 1 refunded', 'shipped', { sent: 2, lost: 1 }],
  ['3 ordered, 3 shipped, 2 returned', 'shipped', { sent: 3, returned: 2 }],
  ['3 ordered, 2 shipped, 1 refunded, 1 returned', 'shipped', { lost: 1, returned: 1 }],
])('a line of three says %s', (text, state, units) => {
  expect(progressOf(state, { quantity: 3, sent: 0, lost: 0, returned: 0, ...units })).toBe(text)
})
