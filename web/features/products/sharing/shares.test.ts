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
      '7 units are available.',
      'They’re split between 2 channels by sales in the last 30 days (3 of 5 on eBay).',
      "eBay's share is 4.",
    ])
  })
  it('DESIGN 2: all of it is shared, or only the last pieces are divided', () => {
    expect(why('shared', part({ share: 7, shown: 7 }))[1]).toBe(
      'Every channel shows all available stock, minus its buffer.',
    )
    const own = part({})
    expect(whyShown({ sharing: { mode: 'threshold', last: 5 }, available, parts: [own] }, own)[1]).toBe(
      'The last 5 are split between 1 channel.',
    )
  })
  it('DESIGN 2: waiting names what for', () => {
    expect(
      [{ unseen: 1, shown: 3 }, { hidden: 2, shown: 2 }, { shown: 2 }, { shown: 5 }, {}].map((change) =>
        stateOf(part(change)),
      ),
    ).toEqual([
      '1 sale not imported yet',
      'Checking for new orders',
      'Increasing to 4',
      'Decreasing to 4',
      'Up to date',
    ])
    expect(why('guaranteed', part({ unseen: 1, shown: 3 }))).toContain(
      '1 unit sold there, but the orders haven’t been imported yet.',
    )
  })
  it('DESIGN 2: pieces that are kept back say until when', () => {
    const hiddenUntil = '2026-11-28T14:05:00.000Z'
    expect(why('guaranteed', part({ hidden: 2, shown: 2, hiddenUntil }))).toContain(
      `2 units are held back until Motto has checked that channel for new orders, at about ${time(hiddenUntil)}.`,
    )
  })
  it('DESIGN 2: the promise is told where it holds', () => {
    const parts = [part({ shown: 3, unseen: 1 }), part({ channel: 'shopify', shown: 3 })]
    expect(promiseOf({ available, parts })).toBe('6 shown + 1 not imported yet ≤ 7 available')
    expect(
      promiseOf({ available, parts: [part({ shown: 7 }), part({ channel: 'shopify', shown: 7 })] }),
    ).toBeUndefined()
  })
})
