import { describe, expect, it } from 'vitest'
import type { OrderState } from './order-state.ts'
import { type LinePieces, meaningOf, toSend, withShipped } from './pieces.ts'

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

describe('an order beside what is known of it', () => {
  const state = (o: { cancelled?: boolean; lines: LinePieces[]; before?: OrderState; hasLeft?: boolean }) =>
    meaningOf({
      cancelled: o.cancelled ?? false,
      lines: o.lines,
      known: { state: o.before ?? 'open', hasLeft: o.hasLeft ?? false },
    }).state
  it.each([
    ['is cancelled with its channel', { cancelled: true, lines: [{ quantity: 3 }] }, 'cancelled'],
    ['comes back after a cancellation', { before: 'cancelled', lines: [{ quantity: 3 }] }, 'open'],
    ['stays shipped after a cancellation', { before: 'shipped', cancelled: true, lines: [{ quantity: 3 }] }, 'shipped'],
    ['stays shipped without lines', { before: 'shipped', lines: [] }, 'shipped'],
    ['stays shipped where nothing is to be sent', { before: 'shipped', lines: [{ quantity: 3, sent: 3 }] }, 'shipped'],
    ['is open again with units that were added', { before: 'shipped', lines: [{ quantity: 4, sent: 3 }] }, 'open'],
    [
      'is shipped where a line that left is no longer named',
      { cancelled: true, hasLeft: true, lines: [{ quantity: 3 }] },
      'shipped',
    ],
  ] as const)('%s', (_, version, expected) => {
    expect(state({ ...version, lines: [...version.lines] })).toBe(expected)
  })

  const units = (line: Partial<LinePieces>, known: { sent: number; channelSent: number }, isCancelled = false) => {
    const { sent, restocked, lost } = withShipped({ quantity: 3, ...line }, known, isCancelled)
    return [sent, restocked, lost]
  }
  it.each([
    ['a parcel made here stays where its channel has not heard of it', { sent: 0 }, [2, 0], [2, 0, 0]],
    ['and counts once where it has', { sent: 2 }, [2, 0], [2, 0, 0]],
    ['a parcel that its channel removed did not leave', { sent: 1 }, [3, 3], [1, 0, 0]],
    ['a channel that says nothing of parcels leaves ours alone', {}, [2, 0], [2, 0, 0]],
    ['a refund after shipping brings nothing back', { sent: 0, restocked: 3 }, [3, 3], [3, 0, 0]],
    ['nor does one without restock', { sent: 0, lost: 3 }, [3, 3], [3, 0, 0]],
    ['the rest is refunded beside what was shipped here', { sent: 0, restocked: 3 }, [2, 0], [2, 1, 0]],
  ] as const)('%s', (_, line, [sent, channelSent], expected) => {
    expect(units(line, { sent, channelSent })).toEqual(expected)
  })
  it('a cancelled order keeps what was shipped', () => {
    expect(units({ sent: 0 }, { sent: 3, channelSent: 3 }, true)).toEqual([3, 0, 0])
  })
})
