import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { stockCover } from '#contract/analytics/stock-figures.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import type { SearchOf } from '#web/addresses.ts'
import { csvName, saveCsv } from '#web/ui/charts/csv-file.ts'
import { date, number, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../analytics.module.css'
import { ExportCsv } from './export-csv.tsx'
import { Failed } from './failed.tsx'

type Cover = CallReply<typeof stockCover>
type Row = Cover['rows'][number]
const A_PAGE = 10
const dayOf = (day: string) => date(`${day}T12:00:00`)

/** @param sold the orders that count, but for their SKU */
const columnsOf = (sold: SearchOf<'/orders'>): readonly Column<Row>[] => [
  {
    key: 'sku',
    header: 'SKU',
    phone: 'title',
    render: (row) => (
      <Link to="/inventory" search={{ skus: [row.productSku] }} className="mono" title={row.title}>
        {row.sku}
      </Link>
    ),
  },
  { key: 'available', header: 'Available', align: 'right', render: (row) => number(row.available) },
  {
    key: 'sold',
    header: 'Sold in 30 days',
    align: 'right',
    render: (row) => (
      <Link
        to="/orders"
        search={{ ...sold, skus: [row.sku] }}
        aria-label={`${plural(row.sold, 'unit')} of ${row.sku} sold`}
      >
        {number(row.sold)}
      </Link>
    ),
  },
  { key: 'sellThrough', header: 'Sell-through', align: 'right', render: (row) => `${row.sellThrough}%` },
  { key: 'days', header: 'Days of cover', align: 'right', render: (row) => row.days.toFixed(1) },
  {
    key: 'runsOut',
    header: 'Runs out',
    align: 'right',
    render: (row) => (row.available === 0 ? <b>Sold out</b> : dayOf(row.runsOut)),
  },
]

/** What sells, and how long it lasts; what runs out first stands first. */
export function StockCoverCard({
  cover,
  range,
  channels,
}: {
  cover: UseQueryResult<Cover>
  range: DayRange
  channels: string[] | undefined
}) {
  const [offset, setOffset] = useState(0)
  const rows = cover.data?.rows ?? []
  const from = offset < rows.length ? offset : 0
  return (
    <Card
      title="Running out soon"
      padded={false}
      actions={
        <ExportCsv
          title="Running out soon"
          disabled={rows.length === 0}
          save={() =>
            saveCsv(
              csvName('Running out soon', range),
              ['SKU', 'Title', 'Available', 'Sold in 30 days', 'Sell-through (%)', 'Days of cover', 'Runs out'],
              rows.map((row) => [row.sku, row.title, row.available, row.sold, row.sellThrough, row.days, row.runsOut]),
            )
          }
        />
      }
    >
      {cover.isError && !cover.data ? (
        <Failed read={cover} />
      ) : (
        <DataTable
          label="Running out soon"
          columns={columnsOf({ startDate: cover.data?.since ?? undefined, channels, sold: true, rate: 'known' })}
          rows={cover.data && rows.slice(from, from + A_PAGE)}
          rowKey={(row) => row.sku}
          stale={cover.isPlaceholderData}
          page={{ offset: from, limit: A_PAGE, items: rows.length, onChange: setOffset }}
          empty={<p className={`subtle ${classes.told}`}>No tracked products sold in the last 30 days.</p>}
        />
      )}
      {cover.data && cover.data.items > rows.length && (
        <p className={`small subtle ${classes.told}`}>
          {number(rows.length)} of {plural(cover.data.items, 'SKU')} sold. Add filters to see others.
        </p>
      )}
    </Card>
  )
}
