import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { allAttributes } from '#contract/templates.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { CellNote } from '../cells/cell-note.tsx'
import { widen } from '../columns/widen.ts'
import { attributeName, columnOf, type ColumnDef, pinnedColumns, type ProductRow } from '../columns/columns.ts'
import { type LayoutStore, useLayout } from '../columns/layout.ts'
import type { GridProps } from '../grid/grid-props.ts'
import classes from './product-table.module.css'

const load = () => import('../grid/grid.tsx')
const Grid = lazy(async () => ({ default: (await load()).Grid }))
const loadPhone = () => import('./phone-list.tsx')
const PhoneList = lazy(async () => ({ default: (await loadPhone()).PhoneList }))

interface Props
  extends Pick<GridProps, 'label' | 'model' | 'mayEdit' | 'stale' | 'sort' | 'page' | 'onSort' | 'onOpen'> {
  layout: LayoutStore
  /** undefined while the first page is on its way. */
  rows: readonly ProductRow[] | undefined
  error: unknown
  retry: () => void
  empty: ReactNode
  onPasted?: GridProps['onPasted']
}

/** Products as a table of cells, or on a phone as a list; in its place what is missing. */
export function ProductTable({ rows, error, retry, empty, layout: store, onPasted = reportPaste, ...table }: Props) {
  const phone = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  const layout = useLayout(store)
  const numeric = useNumericAttributes(layout.columns)
  const columns = useMemo(() => shownColumns(layout.columns, numeric), [layout.columns, numeric])
  const { model, mayEdit, label } = table
  const pending = useSyncExternalStore(model.pending.subscribe, () => model.pending.get().products.size > 0)
  useEffect(() => {
    void (phone ? loadPhone() : load())
  }, [phone])
  useLayoutEffect(() => model.show({ rows: rows ?? [], columns, mayEdit }), [model, rows, columns, mayEdit])
  if (error && !rows) return <ErrorState error={error} retry={retry} />
  const waiting = (
    <div className={`${classes.table} ${classes.waiting}`}>
      <TableSkeleton label={`${label}, loading`} rows={12} />
    </div>
  )
  if (!rows) return waiting
  if (!rows.length) return empty
  if (phone)
    return (
      <Suspense fallback={waiting}>
        <PhoneList label={label} rows={rows} model={model} stale={table.stale} onOpen={table.onOpen} />
      </Suspense>
    )
  const onAutoWidth = (keys: readonly string[]) =>
    void widen(
      store,
      columns.filter(({ key }) => keys.includes(key)),
      rows,
      model,
    )
  return (
    <Suspense fallback={waiting}>
      <div className={classes.table} data-pending={pending || undefined}>
        <Grid
          {...table}
          rows={rows}
          columns={columns}
          layout={layout}
          layoutStore={store}
          onAutoWidth={onAutoWidth}
          onPasted={onPasted}
        />
        <CellNote model={model} />
      </div>
    </Suspense>
  )
}

const reportPaste: GridProps['onPasted'] = ({ rowsOver }) => {
  if (rowsOver) toast.info(`${plural(rowsOver, 'row is', 'rows are')} past the end of this page.`)
}

/** Names of attributes, in small letters, whose values are numbers. Asked for where a column shows an attribute. */
function useNumericAttributes(keys: readonly string[]): ReadonlySet<string> {
  const { data } = useRead(allAttributes, undefined, { enabled: keys.some((key) => attributeName(key)) })
  return useMemo(() => new Set(data?.flatMap(({ name, numeric }) => (numeric ? [name.toLowerCase()] : []))), [data])
}

/** The columns of a layout, the pinned ones first. */
export function shownColumns(keys: readonly string[], numeric?: ReadonlySet<string>): ColumnDef[] {
  const columns = keys.flatMap((key) => columnOf(key, numeric) ?? [])
  const pinned = (column: ColumnDef) => pinnedColumns.includes(column.key)
  return [...columns.filter(pinned), ...columns.filter((column) => !pinned(column))]
}
