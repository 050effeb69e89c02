import type { ProductSort } from '#contract/products/sorts.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import type { Layout, LayoutStore } from '../columns/layout.ts'
import type { GridModel } from './model.ts'

export interface GridProps {
  label: string
  model: GridModel
  rows: readonly ProductRow[]
  columns: readonly ColumnDef[]
  layout: Layout
  layoutStore: LayoutStore
  mayEdit: boolean
  stale: boolean
  sort: { by: ProductSort; order: 'asc' | 'desc' }
  /** Another one begins at its top. */
  page: string
  onSort: (by: ProductSort, order: 'asc' | 'desc') => void
  onOpen: (row: ProductRow) => void
  onAutoWidth: (keys: readonly string[]) => void
  onPasted: (result: { rowsOver: number; columnsOver: number; readOnly: number; changed: number }) => void
}
