import type { UseQueryResult } from '@tanstack/react-query'
import type { listingHealth } from '#contract/analytics/listing-days.ts'
import { channelIds } from '#contract/channels/names.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { type DayRange, daysOf } from '#domain/analytics/presets.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'
import { DaysChart } from '#web/ui/charts/days-chart.tsx'
import { number } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'

type Health = CallReply<typeof listingHealth>
const measures = ['listed', 'refused', 'ended'] as const
type Counts = Record<(typeof measures)[number], number>

/** Of all channels, from the first day that was counted on; a day without a count stands as the one before. */
export function daysOfHealth({ startDate, endDate, today, rows }: Health): { days: string[]; counts: Counts[] } {
  const first = rows[0]?.day
  if (first === undefined) return { days: [], counts: [] }
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const days = daysOf({
    startDate: first > startDate ? first : startDate,
    endDate: endDate < today ? endDate : today,
  })
  let latest: Counts = { listed: 0, refused: 0, ended: 0 }
  return {
    days,
    counts: days.map((day) => {
      const counts = byDay.get(day)
      const sum = (of: keyof Counts) => (counts ?? []).reduce((all, row) => all + row[of], 0)
      if (counts) latest = { listed: sum('listed'), refused: sum('refused'), ended: sum('ended') }
      return latest
    }),
  }
}

const lists = [
  { of: 'listed', status: 'listed', word: 'live' },
  { of: 'refused', status: 'error', word: 'rejected' },
  { of: 'ended', status: 'unlisted', word: 'ended' },
] as const

/** How many listings stood on the channels day by day, and how many a channel refused. */
export function ListingHealthCard({
  health,
  channels,
  range,
}: {
  health: UseQueryResult<Health>
  channels?: string[]
  range: DayRange
}) {
  const data = health.data
  const { days, counts } = data ? daysOfHealth(data) : { days: [], counts: [] }
  const now = data && days.at(-1) === data.today ? counts.at(-1) : undefined
  const channel = channels?.length === 1 ? channelIds.find((id) => id === channels[0]) : undefined
  return (
    <ChartCard
      title="Listing health"
      range={range}
      read={health}
      height={264}
      empty="No data for these dates. Listing health is tracked since you installed this version."
      header={['Day', 'Channel', 'Live', 'Rejected', 'Ended']}
      rows={(data?.rows ?? []).map((row) => [row.day, channelName(row.channel), row.listed, row.refused, row.ended])}
      note={
        now &&
        data &&
        // One list holds one channel, or all of them.
        ((channels?.length ?? 0) < 2 ? (
          <>
            Now{' '}
            {lists.map(({ of, status, word }, at) => (
              <span key={of}>
                {at > 0 && ', '}
                <Link to="/listings" search={{ status, channel }}>
                  {`${number(now[of])} ${word}`}
                </Link>
              </span>
            ))}
            .
          </>
        ) : undefined)
      }
    >
      {() => (
        <DaysChart
          label="Listing health"
          unit="live listing"
          line
          days={days}
          series={[
            { key: 'listed', name: 'Live', color: 'var(--accent)', values: counts.map(({ listed }) => listed) },
            {
              key: 'refused',
              name: 'Rejected',
              color: 'var(--muted)',
              values: counts.map(({ refused }) => refused),
              dashed: true,
            },
          ]}
        />
      )}
    </ChartCard>
  )
}
