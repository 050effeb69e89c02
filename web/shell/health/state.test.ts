import { expect, it } from 'vitest'
import { standing } from './state.ts'

const start = {
  failedListings: 0,
  heldChannels: 0,
  oversoldOrders: 0,
  lateOrders: 0,
  unknownOrders: 0,
  waitingProposals: 0,
  connectedChannels: 2,
  outOfStep: { notKept: 0, pending: 0, held: 0, tooMany: 0 },
}

it.each([
  ['every live listing shows what we say', {}, 'success', 'In sync'],
  [
    'one is not kept in step',
    { outOfStep: { notKept: 1, pending: 0, held: 0, tooMany: 0 } },
    'warning',
    '1 not syncing',
  ],
  ['what is owed is on its way', { outOfStep: { notKept: 0, pending: 3, held: 0, tooMany: 0 } }, 'info', 'Updating 3'],
  ['a channel is held up', { outOfStep: { notKept: 0, pending: 1, held: 2, tooMany: 0 } }, 'warning', '2 delayed'],
  ['a channel lets nothing through', { heldChannels: 1 }, 'warning', '1 needs attention'],
  ['an agent waits for approval', { waitingProposals: 1 }, 'warning', '1 needs attention'],
  ['nobody knows what an order is of', { unknownOrders: 2 }, 'warning', '2 need attention'],
  [
    'a channel goes on showing more than you have in stock',
    { outOfStep: { notKept: 0, pending: 1, held: 0, tooMany: 1 } },
    'warning',
    '1 needs attention',
  ],
  [
    'refusals go first',
    { failedListings: 1, outOfStep: { notKept: 5, pending: 0, held: 0, tooMany: 0 } },
    'warning',
    '1 needs attention',
  ],
  ['nothing is connected', { connectedChannels: 0 }, 'neutral', 'No channels yet'],
] as const)('the header, when %s', (_what, change, tone, label) =>
  expect(standing({ ...start, ...change }, true)).toMatchObject({ tone, label }),
)
it('the header says nothing of the channels while it cannot hear', () =>
  expect(standing(start, false)).toMatchObject({ tone: 'neutral', label: 'Offline' }))
