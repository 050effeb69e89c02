import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { behindFor } from '#contract/listings/listings.ts'
import type { getStart } from '#contract/organizations/organizations.ts'
import { toIntegrations } from '../../addresses.ts'
import type { LiveJob } from '../../events.ts'
import { number, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/images/icon.tsx'
import { JobProgress } from '../../ui/layout/job-progress.tsx'
import { Link, LinkItem } from '../../ui/link.tsx'

/** More are not counted. */
const MOST_COUNTED = 1000
const listings = (n: number) => (n < MOST_COUNTED ? plural(n, 'listing') : `${number(n)} or more listings`)

/** Each cause with its place, and what is running. @param need how much needs the seller */
export function HealthList({
  start,
  need,
  running,
}: {
  start: CallReply<typeof getStart>
  need: number
  running: readonly LiveJob[]
}) {
  const { failedListings, heldChannels, connectedChannels, lateOrders, dueTodayOrders } = start
  const toSettle = start.oversoldOrders + start.unknownOrders
  const { notKept, held, pending, tooMany } = start.outOfStep
  return (
    <>
      {failedListings > 0 && (
        <LinkItem to="/listings" search={{ status: 'error' }} leftSection={<Icon name="alert" />}>
          {listings(failedListings)} failed to publish
        </LinkItem>
      )}
      {toSettle > 0 && (
        <LinkItem to="/orders/issues" leftSection={<Icon name="warning" />}>
          {plural(toSettle, 'order')} to resolve
        </LinkItem>
      )}
      {lateOrders > 0 && (
        <LinkItem to="/orders" search={{ due: 'late' }} leftSection={<Icon name="alert" />}>
          {plural(lateOrders, 'order')} late to ship
        </LinkItem>
      )}
      {dueTodayOrders > 0 && (
        <LinkItem to="/orders" search={{ due: 'today' }} leftSection={<Icon name="clock" />}>
          {plural(dueTodayOrders, 'order')} to ship today
        </LinkItem>
      )}
      {start.waitingProposals > 0 && (
        <LinkItem to="/account/approvals" leftSection={<Icon name="clock" />}>
          {plural(start.waitingProposals, 'proposal')} to approve
        </LinkItem>
      )}
      {heldChannels > 0 && (
        <LinkItem {...toIntegrations()} leftSection={<Icon name="plug" />}>
          {plural(heldChannels, 'channel')} delayed
        </LinkItem>
      )}
      {tooMany > 0 && (
        <Behind why="tooMany" icon="alert">
          {listings(tooMany)} {tooMany === 1 ? 'shows' : 'show'} more than you have in stock
        </Behind>
      )}
      {notKept > 0 && (
        <Behind why="notKept" icon="warning">
          {listings(notKept)} not syncing stock
        </Behind>
      )}
      {held > 0 && (
        <Behind why="held" icon="alert">
          {listings(held)} waiting for a delayed channel
        </Behind>
      )}
      {pending > 0 && (
        <Behind why="pending" icon="clock">
          {listings(pending)} updating
        </Behind>
      )}
      {need === 0 && notKept + held + pending + dueTodayOrders === 0 && (
        <LinkItem {...toIntegrations()} leftSection={<Icon name="plug" />}>
          {connectedChannels
            ? `${plural(connectedChannels, 'channel')} connected. Everything is in sync.`
            : 'Connect a channel'}
        </LinkItem>
      )}
      {running.map((job) => (
        <JobProgress key={job.jobId} title={job.name} done={job.done} total={job.total} message={job.message} />
      ))}
    </>
  )
}

/** The way to the listings that do not show what we say, for one reason. */
const Behind = ({
  why,
  icon,
  children,
}: {
  why: (typeof behindFor)[number]
  icon: 'warning' | 'alert' | 'clock'
  children: ReactNode
}) => (
  <Menu.Item
    renderRoot={(props) => <Link {...props} to="/listings" search={{ behind: why }} />}
    leftSection={<Icon name={icon} />}
  >
    {children}
  </Menu.Item>
)
