import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_OVERSOLD, type oversold } from '#contract/analytics/sold-figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { durationOf } from '#domain/analytics/durations.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { movementReasons } from '#domain/words/movements.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { csvName, saveCsv } from '#web/ui/charts/csv-file.ts'
import { number, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../analytics.module.css'
import { ExportCsv } from './export-csv.tsx'
import { Failed } from './failed.tsx'

type Reply = CallReply<typeof oversold>
type Row = Reply['rows'][number]
const A_PAGE = 10

/** Why there was no piece, in words. */
function whyOf({ why, by, before }: Row): string {
  const since = before === null ? '' : `, ${durationOf(before)} before`
  switch (why) {
    case 'elsewhere':
      return `The last unit was sold on ${channelName(by)}${since}`
    case 'here':
      return `${channelName(by)} sold the last unit${since}`
    case 'lowered':
      return `Stock was reduced (${(movementReasons[by] ?? by).toLowerCase()})${since}`
    case 'empty':
      return 'It was already out of stock'
  }
}

const columnsOf = (days: Partial<DayRange>): readonly Column<Row>[] => [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: (row) => (
      <Link to="/inventory" search={{ skus: [row.productSku] }} className="mono">
        {row.sku}
      </Link>
    ),
  },
  { key: 'channel', header: 'Sold on', render: ({ channel }) => channelName(channel) },
  { key: 'shortfall', header: 'Missing', align: 'right', render: ({ shortfall }) => number(shortfall) },
  {
    key: 'orders',
    header: 'Orders',
    align: 'right',
    render: (row) => (
      <Link
        to="/orders"
        search={{ ...days, channels: [row.channel], skus: [row.sku], oversold: true }}
        aria-label={`${plural(row.orders, 'oversold order')} of ${row.sku}`}
      >
        {number(row.orders)}
      </Link>
    ),
  },
  { key: 'why', header: 'Why', render: whyOf },
]

/** What channels sold that was not there and is still missing, most pieces first. */
export function OversoldCard({ query, range }: { query: UseQueryResult<Reply>; range: DayRange }) {
  const [offset, setOffset] = useState(0)
  const { rows = [], items = 0, startDate, endDate } = query.data ?? {}
  const from = offset < rows.length ? offset : 0
  return (
    <Card
      title="Oversold items and causes"
      padded={false}
      actions={
        <ExportCsv
          title="Oversold items"
          disabled={rows.length === 0}
          save={() =>
            saveCsv(
              csvName('Oversold', range),
              ['SKU', 'Sold on', 'Missing', 'Orders', 'Why'],
              rows.map((row) => [row.sku, channelName(row.channel), row.shortfall, row.orders, whyOf(row)]),
            )
          }
        />
      }
    >
      {query.isError && !query.data ? (
        <Failed read={query} />
      ) : (
        <DataTable
          label="Oversold items"
          columns={columnsOf({ startDate, endDate })}
          rows={query.data && rows.slice(from, from + A_PAGE)}
          rowKey={({ sku, channel }) => `${channel} ${sku}`}
          stale={query.isPlaceholderData}
          {...(rows.length > A_PAGE && {
            page: { offset: from, limit: A_PAGE, items: rows.length, onChange: setOffset },
          })}
          expected={3}
          empty={<p className={`subtle ${classes.told}`}>No oversold orders in this period.</p>}
        />
      )}
      {items > rows.length && (
        <p className={`small subtle ${classes.told}`}>
          Showing the {MOST_OVERSOLD} largest of {number(items)}.
        </p>
      )}
    </Card>
  )
}
