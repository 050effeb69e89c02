import type { UseQueryResult } from '@tanstack/react-query'
import type { channelTelling } from '#contract/analytics/sold-figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { durationOf } from '#domain/analytics/durations.ts'
import { hints } from '#domain/analytics/hints.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { csvName, saveCsv } from '#web/ui/charts/csv-file.ts'
import { number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../analytics.module.css'
import { ExportCsv } from './export-csv.tsx'
import { Failed } from './failed.tsx'

type Row = CallReply<typeof channelTelling>[number]
const nameOf = ({ channel, account }: Pick<Row, 'channel' | 'account'>) =>
  account ? `${channelName(channel)} (${account})` : channelName(channel)

const columns: readonly Column<Row>[] = [
  { key: 'channel', header: 'Channel', phone: 'title', render: nameOf },
  { key: 'told', header: 'Sales synced', align: 'right', render: ({ told }) => number(told) },
  {
    key: 'p50',
    header: <span title={hints['Median']}>Median</span>,
    label: 'Median',
    align: 'right',
    render: ({ p50 }) => durationOf(p50),
  },
  {
    key: 'p95',
    header: <span title={hints['95% within']}>95% within</span>,
    label: '95% within',
    align: 'right',
    render: ({ p95 }) => durationOf(p95),
  },
  {
    key: 'slowest',
    header: 'Slowest',
    align: 'right',
    render: (row) => (
      <Link
        to="/inventory"
        search={{ skus: row.products }}
        aria-label={`${durationOf(row.slowest)}, the products with the slowest updates on ${nameOf(row)}`}
      >
        {durationOf(row.slowest)}
      </Link>
    ),
  },
]

/** How long a sale takes to reach each channel, the slowest channel first. */
export function TellingCard({ telling, range }: { telling: UseQueryResult<Row[]>; range: DayRange }) {
  const title = 'Time to update all channels after a sale'
  return (
    <Card
      title={title}
      padded={false}
      actions={
        <ExportCsv
          title={title}
          disabled={!telling.data?.length}
          save={() =>
            saveCsv(
              csvName('Sale to channels', range),
              ['Channel', 'Sales told', 'p50 (s)', 'p95 (s)', 'Slowest (s)'],
              (telling.data ?? []).map((row) => [nameOf(row), row.told, row.p50, row.p95, row.slowest]),
            )
          }
        />
      }
    >
      {telling.isError && !telling.data ? (
        <Failed read={telling} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={telling.data}
          rowKey={({ integrationId }) => integrationId}
          stale={telling.isPlaceholderData}
          expected={3}
          empty={<p className={`subtle ${classes.told}`}>No sales to sync in this period.</p>}
        />
      )}
    </Card>
  )
}
