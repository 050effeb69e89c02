import { expect, it } from 'vitest'
import { meaningOf, type OrderPieces } from './pieces.ts'

const order = (over: Partial<OrderPieces> & { line?: Partial<OrderPieces['lines'][number]> }): OrderPieces => ({
  hasParcels: false,
  isVoid: false,
  lines: [{ ordered: 3, open: 0, restocked: 0, ...over.line }],
  ...over,
})

it.each([
  ['just placed', order({ line: { open: 3 } }), 'open', 3],
  ['one edited out', order({ line: { open: 2, restocked: 1 } }), 'open', 2],
  ['one sent, one edited out', order({ hasParcels: true, line: { open: 1, restocked: 1 } }), 'open', 2],
  ['all sent', order({ hasParcels: true }), 'shipped', 3],
  ['two sent, the rest cancelled', order({ hasParcels: true, line: { restocked: 1 } }), 'shipped', 2],
  ['two sent, the rest cancelled without restock', order({ hasParcels: true }), 'shipped', 3],
  ['cancelled', order({ line: { restocked: 3 } }), 'cancelled', 0],
  ['cancelled without restock', order({}), 'cancelled', 3],
  ['cancelled, one of them not restocked', order({ line: { restocked: 2 } }), 'cancelled', 1],
  ['never to be paid', order({ isVoid: true, line: { open: 3 } }), 'cancelled', 0],
  ['void although a part was sent', order({ isVoid: true, hasParcels: true, line: { open: 1 } }), 'open', 3],
])('an order %s', (_, pieces, state, held) => {
  expect(meaningOf(pieces)).toEqual({ state, holds: [held] })
})
