import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { profitFigures } from '#contract/analytics/profit.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { costKnownWords, feesWords, marginWords } from '#domain/analytics/profit.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { csvName, saveCsv } from '#web/ui/charts/csv-file.ts'
import { moneyOf, number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import classes from '../analytics.module.css'
import { ExportCsv } from '../stock/export-csv.tsx'
import { Failed } from '../stock/failed.tsx'

export type ProfitFigures = CallReply<typeof profitFigures>
type Row = ProfitFigures['rows'][number]
const A_PAGE = 10
/** Below it a profit says little of what was sold. */
const MOSTLY_KNOWN = 0.92

const columnsOf = (header: string, currency: string, name: (row: Row) => ReactNode): readonly Column<Row>[] => {
  const money = (value: number | null) =>
    value === null ? <span className="muted">Not known</span> : moneyOf(value, currency)
  return [
    { key: 'name', header, phone: 'title', render: name },
    { key: 'units', header: 'Units', align: 'right', phone: 'hide', render: (row) => number(row.quantity) },
    { key: 'net', header: 'Net', align: 'right', render: (row) => money(row.net) },
    {
      key: 'cost',
      header: 'Cost of goods',
      align: 'right',
      phone: 'hide',
      render: (row) => money(row.profit === null ? null : row.cost),
    },
    { key: 'profit', header: 'Profit', align: 'right', render: (row) => <Profit row={row} money={money} /> },
    { key: 'margin', header: 'Margin', align: 'right', render: (row) => <Margin of={row} /> },
    {
      key: 'known',
      header: 'Cost known',
      align: 'right',
      render: ({ costKnown }) => (
        <span data-low={(costKnown !== null && costKnown < MOSTLY_KNOWN) || undefined} className={classes.known}>
          {costKnownWords(costKnown)}
        </span>
      ),
    },
  ]
}

/** In words and as a bar, which compares rows at a glance. */
const Margin = ({ of: { margin } }: { of: Row }) => (
  <span className={classes.margin}>
    {margin !== null && (
      <i aria-hidden="true">
        <i style={{ width: `${Math.min(100, Math.max(0, margin * 100))}%` }} />
      </i>
    )}
    {marginWords(margin)}
  </span>
)

/** A profit that leaves out fees, as the channel does not report them, is not to be taken for one after fees. */
const Profit = ({ row, money }: { row: Row; money: (value: number | null) => ReactNode }) => (
  <>
    <b>{money(row.profit)}</b>
    {row.profit !== null && row.unknownFeesNet !== 0 && <span className="muted small"> {feesWords(row)}</span>}
  </>
)

interface Props {
  title: string
  header: string
  read: UseQueryResult<ProfitFigures>
  range: DayRange
  /** A row's name as text, for the file and where nothing else is drawn. */
  text: (row: Row) => string
  render?: (row: Row) => ReactNode
  mono?: boolean
  /** Rows of which a unit may be in several, or in none: they have no sum. */
  partial?: boolean
}

/** Net, cost of goods, profit and margin by row, the highest profit first. */
export function ProfitTable({ title, header, read, range, text, render, mono, partial }: Props) {
  const [offset, setOffset] = useState(0)
  const figures = read.data
  const rows = figures?.rows ?? []
  const from = offset < rows.length ? offset : 0
  const currency = figures?.currency ?? 'USD'
  const named = render ?? ((row: Row) => <span className={mono ? 'mono' : ''}>{text(row)}</span>)
  const shown = rows.slice(from, from + A_PAGE)
  const all = figures && !partial && rows.length > 1 ? [{ name: ALL, value: '', ...figures.total }] : []
  return (
    <Card
      title={title}
      padded={false}
      actions={
        <ExportCsv
          title={title}
          disabled={rows.length === 0}
          save={() =>
            saveCsv(
              csvName(title, range),
              fileHeader(header, currency),
              rows.map((row) => [text(row), ...cellsOf(row)]),
            )
          }
        />
      }
    >
      {read.isError && !figures ? (
        <Failed read={read} />
      ) : (
        <DataTable
          label={title}
          columns={columnsOf(header, currency, (row) => (row.name === ALL ? <b>All</b> : named(row)))}
          rows={figures && [...shown, ...all]}
          rowKey={(row) => `${row.name} ${row.value}`}
          stale={read.isPlaceholderData}
          {...(rows.length > A_PAGE && {
            page: { offset: from, limit: A_PAGE, items: rows.length, onChange: setOffset },
          })}
          empty={
            <p className="subtle small" style={{ padding: 'var(--s-4)' }}>
              No sales in these days.
            </p>
          }
        />
      )}
    </Card>
  )
}

/** No channel, template or SKU has a control character in its name. */
const ALL = '\u0000all'
const fileHeader = (header: string, currency: string) => [
  header,
  'Units',
  `Net (${currency})`,
  `Cost of goods (${currency})`,
  `Profit (${currency})`,
  'Margin (%)',
  'Cost known (%)',
  `Net with unknown fees (${currency})`,
]
const percent = (share: number | null) => (share === null ? '' : Math.round(share * 1000) / 10)
const cellsOf = (row: Row): (string | number)[] => [
  row.quantity,
  row.net,
  row.profit === null ? '' : row.cost,
  row.profit ?? '',
  percent(row.margin),
  percent(row.costKnown),
  row.unknownFeesNet,
]
