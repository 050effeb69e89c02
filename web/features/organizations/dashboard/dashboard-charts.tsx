import { type DayRange, daysOf, periodBefore } from '#domain/analytics/presets.ts'
import { Bars } from '#web/ui/charts/bars.tsx'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'
import { type DayRow } from '#web/ui/charts/channels.ts'
import { DaysChart } from '#web/ui/charts/days-chart.tsx'
import { number } from '#web/ui/format.ts'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import type { Dashboard } from './use-dashboard.ts'

/** Orders of each day, of all channels together. */
function countsOf(rows: readonly DayRow[] | undefined, days: readonly string[]): number[] {
  const byDay = new Map(
    rows?.map(({ day, ...counts }) => [day, Object.values(counts).reduce<number>((sum, n) => sum + Number(n), 0)]),
  )
  return days.map((day) => byDay.get(day) ?? 0)
}

export function DailyOrders({ figures, range, label }: { figures: Dashboard; range: DayRange; label: string }) {
  const navigate = useNavigate()
  const days = daysOf(range)
  const now = countsOf(figures.days.data as readonly DayRow[] | undefined, days)
  const before = countsOf(figures.daysBefore.data as readonly DayRow[] | undefined, daysOf(periodBefore(range)))
  const sold = now.some((n) => n > 0)
  return (
    <ChartCard
      title="Daily Orders"
      range={range}
      read={figures.days}
      height={264}
      empty="No order data in this range"
      header={['Day', 'Orders', 'Previous period']}
      rows={sold ? days.map((day, n) => [day, now[n] ?? 0, before[n] ?? 0]) : []}
      more={
        <LinkButton to="/analytics" search={range} variant="subtle" size="xs">
          Analytics
        </LinkButton>
      }
    >
      {() => (
        <DaysChart
          label="Daily Orders"
          unit="order"
          line
          days={days}
          series={[
            { key: 'now', name: label, color: 'var(--accent)', values: now },
            { key: 'before', name: 'before', color: 'var(--muted)', values: before, dashed: true },
          ]}
          onPickDay={(day) =>
            void navigate({
              to: '/orders',
              search: { startDate: day, endDate: day, sold: true, rate: 'known' },
            })
          }
        />
      )}
    </ChartCard>
  )
}

const SHOWN = 6

export function SalesByTemplate({ figures, range }: { figures: Dashboard; range: DayRange }) {
  const navigate = useNavigate()
  const rows = figures.templateSales.data ?? []
  return (
    <ChartCard
      title="Sales by Template"
      range={range}
      read={figures.templateSales}
      height={SHOWN * 28}
      empty="No template sales yet"
      header={['Template', 'Items']}
      rows={rows.map(({ templateName, quantity }) => [templateName || 'No product', quantity])}
      note={rows.length > SHOWN && `The first ${SHOWN} of ${number(rows.length)}; the table shows all.`}
    >
      {() => (
        <Bars
          label="Sales by Template"
          fixed={new Set([''])}
          onPick={(name) => void navigate({ to: '/analytics', search: { ...range, templates: [name] } })}
          parts={rows.slice(0, SHOWN).map(({ templateName, quantity }) => ({
            key: templateName,
            label: templateName || 'No product',
            name: templateName || 'No product',
            value: quantity,
            text: number(quantity),
          }))}
        />
      )}
    </ChartCard>
  )
}
