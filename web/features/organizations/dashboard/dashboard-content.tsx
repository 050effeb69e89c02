import { useSearch } from '@tanstack/react-router'
import { dashboardDays, type DashboardRange, dashboardRanges } from '#domain/analytics/presets.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { WithoutRate } from '#web/ui/layout/without-rate.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { DailyOrders, SalesByTemplate } from './dashboard-charts.tsx'
import classes from './dashboard-content.module.css'
import { NextSteps } from './next-steps.tsx'
import { ProductsOverview } from './products-overview.tsx'
import { StatCards } from './stat-cards.tsx'
import { TemplateList } from './template-list.tsx'
import { useDashboard } from './use-dashboard.ts'

/** How the shop stands and went in the chosen range. Loaded when the rest of the page stands: it has the charts. @param today where the organization is */
export function DashboardContent({
  today,
  range: key,
  connected,
}: {
  today: string
  range: DashboardRange
  connected: boolean
}) {
  const { page = 0 } = useSearch({ from: '/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const range = dashboardDays(key, today)
  const figures = useDashboard(range, page)
  const { failed, sales, salesBefore, days, templateSales, overview, leftOut } = figures
  if (failed)
    return (
      <ErrorState
        title="Failed to load dashboard"
        error={failed.error}
        retry={() => void failed.refetch()}
        again="Retry"
      />
    )
  if (!sales.data || !salesBefore.data || !days.data || !templateSales.data || !overview.data)
    return <TableSkeleton rows={12} label="Loading the dashboard" />
  const label = dashboardRanges.find((candidate) => candidate.key === key)?.label ?? ''
  return (
    <>
      <div>
        <StatCards
          range={range}
          sales={sales.data}
          salesBefore={salesBefore.data}
          days={days.data}
          templates={templateSales.data}
        />
        {leftOut.data && <WithoutRate orders={leftOut.data.withoutRate} of={range} />}
      </div>
      <div className={classes.grid}>
        <div className="stack">
          <DailyOrders figures={figures} range={range} label={label} />
          <Card
            title="Recent Orders"
            padded={false}
            actions={
              <LinkButton to="/orders" search={range} variant="subtle" size="xs">
                All Orders
              </LinkButton>
            }
          >
            <RecentOrders
              orders={figures.orders}
              page={page}
              onPage={(to) =>
                void navigate({ search: (now) => ({ ...now, page: to || undefined }), resetScroll: false })
              }
              connected={connected}
            />
          </Card>
        </div>
        <div className="stack">
          <ProductsOverview overview={overview.data} />
          <SalesByTemplate figures={figures} range={range} />
          <TemplateList templates={figures.templates} />
        </div>
      </div>
      <NextSteps overview={overview.data} />
    </>
  )
}
