import { expect, it } from 'vitest'
import { type LinePieces, meaningOf, toSend } from './pieces.ts'

const order = (...lines: Partial<LinePieces>[]) => ({
  cancelled: false,
  lines: lines.map((line) => ({ quantity: 3, ...line })),
})
const cancelled = (...lines: Partial<LinePieces>[]) => ({ ...order(...lines), cancelled: true })

it.each([
  ['just placed', order({}), 'open', [3]],
  ['one taken out', order({ restocked: 1 }), 'open', [2]],
  ['one taken out because it is missing', order({ lost: 1 }), 'open', [3]],
  ['partly sent', order({ sent: 2 }), 'open', [3]],
  ['one sent, one taken out', order({ sent: 1, restocked: 1 }), 'open', [2]],
  ['one line sent, the other not', order({ sent: 3 }, {}), 'open', [3, 3]],
  ['all sent', order({ sent: 3 }, { sent: 3 }), 'shipped', [3, 3]],
  ['one line sent, the other taken out', order({ sent: 3 }, { restocked: 3 }), 'shipped', [3, 0]],
  ['two sent, the rest taken out', order({ sent: 2, restocked: 1 }), 'shipped', [2]],
  ['two sent, the rest cancelled', cancelled({ sent: 2 }), 'shipped', [2]],
  ['two sent, the rest cancelled because it is missing', cancelled({ sent: 2, lost: 1 }), 'shipped', [3]],
  ['more sent than bought', order({ sent: 5 }), 'shipped', [3]],
  ['without lines', order(), 'open', []],
])('an order %s', (_, pieces, state, expected) => {
  const meaning = meaningOf(pieces)
  expect([meaning.state, meaning.lines.map(({ quantity }) => quantity)]).toEqual([state, expected])
})

it('of an open order what was sent or lost goes into no parcel any more; of one that was sent, what was lost did not', () => {
  const line = { quantity: 5, sent: 2, lost: 1 }
  expect([toSend({ state: 'open' }, line), toSend({ state: 'shipped' }, { ...line, sent: 4 })]).toEqual([2, 4])
})

it.each([
  ['cancelled', cancelled({}), [0]],
  ['whose pieces were all taken out', order({ restocked: 3 }), [0]],
  ['cancelled because its pieces are missing', cancelled({ lost: 3 }), [3]],
  ['cancelled, one of them missing', cancelled({ lost: 1 }, {}), [1, 0]],
  ['of which nothing is left and one is missing', order({ restocked: 2, lost: 1 }), [1]],
  ['cancelled without lines', cancelled(), []],
])('an order %s keeps what was bought in its lines, and says what did not come back', (_, pieces, lost) => {
  expect(meaningOf(pieces)).toMatchObject({
    state: 'cancelled',
    lines: lost.map((units) => ({ quantity: 3, lost: units })),
  })
})

it.each([
  ['just placed', order({}), [0]],
  ['one taken out', order({ restocked: 1 }), [1]],
  ['one line sent, the other taken out', order({ sent: 3 }, { restocked: 3 }), [0, 3]],
  ['two sent, the rest cancelled', cancelled({ sent: 2 }), [1]],
  ['cancelled', cancelled({}), [3]],
  ['cancelled, one of them missing', cancelled({ lost: 1 }, {}), [2, 3]],
])('an order %s tells which pieces that were bought are for sale again', (_, pieces, undone) => {
  expect(meaningOf(pieces).lines.map((line) => line.undone)).toEqual(undone)
})
