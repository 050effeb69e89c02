import type { IRowNode } from 'ag-grid-community'
import { useSyncExternalStore } from 'react'
import classes from '../cells/cell.module.css'
import type { ProductRow } from '../columns/columns.ts'
import type { GridModel } from './model.ts'
import { contains } from './range.ts'

interface Props {
  model: GridModel
  node: IRowNode<ProductRow>
  column: string
}

/** The small square at the end of what is chosen: drawn downwards, the rows below repeat it. Ctrl and D does the same from the keyboard. */
export function FillHandle({ model, node, column }: Props) {
  const at = () => ({ row: node.rowIndex ?? -1, column: model.columnIndex(column) })
  const corner = useSyncExternalStore(model.range.subscribe, () => {
    const target = model.target()
    const { columns, mayEdit } = model.shown()
    const here = at()
    return (
      mayEdit &&
      target !== null &&
      target.bottom === here.row &&
      target.right === here.column &&
      columns[target.left]?.editable !== undefined
    )
  })
  const drawn = useSyncExternalStore(model.filling.subscribe, () => {
    const filling = model.filling.get()
    return filling !== null && contains(filling, at())
  })
  return (
    <>
      {drawn && <span className={classes.drawn} aria-hidden="true" />}
      {corner && (
        <span
          className={classes.handle}
          aria-hidden="true"
          data-handle
          onMouseDown={(event) => {
            event.preventDefault()
            event.stopPropagation()
            model.filling.set(model.target())
          }}
        />
      )}
    </>
  )
}
