import { Checkbox } from '@mantine/core'
import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'
import { Icon } from '../images/icon.tsx'
import { Pager } from './pager.tsx'
import { TableSkeleton } from '../layout/skeleton.tsx'

export interface Column<T> {
  /** Name of the column, passed to `onSort`. */
  key: string
  /** Heading; give `label` too where it is not text. */
  header: ReactNode
  label?: string
  render: (row: T) => ReactNode
  align?: 'left' | 'right' | 'center'
  sortable?: boolean
  width?: number | string
  /** On phones a row is a card: its title, a sign in its corner, half a line with its name (default) or without, a whole line without, or left out. */
  phone?: 'title' | 'corner' | 'line' | 'bare' | 'wide' | 'hide'
}

export interface Sort {
  by: string
  descending: boolean
}

export interface TableProps<T, K extends Key> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<T>[]
  /** undefined while the first page is on its way. */
  rows: readonly T[] | undefined
  rowKey: (row: T) => K
  /** How a row is called in "Select …". */
  rowLabel?: (row: T) => string
  /** Older rows stay, dimmed, while newer ones are on their way. */
  stale?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<K>
  onSelect?: (selected: Set<K>) => void
  /** Why a row cannot be chosen; undefined where it can. */
  unselectable?: (row: T) => string | undefined
  page?: { offset: number; limit: number; items: number; itemsCapped?: boolean; onChange: (offset: number) => void }
  /** Left in the foot: bulk actions on the selection. */
  footer?: ReactNode
  empty?: ReactNode
  /** About how many rows will come, where the page does not say. */
  expected?: number
  /** A press on a row, beside what is in it to press; a link in the row leads there too. */
  onOpen?: (row: T) => void
  /** Takes the padding of a page that touches the sheet's edges. */
  wide?: boolean
}

/** A list from the server: sorted and paged there, selected here; a stack of cards on phones. */
export function DataTable<T, K extends Key>(props: TableProps<T, K>) {
  const { label, columns, rows, stale, empty, page, footer, wide, expected = 8 } = props
  if (!rows)
    return <TableSkeleton label={`${label}, loading`} rows={page?.limit ? Math.min(page.limit, 12) : expected} />
  if (rows.length === 0 && empty && !(page && page.offset > 0)) return empty
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={label} aria-busy={stale} data-stale={stale || undefined}>
          <Head {...props} rows={rows} />
          <tbody>
            {rows.map((row) => (
              <Row key={props.rowKey(row)} row={row} table={props} />
            ))}
            {rows.length === 0 && (
              <tr>
                <td className={classes.none} colSpan={columns.length + 1}>
                  No Data
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {(page || footer) && (
        <div className={classes.foot} data-acts={Boolean(props.selected?.size) || undefined}>
          <div className={classes.footLeft}>{footer}</div>
          {page && <Pager label={`Pages of ${label}`} {...page} />}
        </div>
      )}
    </div>
  )
}

function Head<T, K extends Key>({
  columns,
  rows,
  rowKey,
  selected,
  onSelect,
  unselectable,
  sort,
  onSort,
}: TableProps<T, K> & { rows: readonly T[] }) {
  const open = rows.filter((row) => !unselectable?.(row))
  const chosen = selected ? open.filter((row) => selected.has(rowKey(row))).length : 0
  const toggleAll = () => {
    const next = new Set(selected)
    for (const row of open) chosen === open.length ? next.delete(rowKey(row)) : next.add(rowKey(row))
    onSelect?.(next)
  }
  return (
    <thead>
      <tr>
        {onSelect && (
          <th className={classes.pick} scope="col" data-label="All on this page">
            <Checkbox
              aria-label="Select all rows on this page"
              checked={open.length > 0 && chosen === open.length}
              indeterminate={chosen > 0 && chosen < open.length}
              onChange={toggleAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const on = sort?.by === column.key
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              style={{ width: column.width }}
              aria-sort={on ? (sort.descending ? 'descending' : 'ascending') : undefined}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort({ by: column.key, descending: on ? !sort.descending : false })}
                >
                  {column.header}
                  {on && <Icon name={sort.descending ? 'arrow-down' : 'arrow-up'} size="s" />}
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Whether a press meets nothing that answers to it by itself. */
const isBare = (pressed: EventTarget) => pressed instanceof Element && !pressed.closest('a, button, input, label')

function Row<T, K extends Key>({
  row,
  table: { columns, rowKey, rowLabel, selected, onSelect, unselectable, onOpen },
}: {
  row: T
  table: TableProps<T, K>
}) {
  const key = rowKey(row)
  const on = selected?.has(key) ?? false
  const barred = unselectable?.(row)
  const toggle = () => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelect?.(next)
  }
  return (
    <tr
      data-on={on || undefined}
      data-opens={onOpen !== undefined || undefined}
      onClick={onOpen && ((event) => isBare(event.target) && onOpen(row))}
    >
      {onSelect && (
        <td className={classes.pick}>
          <Checkbox
            aria-label={`Select ${rowLabel?.(row) ?? key}`}
            title={barred}
            disabled={barred !== undefined}
            checked={on}
            onChange={toggle}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-phone={column.phone ?? 'line'}
          data-label={column.label ?? (typeof column.header === 'string' ? column.header : undefined)}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
}
