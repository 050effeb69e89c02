import { ActionIcon, NativeSelect } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { getAttention } from '#contract/analytics/analytics.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { type DashboardRange, dashboardRanges } from '#domain/analytics/presets.ts'
import { ActionButton } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { isAwaited, useRead } from '#web/api.ts'
import { cache } from '#web/cache.ts'
import { useLive } from '#web/events.ts'
import { useSession } from '#web/session.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { JobProgress } from '#web/ui/layout/job-progress.tsx'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Card, Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { SalesFigures } from '#web/ui/layout/sales-figures.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { Attention } from './attention.tsx'
import classes from './dashboard.module.css'
import { isSettingUp } from './setting-up.tsx'

/** Only a new organization sees them. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** Only who put these away sees it. */
const BringBack = onDemand(async () => (await import('./bring-back.tsx')).BringBack)

const Content = lazy(async () => ({ default: (await import('./dashboard/dashboard-content.tsx')).DashboardContent }))

/** The start page: first steps until the shop runs, then what needs the seller and how it stands. */
export function DashboardPage() {
  const user = useSession()
  const start = useRead(getStart)
  const attention = useRead(getAttention)
  const { range = '30' } = useSearch({ from: '/dashboard' })
  const [isRefreshing, setRefreshing] = useState(false)
  const name = user?.name.split(' ')[0]
  const toDo = start.data !== undefined && isSettingUp(start.data)
  const settingUp = toDo && !start.data?.firstStepsHidden
  // Nothing is there yet to be counted: the checklist is all.
  const isNew = settingUp && start.data?.products === 0 && start.data.orders === 0
  const refresh = async () => {
    setRefreshing(true)
    await cache.refetchQueries({ type: 'active' })
    setRefreshing(false)
    if (
      cache.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' }).length > 0
    )
      toast.error('Couldn’t refresh the dashboard.', 'You’re seeing earlier data. Try again.')
  }
  return (
    <Page
      // The page of a new shop has a title and a content of its own, and no actions: it takes the place of the other as a whole.
      key={isNew ? 'new' : 'running'}
      title={settingUp ? `Welcome to Motto${name ? `, ${name}` : ''}` : 'Dashboard'}
      name="Dashboard"
      actions={
        !isNew && (
          // On a phone they are lines of their own: their place is kept until it is known whether they are offered.
          <div className={classes.actions} data-offered={start.data ? true : undefined}>
            <Actions range={range} isRefreshing={isRefreshing} refresh={() => void refresh()} />
          </div>
        )
      }
    >
      {start.isError && !start.data ? (
        <ErrorState
          title="Failed to load dashboard"
          error={start.error}
          retry={() => void start.refetch()}
          again="Retry"
        />
      ) : !start.data || isAwaited(attention) ? (
        // What needs the seller pushes down all the rest, so nothing is drawn before that is known.
        <Loading />
      ) : isNew ? (
        <Suspense fallback={<Loading />}>
          <TwoColumns
            main={
              <>
                <FirstSteps start={start.data} />
                <Attention />
              </>
            }
            aside={
              <>
                <Running />
                <Help away={false} />
              </>
            }
          />
        </Suspense>
      ) : (
        <Suspense fallback={<Loading />}>
          <div className="stack" aria-busy={isRefreshing}>
            {settingUp && <FirstSteps start={start.data} />}
            <Attention />
            <Running />
            <SalesFigures />
            <Suspense fallback={<Loading />}>
              <Content today={start.data.today} range={range} connected={start.data.connectedChannels > 0} />
            </Suspense>
            <Help away={toDo && !settingUp} />
          </div>
        </Suspense>
      )}
    </Page>
  )
}

const Loading = () => <TableSkeleton rows={12} label="Loading the dashboard" />

/** ANA-134..139. */
function Actions({
  range,
  isRefreshing,
  refresh,
}: {
  range: DashboardRange
  isRefreshing: boolean
  refresh: () => void
}) {
  const navigate = useNavigate({ from: '/dashboard' })
  const choose = (key: string) => {
    const chosen = dashboardRanges.find((candidate) => candidate.key === key)?.key
    void navigate({ search: { range: chosen === '30' ? undefined : chosen }, resetScroll: false })
  }
  return (
    <>
      <NativeSelect
        aria-label="Range"
        value={range}
        onChange={(event) => choose(event.currentTarget.value)}
        data={dashboardRanges.map(({ key, label }) => ({ value: key, label }))}
      />
      <ActionIcon size={32} aria-label="Refresh" title="Refresh" loading={isRefreshing} onClick={refresh}>
        <Icon name="refresh" />
      </ActionIcon>
      <ActionButton of={listActions.newTemplate} variant="default" />
      <ActionButton of={listActions.newOrder} variant="default" />
      <ActionButton of={listActions.newProduct} />
    </>
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
  <Card title="Help" padded={false}>
    <ul className={classes.help}>
      <li className={classes.keys}>
        <Icon name="keyboard" />
        <span className="grow">Search products, orders, pages and actions</span>
        <kbd>Ctrl K</kbd>
      </li>
      {away && (
        <li>
          <BringBack />
        </li>
      )}
    </ul>
  </Card>
)
