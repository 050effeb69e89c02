import type { channelSales, ordersByDay, templateSales } from '#contract/analytics/figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { daysBetween } from '#domain/analytics/days.ts'
import { averagePerDay, change } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { dayName, number, plural } from '#web/ui/format.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { Link } from '#web/ui/link.tsx'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import classes from './dashboard-content.module.css'
import { ProfitCard } from './profit-card.tsx'
import { Trend } from './trend.tsx'

type Channels = CallReply<typeof channelSales>

const ordersOf = (rows: Channels) => rows.reduce((sum, { count }) => sum + count, 0)

/** The day that brought most orders, the earliest of several. */
function bestDay(days: CallReply<typeof ordersByDay>) {
  const counted = days.map(({ day, ...counts }) => ({
    day: String(day),
    orders: Object.values(counts).reduce<number>((sum, n) => sum + Number(n), 0),
  }))
  return counted.toSorted((a, b) => b.orders - a.orders || a.day.localeCompare(b.day))[0]
}

/** How the range went. Each card leads to what it counts. */
export function StatCards({
  range,
  sales,
  salesBefore,
  days,
  templates,
}: {
  range: DayRange
  sales: Channels
  salesBefore: Channels
  days: CallReply<typeof ordersByDay>
  templates: CallReply<typeof templateSales>
}) {
  const length = daysBetween(range.startDate, range.endDate) + 1
  const [orders, before] = [ordersOf(sales), ordersOf(salesBefore)]
  const percent = change(orders, before)
  const best = bestDay(days)
  const channel = sales.toSorted((a, b) => b.count - a.count)[0]
  const template = templates.find(({ templateName }) => templateName !== '')
  const listed = { ...range, sold: true, rate: 'known' } as const
  return (
    <Numbers label="Orders of the range">
      <li title={hints.Orders}>
        <Link to="/orders" search={listed}>
          <span>Orders</span>
          <b>
            {number(orders)} <Trend percent={percent} />
          </b>
          <small>
            {number(before)} in the {plural(length, 'day')} before
          </small>
        </Link>
      </li>
      <li title={hints['Avg / day']}>
        <span>Avg / day</span>
        <b>{averagePerDay(orders, length).toFixed(1)}</b>
        <small>{best ? `Best day ${dayName(best.day)}, ${plural(best.orders, 'order')}` : 'No orders yet'}</small>
      </li>
      <ProfitCard range={range} />
      <li title={hints['Top Channel']}>
        {channel ? (
          <Link to="/orders" search={{ ...listed, channels: [channel.channel] }}>
            <span>Top Channel</span>
            <b className={classes.named}>
              <ChannelMark channel={channel.channel} named />
              {channelName(channel.channel)}
            </b>
            <small>
              {plural(channel.count, 'order')}, {Math.round((channel.count / Math.max(1, orders)) * 100)}% of all
            </small>
          </Link>
        ) : (
          <Nothing name="Top Channel" />
        )}
      </li>
      <li title={hints['Top Template']}>
        {template ? (
          <Link to="/analytics" search={{ ...range, templates: [template.templateName] }}>
            <span>Top Template</span>
            <b className={classes.named}>{template.templateName}</b>
            <small>{plural(template.quantity, 'item')} sold</small>
          </Link>
        ) : (
          <Nothing name="Top Template" />
        )}
      </li>
    </Numbers>
  )
}

const Nothing = ({ name }: { name: string }) => (
  <>
    <span>{name}</span>
    <b>–</b>
    <small>Nothing sold</small>
  </>
)
