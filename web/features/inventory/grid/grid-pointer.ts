import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { cellText, readOnlyReason } from '../cells/cells.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import type { GridModel } from './model.ts'
import { type At, single } from './range.ts'

interface Found extends At {
  row: number
  product: ProductRow
  def: ColumnDef
}

/** The cell of ours in which something happened. */
function cellAt(target: EventTarget, model: GridModel): Found | undefined {
  const element = target instanceof Element ? target.closest('.ag-cell') : null
  const key = element?.getAttribute('col-id')
  const row = Number(element?.closest('[row-index]')?.getAttribute('row-index') ?? Number.NaN)
  const { rows, columns } = model.shown()
  const column = key ? model.columnIndex(key) : -1
  const product = rows[row]
  const def = columns[column]
  return product && def && { row, column, product, def }
}

interface Doing {
  onOpen: (row: ProductRow) => void
  onAutoWidth: (keys: readonly string[]) => void
}

/** Choosing cells by a click, by dragging or with Shift, drawing the handle, opening a product, and the double click on a column's edge. */
export function useGridPointer(
  frame: RefObject<HTMLDivElement | null>,
  model: GridModel,
  { onOpen, onAutoWidth }: Doing,
) {
  const drag = useRef({ on: false, moved: false, keeps: false })
  useEffect(() => {
    const up = () => {
      drag.current.on = false
      fillDrawn(model)
    }
    document.addEventListener('pointerup', up)
    return () => document.removeEventListener('pointerup', up)
  }, [model])
  return {
    // Before the grid itself hears of it and moves the focus.
    onPointerDownCapture: (event: PointerEvent) => {
      drag.current = { on: false, moved: false, keeps: event.shiftKey || onHandle(event.target) }
      const here = cellAt(event.target, model)
      if (!here || event.button !== 0 || inField(event.target) || onHandle(event.target)) return
      const now = model.range.get()
      model.range.set(event.shiftKey && now ? { anchor: now.anchor, head: here } : single(here))
      drag.current.on = true
      model.note.set(null)
    },
    onMouseOver: (event: MouseEvent) => {
      const here = event.buttons === 1 ? cellAt(event.target, model) : undefined
      if (here) drawTo(here)
    },
    // The focus may follow a click only after the button is up again; a key ends that.
    onKeyDownCapture: () => {
      drag.current.keeps = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      const letter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      // What is typed into a cell is no shortcut of the page.
      if (letter && model.shown().mayEdit && cellAt(event.target, model)) event.stopPropagation()
    },
    onFocus: (event: FocusEvent) => {
      const here = cellAt(event.target, model)
      if (!here || inField(event.target)) return
      const now = model.range.get()
      const begins = now?.anchor.row === here.row && now.anchor.column === here.column
      // With Shift, or from the handle, the range keeps the corner where it began.
      if (!drag.current.keeps && !begins) model.range.set(single(here))
      model.look(here.product.id, here.def.key)
    },
    onClick: (event: MouseEvent) => {
      const here = cellAt(event.target, model)
      if (here && !drag.current.moved && opens(event, here, model.shown().mayEdit)) onOpen(here.product)
    },
    onDoubleClick: (event: MouseEvent) => {
      const edge = event.target instanceof Element ? event.target.closest('.ag-header-cell-resize') : null
      const key = edge?.closest('[col-id]')?.getAttribute('col-id')
      if (key && frame.current?.contains(edge)) onAutoWidth([key])
    },
  }

  function drawTo(here: At): void {
    const source = model.target()
    if (model.filling.get() && source)
      return model.filling.set({ ...source, bottom: Math.max(source.bottom, here.row) })
    const now = model.range.get()
    if (!drag.current.on || !now || (now.head.row === here.row && now.head.column === here.column)) return
    drag.current.moved = true
    model.range.set({ anchor: now.anchor, head: here })
  }
}

const inField = (target: EventTarget) => target instanceof Element && target.closest('input, textarea') !== null
const onHandle = (target: EventTarget) => target instanceof Element && target.closest('[data-handle]') !== null

function fillDrawn(model: GridModel): void {
  const source = model.target()
  const drawn = model.filling.get()
  if (!drawn) return
  model.filling.set(null)
  if (!source || drawn.bottom <= source.bottom) return
  model.fillTo(source, drawn)
  model.range.set({
    anchor: { row: source.top, column: source.left },
    head: { row: drawn.bottom, column: source.right },
  })
}

/** A click opens the product where there is nothing to type; with Shift or Ctrl it chooses cells. */
function opens(event: MouseEvent, { product, def }: Found, mayEdit: boolean): boolean {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false
  if (event.target instanceof Element && event.target.closest('a, button, input, textarea')) return false
  return !mayEdit || !def.editable || (cellText(product, def) !== null && readOnlyReason(product, def) !== undefined)
}
