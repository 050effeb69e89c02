import { describe, expect, it } from 'vitest'
import { mergeLines, nextState, planStock, replaces } from './intake.ts'

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

describe('planStock', () => {
  const line = { externalId: 'L1', sku: 'A', quantity: 2 }
  const knownLine = { externalId: 'L1', levelId: 7, quantity: 2, taken: 2, shortfall: 0, lost: 0, gone: 0 }
  const plan = (over: Partial<Parameters<typeof planStock>[0]>) =>
    planStock({ before: 'open', state: 'open', history: false, known: [knownLine], lines: [line], ...over })
  const nothing = { release: [], take: [] }

  it.each([
    ['a new open order takes', { before: null, known: [] }, { release: [], take: [line] }],
    [
      'a new order already shipped takes, to be sent',
      { before: null, state: 'shipped', known: [] },
      { release: [], take: [line] },
    ],
    ['a new order already cancelled does nothing', { before: null, state: 'cancelled', known: [] }, nothing],
    ['an order older than the connection does nothing', { before: null, known: [], history: true }, nothing],
    ['the same again does nothing', {}, nothing],
    [
      'a cancellation that leaves a piece off the shelf keeps that',
      { state: 'cancelled', lines: [{ ...line, lost: 1 }] },
      { release: ['L1'], take: [{ ...line, lost: 1, quantity: 1 }] },
    ],
    ['a cancellation gives back', { state: 'cancelled' }, { release: ['L1'], take: [] }],
    [
      'a second cancellation does nothing',
      { before: 'cancelled', state: 'cancelled', known: [{ ...knownLine, taken: 0 }] },
      nothing,
    ],
    ['a cancellation after shipping does nothing', { before: 'shipped', state: 'cancelled' }, nothing],
    ['a line that goes after shipping does nothing', { before: 'shipped', state: 'shipped', lines: [] }, nothing],
    [
      'pieces added after shipping are taken beside those that left',
      { before: 'shipped', lines: [{ ...line, quantity: 5 }] },
      { release: [], take: [{ ...line, quantity: 3 }] },
    ],
    [
      'of which the next version asks for no more, or gives back those alone',
      { known: [{ ...knownLine, quantity: 5, taken: 3, gone: 2 }], lines: [{ ...line, quantity: 5 }] },
      nothing,
    ],
    [
      'and which are called off beside those that left',
      { state: 'shipped', known: [{ ...knownLine, taken: 3, gone: 2 }] },
      { release: ['L1'], take: [] },
    ],
    [
      'one more that is lost leaves beside those that did',
      { before: 'cancelled', state: 'cancelled', lines: [{ ...line, quantity: 4, lost: 3 }] },
      { release: [], take: [{ ...line, lost: 3, quantity: 1 }] },
    ],
    [
      'an order that comes back takes again',
      { before: 'cancelled', known: [{ ...knownLine, taken: 0 }] },
      { release: [], take: [line] },
    ],
    [
      'another quantity is a new promise',
      { lines: [{ ...line, quantity: 3 }] },
      { release: ['L1'], take: [{ ...line, quantity: 3 }] },
    ],
    [
      'a piece paid back that there was none of is asked for no more',
      { known: [{ ...knownLine, taken: 1, lost: 1 }], lines: [{ ...line, lost: 1 }] },
      nothing,
    ],
    [
      'nor with one more',
      { known: [{ ...knownLine, taken: 1, lost: 1 }], lines: [{ ...line, quantity: 3, lost: 1 }] },
      { release: ['L1'], take: [{ ...line, quantity: 2, lost: 1, sold: 3 }] },
    ],
    [
      'nor in what left',
      {
        before: 'shipped',
        state: 'shipped',
        known: [{ ...knownLine, taken: 1, lost: 1 }],
        lines: [{ ...line, lost: 1 }],
      },
      nothing,
    ],
    [
      'called off whole, the one there was is the one that is missing',
      { state: 'cancelled', known: [{ ...knownLine, taken: 1, lost: 1 }], lines: [{ ...line, lost: 1 }] },
      nothing,
    ],
    [
      'and with both missing, that one alone leaves, once',
      {
        before: 'cancelled',
        state: 'cancelled',
        known: [{ ...knownLine, taken: 1, lost: 2 }],
        lines: [{ ...line, lost: 2 }],
      },
      nothing,
    ],
    ['missing pieces count as promised', { known: [{ ...knownLine, taken: 1, shortfall: 1 }] }, nothing],
    ['a removed line gives back', { lines: [] }, { release: ['L1'], take: [] }],
    [
      'an added line takes',
      { known: [knownLine], lines: [line, { ...line, externalId: 'L2' }] },
      { release: [], take: [{ ...line, externalId: 'L2' }] },
    ],
    ['a line without a level stays without', { known: [{ ...knownLine, levelId: null, taken: 0 }] }, nothing],
    ['a line without a SKU takes nothing', { before: null, known: [], lines: [{ ...line, sku: '' }] }, nothing],
  ] as const)('%s', (_what, over, expected) => {
    expect(plan(over as Partial<Parameters<typeof planStock>[0]>)).toEqual(expected)
  })
})

it('what was sent stays sent, and is open again only with pieces that were added; anything else follows the channel', () => {
  const [line, left] = [
    { externalId: 'L1', levelId: 7, quantity: 2, taken: 2, shortfall: 0, lost: 0, gone: 0 },
    { externalId: 'L1', levelId: 7, quantity: 3, taken: 1, shortfall: 0, lost: 0, gone: 2 },
  ]
  expect([
    nextState({ before: 'open', known: [line] }, 'cancelled', false),
    nextState({ before: 'cancelled', known: [line] }, 'open', true),
    nextState({ before: 'shipped', known: [line] }, 'cancelled', false),
    nextState({ before: 'shipped', known: [line] }, 'open', false),
    nextState({ before: 'shipped', known: [line] }, 'open', true),
    nextState({ before: 'open', known: [left] }, 'open', false),
    nextState({ before: 'open', known: [left] }, 'cancelled', false),
  ]).toEqual(['cancelled', 'open', 'shipped', 'shipped', 'open', 'open', 'shipped'])
})

it('a line told twice counts together, with all that is known of its pieces', () => {
  expect(
    mergeLines([
      { externalId: 'a', quantity: 1, lost: 1 },
      { externalId: 'b', quantity: 4 },
      { externalId: 'a', quantity: 2, sent: 1, restocked: 1 },
    ]),
  ).toEqual([
    { externalId: 'a', quantity: 3, sent: 1, restocked: 1, lost: 1 },
    { externalId: 'b', quantity: 4 },
  ])
})
