import type { CustomCellRendererProps } from 'ag-grid-react'
import { useEffect, useSyncExternalStore } from 'react'
import { cellText, readOnlyReason } from './cells.ts'
import { CellContent } from './cell-content.tsx'
import { FillHandle } from '../grid/fill-handle.tsx'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import classes from './cell.module.css'
import { doubtOf, type GridModel } from '../grid/model.ts'
import { cellOf } from './pending.ts'
import { isSelected } from '../grid/selection.ts'

export interface CellProps extends CustomCellRendererProps<ProductRow, string, GridModel> {
  def: ColumnDef
}

/** A cell of the table: its value and its state. It subscribes on its own, so that one change redraws one cell. */
export function Cell({ data: row, node, def, context: model, eGridCell }: CellProps) {
  if (!row) return null
  return <ProductCell product={row} node={node} def={def} model={model} element={eGridCell} />
}

interface Props {
  product: ProductRow
  node: CellProps['node']
  def: ColumnDef
  model: GridModel
  element: HTMLElement
}

function ProductCell({ product, node, def, model, element }: Props) {
  const row = useSyncExternalStore(model.fresh.subscribe, () => model.fresh.get().get(product.id) ?? product)
  const pending = useSyncExternalStore(model.pending.subscribe, () => cellOf(model.pending.get(), row.id, def))
  const doubt = useSyncExternalStore(
    model.pending.subscribe,
    () => doubtOf(model.pending.get(), row, def) !== undefined,
  )
  const inRange = useSyncExternalStore(model.range.subscribe, () => model.inRange(node.rowIndex ?? -1, def.key))
  const selected = useSyncExternalStore(model.selection.subscribe, () => isSelected(model.selection.get(), row.id))
  const text = pending?.text ?? cellText(row, def)
  const failed = pending !== undefined && (pending.problem !== undefined || pending.state === 'failed')
  const state = failed ? 'failed' : pending?.state
  useEffect(() => {
    // A reader is told by the cell itself, which belongs to the table.
    element.setAttribute('aria-invalid', String(failed))
    element.setAttribute('aria-busy', String(state === 'saving'))
    element.setAttribute('aria-selected', String(inRange))
  }, [element, failed, state, inRange])
  return (
    <div
      className={classes.cell}
      data-kind={def.kind}
      data-align={def.align}
      data-state={state}
      data-doubt={doubt || undefined}
      data-range={inRange || undefined}
      data-selected={selected || undefined}
      data-null={text === null || undefined}
      title={text !== null && def.editable ? readOnlyReason(row, def) : undefined}
    >
      <CellContent
        row={row}
        def={def}
        text={text}
        pending={pending}
        failed={failed}
        doubt={doubt}
        tagsAtMost={model.tagsAtMost}
      />
      <FillHandle model={model} node={node} column={def.key} />
    </div>
  )
}
