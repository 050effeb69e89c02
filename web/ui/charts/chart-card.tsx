import { ActionIcon } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { DayRange } from '#domain/analytics/presets.ts'
import { messageOf } from '../../call.ts'
import { DataTable } from '../tables/data-table.tsx'
import { moneyOf, number } from '../format.ts'
import { Icon } from '../images/icon.tsx'
import { Card } from '../layout/page.tsx'
import { Bar } from '../layout/skeleton.tsx'
import { Segments } from '../choices/segments.tsx'
import classes from './charts.module.css'
import { csvName, saveCsv } from './csv-file.ts'
import type { Look } from './parts.tsx'

interface Read {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: unknown
  refetch: () => unknown
}
interface Props {
  title: string
  /** Of what is told. */
  range?: DayRange
  read: Read
  /** The chart's data in words and numbers: what the table shows and the file holds. */
  header: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  /** Of amounts: columns that name it, `Sales (USD)`, are shown with their cents. */
  currency?: string | undefined
  /** Where the card leads. */
  more?: ReactNode
  /** What is shown where nothing was sold. */
  empty?: string
  /** Choices that stand in the card's head. */
  choices?: ReactNode
  /** Below the chart. */
  note?: ReactNode
  /** Height of what comes, so that nothing moves when it is there. */
  height: number
  toggle?: boolean
  children: (look: Look) => ReactNode
}

const MOST_ROWS = 200

/** A chart with its data as a table and as a file; one that can be bars or a pie has the choice. */
export function ChartCard({
  title,
  range,
  read,
  header,
  rows,
  currency,
  empty = 'No Data',
  choices,
  more,
  note,
  height,
  toggle,
  children,
}: Props) {
  const [look, setLook] = useState<Look>('bar')
  const [asTable, setAsTable] = useState(false)
  const isEmpty = !read.isPending && rows.length === 0
  return (
    <Card
      title={title}
      actions={
        <span className={classes.actions}>
          {choices}
          {toggle && (
            <Segments
              aria-label={`${title} as`}
              value={look}
              onChange={setLook}
              data={[
                { value: 'bar', label: 'Bar' },
                { value: 'pie', label: 'Pie' },
              ]}
            />
          )}
          <ActionIcon
            size={24}
            aria-pressed={asTable}
            aria-label={`${title} as a table`}
            title="Show as a table"
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name="table" size="s" />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={`Export ${title} as CSV`}
            title="Export as CSV"
            disabled={rows.length === 0}
            onClick={() => saveCsv(csvName(title, range), header, rows)}
          >
            <Icon name="download" size="s" />
          </ActionIcon>
          {more}
        </span>
      }
    >
      <div className={classes.body} style={{ minHeight: height }} aria-busy={read.isFetching}>
        {read.isPending ? (
          <div role="status" aria-label={`${title}, loading`}>
            <Bar height={height - 8} />
          </div>
        ) : read.isError ? (
          <p role="alert" className="small">
            {messageOf(read.error)}{' '}
            <button type="button" className="link" onClick={() => void read.refetch()}>
              Retry
            </button>
          </p>
        ) : isEmpty ? (
          <p className={classes.none}>{empty}</p>
        ) : asTable ? (
          <Table title={title} header={header} rows={rows} currency={currency} />
        ) : (
          children(look)
        )}
      </div>
      {note && <p className="small subtle">{note}</p>}
    </Card>
  )
}

function Table({ title, header, rows, currency }: Pick<Props, 'title' | 'header' | 'rows' | 'currency'>) {
  const shown = (name: string, value: number) =>
    currency && name.endsWith(`(${currency})`) ? moneyOf(value, currency) : number(value)
  return (
    <>
      <DataTable
        label={title}
        columns={header.map((name, at) => ({
          key: name,
          header: name,
          align: typeof rows[0]?.[at] === 'number' ? ('right' as const) : ('left' as const),
          ...(at === 0 && { phone: 'title' as const }),
          render: (row: { cells: readonly (string | number)[] }) => {
            const value = row.cells[at]
            return typeof value === 'number' ? shown(name, value) : value
          },
        }))}
        rows={rows.slice(0, MOST_ROWS).map((cells, n) => ({ n, cells }))}
        rowKey={({ n }) => n}
      />
      {rows.length > MOST_ROWS && (
        <p className="small subtle">
          Showing {MOST_ROWS} of {number(rows.length)}. Export for all rows.
        </p>
      )}
    </>
  )
}
