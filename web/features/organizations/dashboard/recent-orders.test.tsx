// @vitest-environment jsdom
import type { ComponentProps } from 'react'
import { afterEach, expect, it } from 'vitest'
import { anOrderRow } from '#web/testing/orders.ts'
import { away, show, text, theOne } from '#web/testing/screen.tsx'
import { RecentOrders } from './recent-orders.tsx'

afterEach(away)

it('each recent order has the one state that the list of orders gives it, and its channel’s own words on asking', async () => {
  const orders = [anOrderRow({ number: 'N-1' }), anOrderRow({ id: 2, number: 'N-2', oversold: true })]
  const read = { data: orders, isError: false, isPlaceholderData: false }
  show(
    <RecentOrders
      orders={read as unknown as ComponentProps<typeof RecentOrders>['orders']}
      page={0}
      onPage={() => undefined}
      connected
    />,
  )
  const states = async (name: RegExp) =>
    [...(await theOne('row', name)).querySelectorAll('td:last-child [data-tone]')].map((chip) => [
      text(chip),
      chip.getAttribute('title'),
    ])
  expect(await states(/N-1/)).toEqual([['Ready to ship', 'eBay: Not started, Paid']])
  expect((await states(/N-2/)).map(([state]) => state)).toEqual(['Oversold'])
})
