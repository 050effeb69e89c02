import { describe, expect, it } from 'vitest'
import { time } from '#web/ui/format.ts'
import { type Part, promiseOf, stateOf, whyShown } from './shares.ts'

const part = (change: Partial<Part>): Part => ({
  sku: 'MUG',
  channel: 'ebay',
  integrationId: 1,
  share: 4,
  lastSet: 4,
  shown: 4,
  unseen: 0,
  hidden: 0,
  hiddenUntil: null,
  sold: 0,
  ...change,
})
const available = [{ sku: 'MUG', available: 7 }]
const why = (mode: 'shared' | 'guaranteed', own: Part, other = part({ channel: 'shopify', share: 3, shown: 3 })) =>
  whyShown({ sharing: { mode }, available, parts: [own, other] }, own)

describe('what a channel shows of a product, and why', () => {
  it('DESIGN 2: divided pieces follow the sales of 30 days', () => {
    expect(why('guaranteed', part({ sold: 3 }), part({ channel: 'shopify', sold: 2 }))).toEqual([
      '7 pieces are available.',
      'They are divided between 2 channels, by what was sold in 30 days: 3 of 5 on eBay.',
      "eBay's share is 4.",
    ])
  })
  it('DESIGN 2: all of it is shared, or only the last pieces are divided', () => {
    expect(why('shared', part({ share: 7, shown: 7 }))[1]).toBe('All channels show all of them, less their buffers.')
    const own = part({})
    expect(whyShown({ sharing: { mode: 'threshold', last: 5 }, available, parts: [own] }, own)[1]).toBe(
      'The last 5 are divided between 1 channel.',
    )
  })
  it('DESIGN 2: waiting names what for', () => {
    expect(
      [{ unseen: 1, shown: 3 }, { hidden: 2, shown: 2 }, { shown: 2 }, { shown: 5 }, {}].map((change) =>
        stateOf(part(change)),
      ),
    ).toEqual([
      '1 sale on its way',
      'Waits for a complete look at its orders',
      'Waits to rise to 4',
      'May fall to 4',
      'Shows its share',
    ])
    expect(why('guaranteed', part({ unseen: 1, shown: 3 }))).toContain(
      '1 piece was sold there, and the order is not here yet.',
    )
  })
  it('DESIGN 2: pieces that are kept back say until when', () => {
    const hiddenUntil = '2026-11-28T14:05:00.000Z'
    expect(why('guaranteed', part({ hidden: 2, shown: 2, hiddenUntil }))).toContain(
      `2 pieces are kept back until a complete look at its orders tells that nobody has bought them, at about ${time(hiddenUntil)}.`,
    )
  })
  it('DESIGN 2: the promise is told where it holds', () => {
    const parts = [part({ shown: 3, unseen: 1 }), part({ channel: 'shopify', shown: 3 })]
    expect(promiseOf({ available, parts })).toBe('6 shown + 1 on their way ≤ 7 available')
    expect(
      promiseOf({ available, parts: [part({ shown: 7 }), part({ channel: 'shopify', shown: 7 })] }),
    ).toBeUndefined()
  })
})
