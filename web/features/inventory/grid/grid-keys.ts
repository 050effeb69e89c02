import type { Column, GridApi, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { KeyboardEvent } from 'react'
import type { ProductRow } from '../columns/columns.ts'
import { actionOf, type KeyAction } from './keys.ts'
import type { GridModel } from './model.ts'
import { extend, single } from './range.ts'

interface Around {
  model: GridModel
  onOpen: (row: ProductRow) => void
  pickKey: string
}

/** Where the popover about a cell is found by the keyboard. */
export const noteId = 'inventory-cell-note'

const usable = 'button:not(:disabled), a[href], input:not(:disabled)'

/** Tab goes through all cells. F6 goes to what comes after the table at once: what can be done with the chosen products, and other pages. */
export function leaveTable(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F6') return
  const table = event.currentTarget
  const isAfter = (element: Element) =>
    (table.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !table.contains(element)
  const next = [...document.querySelectorAll<HTMLElement>(usable)].find(
    (element) => isAfter(element) && !element.closest(`#${noteId}`) && element.checkVisibility(),
  )
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Does what a key means here; true where the grid itself should do nothing. */
export function onKey(
  { event, editing, node, column, colDef, api }: SuppressKeyboardEventParams<ProductRow>,
  around: Around,
): boolean {
  const { model } = around
  if (event.type !== 'keydown' || event.isComposing) return false
  const key = column.getColId()
  const def = model.shown().columns[model.columnIndex(key)]
  const editable =
    typeof colDef.editable === 'function' &&
    colDef.editable({ node, data: node.data, column, colDef, api, context: model })
  const toggles = key === around.pickKey || (def?.kind === 'flag' && editable)
  const pressed = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey }
  const action = actionOf(pressed, { editing, editable, toggles })
  // A new line in a block of text is the editor's.
  if (!action)
    return (
      editing &&
      event.key === 'Enter' &&
      (event.altKey || event.shiftKey) &&
      event.target instanceof HTMLTextAreaElement
    )
  if (action.do !== 'commit' || action.next !== 'stay') event.preventDefault()
  if (action.do === 'toggle' && node.data && def && toggles && !event.shiftKey) {
    model.type(node.data, def, model.textOf(node.data, def) === 'Yes' ? 'No' : 'Yes')
  } else perform(action, { ...around, api, row: node.data, at: node.rowIndex ?? 0, column })
  return true
}

interface Here extends Around {
  api: GridApi<ProductRow>
  row: ProductRow | undefined
  at: number
  column: Column
}

function perform(action: KeyAction, { model, api, row, at, column, onOpen }: Here): void {
  switch (action.do) {
    case 'extend':
      return extendRange(model, api, action)
    case 'all':
      return model.range.set({
        anchor: { row: 0, column: 0 },
        head: { row: model.shown().rows.length - 1, column: model.shown().columns.length - 1 },
      })
    case 'collapse':
      model.note.set(null)
      return model.range.set(single({ row: at, column: model.columnIndex(column.getColId()) }))
    case 'toggle':
      return model.toggle(at, false)
    case 'open':
      return row && onOpen(row)
    case 'note':
      return document.querySelector<HTMLElement>(`#${noteId} button`)?.focus()
    case 'clear':
      return model.clear()
    case 'fill-down':
      return model.fillDown()
    case 'fill-range':
      return row && fillRange(model, row, column)
    case 'undo':
      return model.undo()
    case 'redo':
      return model.redo()
    case 'commit':
      return commit(model, api, row, column, action.next)
  }
}

function extendRange(
  model: GridModel,
  api: GridApi<ProductRow>,
  { step, edge }: Extract<KeyAction, { do: 'extend' }>,
): void {
  const now = model.range.get()
  if (!now) return
  const { rows, columns } = model.shown()
  const next = extend(now, step, edge, { rows: rows.length, columns: columns.length })
  model.range.set(next)
  api.ensureIndexVisible(next.head.row)
  const key = columns[next.head.column]?.key
  if (key) api.ensureColumnVisible(key)
}

function fillRange(model: GridModel, row: ProductRow, column: Column): void {
  const def = model.shown().columns[model.columnIndex(column.getColId())]
  const text = def && model.textOf(row, def)
  if (text !== null && text !== undefined) model.fillRange(text)
}

function commit(
  model: GridModel,
  api: GridApi<ProductRow>,
  row: ProductRow | undefined,
  column: Column,
  next: 'right' | 'left' | 'stay' | 'range',
): void {
  const chosen = model.range.get()
  api.stopEditing()
  if (next === 'right') api.tabToNextCell()
  if (next === 'left') api.tabToPreviousCell()
  if (next !== 'range' || !row) return
  if (chosen) model.range.set(chosen)
  fillRange(model, row, column)
}
