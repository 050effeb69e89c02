import type { GridModel } from '../grid/model.ts'
import type { ColumnDef, ProductRow } from './columns.ts'
import type { LayoutStore } from './layout.ts'

/** Makes columns as wide as what they show. How wide that is comes once somebody asks. */
export async function widen(
  store: LayoutStore,
  columns: readonly ColumnDef[],
  rows: readonly ProductRow[],
  model: GridModel,
): Promise<void> {
  const { autoWidths } = await import('./auto-width.ts')
  const now = store.get()
  store.set({ ...now, widths: { ...now.widths, ...autoWidths(columns, rows, model) } })
}
