import { Checkbox } from '@mantine/core'
import type { CustomCellRendererProps, CustomHeaderProps } from 'ag-grid-react'
import { useSyncExternalStore } from 'react'
import type { ProductRow } from '../columns/columns.ts'
import classes from './grid.module.css'
import type { GridModel } from './model.ts'
import { isSelected, toggleAll, useSelection } from './selection.ts'
import { useStore } from '#web/form/store.ts'

/** Chooses a product; with Shift all from the last one on. */
export function PickCell({ data: row, node, context: model }: CustomCellRendererProps<ProductRow, unknown, GridModel>) {
  const id = row?.id ?? 0
  const on = useSyncExternalStore(model.selection.subscribe, () => isSelected(model.selection.get(), id))
  if (!row) return null
  return (
    <span className={classes.pick} data-selected={on || undefined}>
      <Checkbox
        aria-label={`Select ${row.sku}`}
        tabIndex={-1}
        checked={on}
        onChange={(event) => model.toggle(node.rowIndex ?? -1, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </span>
  )
}

/** Chooses all products of the page, or none of them. */
export function togglePage(model: GridModel): void {
  model.selection.set(toggleAll(model.selection.get(), model.shown().rows))
}

export function PickHeader({ context: model }: CustomHeaderProps<ProductRow, GridModel>) {
  const selection = useSelection(model.selection)
  const rows = [...useStore(model.fresh).keys()]
  const chosen = rows.filter((id) => isSelected(selection, id)).length
  return (
    <span className={classes.pick}>
      <Checkbox
        aria-label="Select all rows on this page"
        tabIndex={-1}
        checked={rows.length > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={() => togglePage(model)}
      />
    </span>
  )
}
