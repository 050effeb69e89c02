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
import { leaveTable } from './grid-keys.ts'
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
  const drag = useDrag(model)
  return {
    // Before the grid handles the event and moves the focus.
    onPointerDownCapture: (event: PointerEvent) => {
      const onCell = event.button === 0 && !inField(event.target) && !onHandle(event.target)
      drag.press(onCell ? cellAt(event.target, model) : undefined, event.shiftKey, onHandle(event.target))
    },
    onMouseOver: (event: MouseEvent) => {
      const here = event.buttons === 1 ? cellAt(event.target, model) : undefined
      if (here) drag.drawTo(here)
    },
    // The focus may follow a click only after the button is up again; a key ends that.
    onKeyDownCapture: drag.endKeep,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      leaveTable(event)
      // What is typed into a cell is no shortcut of the page.
      if (isLetter(event) && model.shown().mayEdit && cellAt(event.target, model)) event.stopPropagation()
    },
    onFocus: (event: FocusEvent) => {
      const here = inField(event.target) ? undefined : cellAt(event.target, model)
      if (!here) return
      drag.focus(here)
      model.look(here.product.id, here.def.key)
    },
    onClick: (event: MouseEvent) => {
      const here = cellAt(event.target, model)
      if (here && !drag.hasMoved() && opens(event, here, model.shown().mayEdit)) onOpen(here.product)
    },
    onDoubleClick: (event: MouseEvent) => {
      const edge = event.target instanceof Element ? event.target.closest('.ag-header-cell-resize') : null
      const key = edge?.closest('[col-id]')?.getAttribute('col-id')
      if (key && frame.current?.contains(edge)) onAutoWidth([key])
    },
  }
}

/** The range of cells that grows while the button is down, and the handle that fills downwards. */
function useDrag(model: GridModel) {
  const state = useRef({ on: false, moved: false, keeps: false })
  useEffect(() => {
    const up = () => {
      state.current.on = false
      fillDrawn(model)
    }
    document.addEventListener('pointerup', up)
    return () => document.removeEventListener('pointerup', up)
  }, [model])
  return {
    hasMoved: () => state.current.moved,
    endKeep: () => {
      state.current.keeps = false
    },
    press(here: At | undefined, extend: boolean, fromHandle: boolean): void {
      state.current = { on: here !== undefined, moved: false, keeps: extend || fromHandle }
      if (!here) return
      const now = model.range.get()
      model.range.set(extend && now ? { anchor: now.anchor, head: here } : single(here))
      model.note.set(null)
    },
    /** With Shift, or from the handle, the range keeps the corner where it began. */
    focus(here: At): void {
      if (!state.current.keeps && !isAt(model.range.get()?.anchor, here)) model.range.set(single(here))
    },
    drawTo(here: At): void {
      const source = model.target()
      if (model.filling.get() && source)
        return model.filling.set({ ...source, bottom: Math.max(source.bottom, here.row) })
      const now = model.range.get()
      if (!state.current.on || !now || isAt(now.head, here)) return
      state.current.moved = true
      model.range.set({ anchor: now.anchor, head: here })
    },
  }
}

const isAt = (corner: At | undefined, here: At) => corner?.row === here.row && corner.column === here.column
const isLetter = (event: KeyboardEvent) =>
  [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
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
