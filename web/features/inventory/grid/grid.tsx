import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  type ColumnMovedEvent,
  type ColumnResizedEvent,
  CustomEditorModule,
  type GridApi,
  type GridSizeChangedEvent,
  ScrollApiModule,
  type SortChangedEvent,
} from 'ag-grid-community'
import { AgGridProvider, AgGridReact } from 'ag-grid-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { productSorts } from '#contract/products/sorts.ts'
import { Cell } from '../cells/cell.tsx'
import { readOnlyReason } from '../cells/cells.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import { pinnedColumns } from '../columns/columns.ts'
import { LineEditor } from '../cells/editor-input.tsx'
import { editorOf } from '../cells/editors.tsx'
import { onKey } from './grid-keys.ts'
import type { GridProps } from './grid-props.ts'
import { gridTheme } from './grid-theme.ts'
import classes from './grid.module.css'
import { useGridPointer } from './grid-pointer.ts'
import { rowHeights, type Layout, type LayoutStore } from '../columns/layout.ts'
import type { GridModel } from './model.ts'
import { PickCell, PickHeader, togglePage } from './pick-cells.tsx'
import { useClipboard } from './use-clipboard.ts'

const modules = [ClientSideRowModelModule, ColumnApiModule, ScrollApiModule, CustomEditorModule, CellStyleModule]
const pickKey = 'select'
const pickColumn: ColDef<ProductRow> = {
  colId: pickKey,
  headerName: '',
  width: 46,
  pinned: 'left',
  lockPosition: 'left',
  resizable: false,
  suppressMovable: true,
  cellRenderer: PickCell,
  headerComponent: PickHeader,
  suppressHeaderKeyboardEvent: ({ event, context }) => {
    if (event.key !== ' ') return false
    event.preventDefault()
    togglePage(context as GridModel)
    return true
  },
}

type Drawn = Pick<Layout, 'widths'> & GridProps['sort'] & Pick<GridProps, 'mayEdit'>

function columnDef(def: ColumnDef, { widths, by, order, mayEdit }: Drawn): ColDef<ProductRow, string> {
  return {
    colId: def.key,
    headerName: def.label,
    // The title takes what is left, until somebody draws it.
    ...(def.key === 'title' && !widths.title
      ? { flex: 1, minWidth: 240 }
      : { flex: null, width: widths[def.key] ?? def.width }),
    pinned: pinnedColumns.includes(def.key) ? 'left' : null,
    lockPinned: true,
    sortable: def.sort !== undefined,
    sort: def.sort === by ? order : null,
    headerClass:
      def.align === 'right' ? 'ag-right-aligned-header' : def.align === 'center' ? classes.centered : undefined,
    resizable: def.kind !== 'image',
    editable: ({ data }) => mayEdit && data !== undefined && readOnlyReason(data, def) === undefined,
    valueGetter: ({ data, context }) => (data ? (context as GridModel).textOf(data, def) : null),
    // At once, where the grid's own events come later: whoever types and saves in one go saves what was typed.
    valueSetter: ({ data, newValue, context }) => {
      if (typeof newValue === 'string') (context as GridModel).type(data, def, newValue)
      return false
    },
    cellRenderer: Cell,
    cellRendererParams: { def },
    cellEditor: LineEditor,
    cellEditorSelector: ({ data }) => {
      const { component, popup } = editorOf(def, data)
      return { component, popup, popupPosition: 'over', params: { def } }
    },
  }
}

/** The table itself. Rows come sorted from the server; what is typed goes to the model, never into the rows. */
export function Grid(props: GridProps) {
  const { label, model, rows, columns, layout, layoutStore, mayEdit, page, onOpen } = props
  const { by, order } = props.sort
  const frame = useRef<HTMLDivElement>(null)
  const [api, setApi] = useState<GridApi<ProductRow> | null>(null)
  const defs = useMemo(
    () => [pickColumn, ...columns.map((def) => columnDef(def, { widths: layout.widths, by, order, mayEdit }))],
    [columns, layout.widths, by, order, mayEdit],
  )
  const keys = useRef({ model, onOpen, pickKey })
  useEffect(() => {
    keys.current = { model, onOpen, pickKey }
  })
  const defaults = useMemo<ColDef<ProductRow>>(
    () => ({
      comparator: () => 0,
      cellDataType: false,
      sortingOrder: ['asc', 'desc'],
      minWidth: 46,
      suppressHeaderMenuButton: true,
      suppressKeyboardEvent: (params) => onKey(params, keys.current),
    }),
    [],
  )
  useEffect(() => {
    model.range.set(null)
    api?.ensureIndexVisible(0, 'top')
  }, [api, model, page])
  useEffect(() => {
    frame.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label)
  }, [api, label])
  const clipboard = useClipboard(model, props.onPasted)
  const pointer = useGridPointer(frame, model, { onOpen, onAutoWidth: props.onAutoWidth })
  return (
    <div
      ref={frame}
      className={classes.grid}
      aria-busy={props.stale}
      data-stale={props.stale || undefined}
      {...clipboard}
      {...pointer}
    >
      <AgGridProvider modules={modules}>
        <AgGridReact<ProductRow>
          theme={gridTheme}
          context={model}
          rowData={rows as ProductRow[]}
          columnDefs={defs}
          defaultColDef={defaults}
          getRowId={rowId}
          rowHeight={rowHeights[layout.density]}
          stopEditingWhenCellsLoseFocus
          enterNavigatesVerticallyAfterEdit
          suppressMultiSort
          suppressDragLeaveHidesColumns
          suppressScrollOnNewData
          animateRows={false}
          onGridReady={(event) => setApi(event.api)}
          onGridSizeChanged={keepInView}
          onColumnMoved={(event) => moved(event, layoutStore)}
          onColumnResized={(event) => resized(event, layoutStore)}
          onSortChanged={(event) => sorted(event, props)}
        />
      </AgGridProvider>
    </div>
  )
}

/** Where the table becomes lower, such as above the bar that saves, the row that is typed into stays in sight. */
function keepInView({ api }: GridSizeChangedEvent<ProductRow>): void {
  const at = api.getFocusedCell()?.rowIndex
  if (at !== undefined) api.ensureIndexVisible(at)
}

const rowId = ({ data }: { data: ProductRow }) => String(data.id)

function moved({ finished, api }: ColumnMovedEvent<ProductRow>, store: LayoutStore): void {
  if (!finished) return
  const columns = api
    .getAllDisplayedColumns()
    .map((column) => column.getColId())
    .filter((key) => key !== pickKey)
  store.set({ ...store.get(), columns })
}

function resized({ finished, source, column }: ColumnResizedEvent<ProductRow>, store: LayoutStore): void {
  if (!finished || source !== 'uiColumnResized' || !column) return
  const now = store.get()
  store.set({ ...now, widths: { ...now.widths, [column.getColId()]: Math.round(column.getActualWidth()) } })
}

function sorted({ api, source }: SortChangedEvent<ProductRow>, { columns, onSort }: GridProps): void {
  if (source !== 'uiColumnSorted') return
  const state = api.getColumnState().find(({ sort }) => sort)
  const by = columns.find(({ key }) => key === state?.colId)?.sort
  if (by && productSorts.includes(by)) onSort(by, state?.sort === 'asc' ? 'asc' : 'desc')
}
