import { describe, expect, it } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { announcement, orderDetail, publishedDetail } from './words.ts'

const news = (kind: NotificationKind, n: number) => ({
  kind,
  subject: `eBay ${n}`,
  detail: '2 pieces',
  path: `/order/${n}`,
})

describe('an announcement', () => {
  it.each([
    ['orders', 'New order eBay 1'],
    ['oversold', 'Oversold: eBay 1'],
    ['refused', 'Rejected: eBay 1'],
    ['disconnected', 'eBay 1 is disconnected'],
    ['published', 'Publish run finished: eBay 1'],
    ['approvals', 'Approval needed: eBay 1'],
  ] as const)('of one of %s names it and leads to it', (kind, title) =>
    expect(announcement(kind, [news(kind, 1)])).toEqual({ title, body: '2 pieces', path: '/order/1' }),
  )
  it('of many counts them, names the newest and leads to all of them', () =>
    expect(
      announcement(
        'oversold',
        [9, 8, 7, 6].map((n) => news('oversold', n)),
      ),
    ).toEqual({
      title: '4 oversold orders',
      body: 'eBay 9, eBay 8, eBay 7',
      path: '/orders?tab=open&oversold=true',
    }))
})

it.each([
  [1, 1050, '1 item, 10.50 USD'],
  [3, 90_000, '3 items, 900.00 USD'],
])('an order of %i pieces is told in pieces and money', (pieces, total, expected) =>
  expect(orderDetail(pieces, total, 'USD')).toBe(expected),
)

it.each([
  [1480, 0, '1,480 listed'],
  [1480, 12, '1,480 listed, 12 not'],
])('many listings that ended are told in numbers: %i and %i', (listed, failed, expected) =>
  expect(publishedDetail(listed, failed)).toBe(expected),
)
