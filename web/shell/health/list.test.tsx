// @vitest-environment jsdom
import { Menu } from '@mantine/core'
import { afterEach, expect, it } from 'vitest'
import { all, away, nameOf, show, until } from '#web/testing/screen.tsx'
import { HealthList } from './list.tsx'

afterEach(away)

it('what the header counts leads to the list of exactly that', async () => {
  const start = {
    currency: 'USD',
    templates: 1,
    products: 2,
    connectedChannels: 1,
    liveListings: 3,
    listedOnce: true,
    orders: 5,
    openOrders: 3,
    oversoldOrders: 1,
    lateOrders: 2,
    dueTodayOrders: 3,
    packableOrders: 0,
    unknownOrders: 1,
    waitingProposals: 2,
    failedListings: 2,
    heldChannels: 1,
    outOfStep: { notKept: 1, pending: 2, held: 3, tooMany: 4 },
    today: '2026-11-21',
    firstStepsHidden: true,
  }
  show(
    <Menu opened withinPortal={false} transitionProps={{ duration: 0 }}>
      <Menu.Dropdown>
        <HealthList start={start} need={9} running={[]} />
      </Menu.Dropdown>
    </Menu>,
  )
  await until(() => all('item').length > 0)
  expect(all('item').map((item) => [nameOf(item), item.getAttribute('href')])).toEqual([
    ['2 listings failed to publish', '/listings?status=error'],
    ['2 orders to resolve', '/orders/issues'],
    ['2 orders late to ship', '/orders?due=late'],
    ['3 orders to ship today', '/orders?due=today'],
    ['2 proposals to approve', '/account/approvals'],
    ['1 channel delayed', '/integrations'],
    ['4 listings show more than you have in stock', '/listings?behind=tooMany'],
    ['1 listing not syncing stock', '/listings?behind=notKept'],
    ['3 listings waiting for a delayed channel', '/listings?behind=held'],
    ['2 listings updating', '/listings?behind=pending'],
  ])
})
