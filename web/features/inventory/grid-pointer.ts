import type { CellMouseDownEvent, CellMouseOverEvent } from 'ag-grid-community'
import { type MouseEvent as ReactMouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { ProductRow } from './columns.ts'
import type { GridModel } from './model.ts'
import { single } from './range.ts'

/** Choosing cells by dragging or with Shift, drawing the handle, and the double click on a column's edge. */
export function useGridPointer(frame: RefObject<HTMLDivElement | null>, model: GridModel, onAutoWidth: (keys: readonly string[]) => void) {
  const drag = useRef({ on: false, moved: false })
  useEffect(() => {
    const up = () => {
      drag.current.on = false
      const source = model.target()
      const drawn = model.filling.get()
      if (!drawn) return
      model.filling.set(null)
      if (!source || drawn.bottom <= source.bottom) return
      model.fillTo(source, drawn)
      model.range.set({ anchor: { row: source.top, column: source.left }, head: { row: drawn.bottom, column: source.right } })
    }
    document.addEventListener('mouseup', up)
    return () => document.removeEventListener('mouseup', up)
  }, [model])
  const at = ({ rowIndex, column }: CellMouseDownEvent<ProductRow> | CellMouseOverEvent<ProductRow>) => ({
    row: rowIndex ?? 0,
    column: model.columnIndex(column.getColId()),
  })
  const down = (event: CellMouseDownEvent<ProductRow>) => {
    const mouse = event.event
    const here = at(event)
    drag.current = { on: false, moved: false }
    if (!(mouse instanceof MouseEvent) || mouse.button !== 0 || here.column < 0) return
    const now = model.range.get()
    model.range.set(mouse.shiftKey && now ? { anchor: now.anchor, head: here } : single(here))
    drag.current = { on: true, moved: false }
  }
  const over = (event: CellMouseOverEvent<ProductRow>) => {
    const here = at(event)
    const source = model.target()
    const mouse = event.event
    if (!(mouse instanceof MouseEvent) || mouse.buttons !== 1 || here.column < 0) return
    if (model.filling.get() && source) return model.filling.set({ ...source, bottom: Math.max(source.bottom, here.row) })
    const now = model.range.get()
    if (!drag.current.on || !now || (now.head.row === here.row && now.head.column === here.column)) return
    drag.current.moved = true
    model.range.set({ anchor: now.anchor, head: here })
  }
  const onDoubleClick = (event: ReactMouseEvent) => {
    const edge = event.target instanceof Element ? event.target.closest('.ag-header-cell-resize') : null
    const key = edge?.closest('[col-id]')?.getAttribute('col-id')
    if (key && frame.current?.contains(edge)) onAutoWidth([key])
  }
  return { down, over, dragged: () => drag.current.moved, frame: { onDoubleClick } }
}
