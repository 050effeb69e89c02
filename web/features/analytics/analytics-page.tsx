import { ActionIcon, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { attributesOf } from '#domain/analytics/attributes.ts'
import { type DayRange, queryName } from '#domain/analytics/presets.ts'
import { filterLines } from '#domain/analytics/query-address.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { date } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { CountedAnew } from '#web/ui/layout/counted-anew.tsx'
import { PageTabs } from '#web/ui/layout/tabs.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { usePaper } from '#web/ui/theme/use-paper.ts'
import { type AnalyticsSearch, merged, ordersOf, type Queued, rangeOf } from './address.ts'
import { AdjustFilters } from './adjust.tsx'
import classes from './analytics.module.css'
import { AttributeInsights, DailyOrders, SalesByChannel, SalesBySku, SalesByTemplate } from './charts.tsx'
import { Filters } from './filters.tsx'
import { GoneNames } from './gone-names.tsx'
import { Kpis } from './kpis.tsx'
import { OfOrganization } from './of-organization.tsx'
import { filterOf } from './reports/report-words.ts'
import { SavedMenu, SaveQuery } from './saved-dialogs.tsx'
import { searchIn, type Today } from './saved-queries.ts'
import { SavedSearches } from './saved-searches.tsx'
import { Health, InventoryPanel, LowInventory } from './signals.tsx'
import { type Figures, useFigures } from './use-figures.ts'
import { useMovingDays, useToday } from './use-today.ts'

const NewReport = lazy(async () => ({ default: (await import('./reports/reports-page.tsx')).NewReport }))
const ProfitSection = lazy(async () => ({ default: (await import('./profit/profit-section.tsx')).ProfitSection }))
const StockSection = lazy(async () => ({ default: (await import('./stock/stock-section.tsx')).StockSection }))

/** `report`: of the saved query that is given. */
type Dialog = 'save' | 'saved' | { report: AnalyticsSearch; name: string }

export function AnalyticsPage() {
  const { organization }: AnalyticsSearch = useSearch({ strict: false })
  return (
    <OfOrganization organization={organization}>
      <AnalyticsHere />
    </OfOrganization>
  )
}

function AnalyticsHere() {
  const client = useRead(getClient, { query: {} })
  if (client.data) return <Ready client={client.data} />
  return (
    <Page title="Analytics">
      {client.isError ? (
        <ErrorState
          title="Failed to load analytics"
          error={client.error}
          retry={() => void client.refetch()}
          again="Retry"
        />
      ) : (
        <TableSkeleton rows={14} label="Loading analytics" />
      )}
    </Page>
  )
}

function Ready({ client }: { client: CallReply<typeof getClient> }) {
  const search: AnalyticsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { timeZone } = client.figuresIn ?? client
  const today = useToday(timeZone)
  useMovingDays(search, today, (to) =>
    navigate({ to: '/analytics', search: { ...search, ...to }, replace: true, resetScroll: false }),
  )
  const url = useRouterState({ select: ({ location }) => location.href })
  const range = rangeOf(search, today)
  const figures = useFigures(search, range, search.tab === undefined)
  const cache = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await cache.refetchQueries({ type: 'active' })
    setRefreshing(false)
  }
  const [queue, setQueue] = useState<Queued[]>([])
  const [dialog, setDialog] = useState<Dialog>()
  usePaper('size: A4; margin: 12mm')
  // The router keeps what an address names; undefined takes a filter away.
  const change = (to: AnalyticsSearch) =>
    void navigate({ to: '/analytics', search: { ...search, ...to }, resetScroll: false })
  const load = (saved: string) => {
    setDialog(undefined)
    setQueue([])
    void navigate({ href: saved })
  }
  const enqueue = (addition: Queued) =>
    setQueue((all) =>
      all.some((other) => JSON.stringify(other) === JSON.stringify(addition)) ? all : [...all, addition],
    )
  const days = { today, timeZone }
  const usual = queryName({ ...search, ...range, attributes: attributesOf(search) }, today)
  return (
    <Page
      title="Analytics"
      actions={
        <Actions
          isRefreshing={search.tab === undefined ? figures.isRefreshing : isRefreshing}
          refresh={search.tab === undefined ? figures.refresh : () => void refresh()}
          url={url}
          now={days}
          setDialog={setDialog}
          onLoad={load}
          onMail={() => setDialog({ report: search, name: '' })}
        />
      }
      below={
        <PageTabs
          label="Analytics"
          tabs={tabs.map(({ label, tab }) => ({
            label,
            link: linkTo({ to: '/analytics', search: { ...search, tab } }),
            active: search.tab === tab,
          }))}
        />
      }
    >
      <div className={classes.page}>
        <CountedAnew client={client} />
        <PrintHeader search={search} range={range} client={client} />
        <Filters
          search={search}
          range={range}
          today={today}
          onChange={change}
          onClear={() => {
            setQueue([])
            void navigate({ to: '/analytics', search: { tab: search.tab } })
          }}
        />
        <GoneNames search={search} onChange={change} />
        {search.tab === 'profit' ? (
          <Suspense fallback={<TableSkeleton rows={14} label="Loading profit" />}>
            <ProfitSection search={search} range={range} />
          </Suspense>
        ) : (
          <Content figures={figures} search={search} range={range} today={today} enqueue={enqueue} change={change} />
        )}
        <AdjustFilters
          queue={queue}
          setQueue={setQueue}
          onApply={() => {
            change({ ...merged(search, queue), only: undefined })
            setQueue([])
          }}
        />
      </div>
      {dialog === 'save' && <SaveQuery url={url} usual={usual} today={today} onClose={() => setDialog(undefined)} />}
      {dialog === 'saved' && (
        <SavedSearches
          now={days}
          onLoad={load}
          onMail={({ name, url }) => setDialog({ report: searchIn(url), name })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {typeof dialog === 'object' && (
        <Suspense>
          <NewReport search={dialog.report} name={dialog.name} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

const tabs = [
  { label: 'Sales', tab: undefined },
  { label: 'Profit', tab: 'profit' },
] as const

function Actions({
  isRefreshing,
  refresh,
  url,
  now,
  setDialog,
  onLoad,
  onMail,
}: {
  isRefreshing: boolean
  refresh: () => void
  url: string
  now: Today
  setDialog: (dialog: Dialog) => void
  onLoad: (url: string) => void
  onMail: () => void
}) {
  return (
    <>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        size={32}
        aria-label="Open in a new tab"
        title="Open in a new tab"
      >
        <Icon name="external" />
      </ActionIcon>
      <ActionIcon size={32} aria-label="Refresh" title="Refresh" loading={isRefreshing} onClick={refresh}>
        <Icon name="refresh" />
      </ActionIcon>
      <SavedMenu now={now} onLoad={onLoad} />
      <Button variant="default" onClick={() => setDialog('saved')}>
        View saved
      </Button>
      <Button variant="default" leftSection={<Icon name="bookmark" />} onClick={() => setDialog('save')}>
        Save search
      </Button>
      <Button variant="default" leftSection={<Icon name="mail" />} onClick={onMail}>
        Email as report
      </Button>
      <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
        Export PDF
      </Button>
    </>
  )
}

function Content({
  figures,
  search,
  range,
  today,
  enqueue,
  change,
}: {
  figures: Figures
  search: AnalyticsSearch
  range: DayRange
  today: string
  enqueue: (queued: Queued) => void
  change: (to: AnalyticsSearch) => void
}) {
  const { failed, sales, summary, signal, salesBefore, summaryBefore } = figures
  if (failed)
    return <ErrorState title="Failed to load analytics" error={failed.error} retry={figures.refresh} again="Retry" />
  const before =
    salesBefore.data && summaryBefore.data ? { sales: salesBefore.data, summary: summaryBefore.data } : undefined
  if (!sales.data || !summary.data || !signal.data || (figures.hasBefore && !before))
    return <TableSkeleton rows={14} label="Loading analytics" />
  const of = { figures, range, enqueue }
  const orders = ordersOf(search, range)
  return (
    <div className="stack" aria-busy={figures.isRefreshing}>
      <LowInventory signal={signal.data} />
      <Kpis
        now={{ sales: sales.data, summary: summary.data }}
        before={figures.hasBefore ? before : undefined}
        of={orders}
      />
      <Health sales={sales.data} summary={summary.data} of={orders} />
      <InventoryPanel signal={signal.data} search={search} today={today} />
      <DailyOrders {...of} />
      <div className={classes.pair}>
        <SalesByChannel {...of} />
        <SalesByTemplate {...of} />
        <AttributeInsights {...of} />
        <SalesBySku
          {...of}
          note={
            search.only && (
              <>
                Search applies to this chart only.{' '}
                <button type="button" className="link" onClick={() => change({ only: undefined })}>
                  Apply to all charts
                </button>
              </>
            )
          }
        />
      </div>
      <Suspense fallback={<TableSkeleton rows={8} label="Stock, loading" />}>
        <StockSection search={search} range={range} today={today} />
      </Suspense>
    </div>
  )
}

/** What a printed page is of; on the screen the filters say it. */
function PrintHeader({
  search,
  range,
  client: { displayName, figuresIn, timeZone },
}: {
  search: AnalyticsSearch
  range: DayRange
  client: CallReply<typeof getClient>
}) {
  const day = (text: string) => date(`${text}T12:00:00`)
  return (
    <header className={classes.printed}>
      <h2>Analytics Report</h2>
      <p>
        {displayName}, days in {(figuresIn?.timeZone ?? timeZone).replaceAll('_', ' ')}
      </p>
      <p>
        {day(range.startDate)} – {day(range.endDate)}
      </p>
      {filterLines(filterOf(search), channelName).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </header>
  )
}
