import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getAttention } from '#contract/analytics.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { recentOrders } from '#contract/orders.ts'
import { getStart } from '#contract/organizations.ts'
import { useRead } from '#web/api.ts'
import { useLive } from '#web/events.ts'
import { useMay } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { JobProgress } from '#web/ui/job-progress.tsx'
import { Card, Page, TwoColumns } from '#web/ui/page.tsx'
import { SalesFigures } from '#web/ui/sales-figures.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { Attention } from './attention.tsx'
import classes from './dashboard.module.css'
import { BringBack, FirstSteps, isSettingUp } from './first-steps.tsx'
import { RecentOrders } from './recent-orders.tsx'

export type Start = CallReply<typeof getStart>

/** The start page: first steps until the shop runs, then what needs the seller and how it stands. */
export function DashboardPage() {
  const user = useSession()
  const start = useRead(getStart)
  const attention = useRead(getAttention)
  const orders = useRead(recentOrders, { query: { limit: 8 } })
  const name = user?.name.split(' ')[0]
  const mayAdd = useMay('products:write')
  const toDo = start.data !== undefined && isSettingUp(start.data)
  const settingUp = toDo && !start.data?.firstStepsHidden
  return (
    <Page
      title={settingUp ? `Welcome to Motto${name ? `, ${name}` : ''}` : 'Dashboard'}
      name="Dashboard"
      actions={
        mayAdd &&
        !settingUp &&
        start.data && (
          <Button component={Link} to={'/inventory/new' as string} leftSection={<Icon name="plus" />}>
            New Product
          </Button>
        )
      }
    >
      {start.isError && !start.data ? (
        <ErrorState error={start.error} retry={() => void start.refetch()} />
      ) : !start.data || attention.isPending ? (
        // What needs the seller pushes down all the rest, so nothing is drawn before that is known.
        <TableSkeleton rows={12} label="Loading the dashboard" />
      ) : (
        <TwoColumns
          main={
            <>
              {settingUp && <FirstSteps start={start.data} />}
              <Attention />
              <SalesFigures />
              <Card
                title="Recent orders"
                padded={false}
                actions={
                  orders.data?.length ? (
                    <Button component={Link} to={'/orders' as string} variant="subtle" size="xs">
                      View all
                    </Button>
                  ) : undefined
                }
              >
                <RecentOrders orders={orders} connected={start.data.connectedChannels > 0} />
              </Card>
            </>
          }
          aside={
            <>
              <Running />
              <Help away={toDo && !settingUp} />
            </>
          }
        />
      )}
    </Page>
  )
}

function Running() {
  const running = useLive().jobs
  if (!running.length) return null
  return running.map((job) => (
    <JobProgress
      key={job.jobId}
      title={job.name}
      done={job.done}
      total={job.total}
      message={job.message}
      running={job.state === 'running'}
    />
  ))
}

const Help = ({ away }: { away: boolean }) => (
  <Card title="Find your way" padded={false}>
    <ul className={classes.help}>
      {away && (
        <li>
          <BringBack />
        </li>
      )}
      <li className={classes.keys}>
        <Icon name="keyboard" />
        <span className="grow">Every product, order, page and action</span>
        <kbd>Ctrl K</kbd>
      </li>
    </ul>
  </Card>
)
