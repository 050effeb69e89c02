import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getStart } from '#contract/organizations.ts'
import { useRead } from '../api.ts'
import { useLive } from '../events.ts'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import classes from './health.module.css'

/** One dot and a sentence: whether anything needs the seller; below it each cause with its place, and what is running. */
export function Health() {
  const start = useRead(getStart)
  const { jobs, connected } = useLive()
  const running = jobs.filter((job) => job.state === 'running')
  if (!start.data) return <span className={classes.health} data-state="unknown" aria-hidden="true" />
  const { failedListings, oversoldOrders, connectedChannels } = start.data
  const need = failedListings + oversoldOrders
  const state = !connected ? 'off' : need ? 'need' : connectedChannels ? 'fine' : 'off'
  const sentence = !connected
    ? 'Offline'
    : need
      ? `${need} ${need === 1 ? 'needs' : 'need'} you`
      : connectedChannels
        ? 'In sync'
        : 'No channels yet'
  return (
    <Menu width={320}>
      <Menu.Target>
        <button type="button" className={classes.health} data-state={state}>
          {running.length > 0 && need === 0 && connected ? `${plural(running.length, 'task')} running` : sentence}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {failedListings > 0 && (
          <Menu.Item
            component={Link}
            to={'/listings' as string}
            search={{ status: 'error' } as never}
            leftSection={<Icon name="alert" />}
          >
            {plural(failedListings, 'listing')} refused or failed
          </Menu.Item>
        )}
        {oversoldOrders > 0 && (
          <Menu.Item
            component={Link}
            to={'/orders' as string}
            search={{ tab: 'open', oversold: true } as never}
            leftSection={<Icon name="warning" />}
          >
            {plural(oversoldOrders, 'order')} oversold
          </Menu.Item>
        )}
        {need === 0 && (
          <Menu.Item component={Link} to="/integrations" leftSection={<Icon name="plug" />}>
            {connectedChannels
              ? `${plural(connectedChannels, 'channel')} connected, nothing needs you`
              : 'Connect a channel'}
          </Menu.Item>
        )}
        {running.map((job) => (
          <JobProgress key={job.jobId} title={job.name} done={job.done} total={job.total} message={job.message} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
