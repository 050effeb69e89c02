import type { FocusEvent, KeyboardEvent } from 'react'

/** The fields of a grid: one list for each row, from left to right. */
export const cellsOf = (grid: Element): HTMLInputElement[][] =>
  [...grid.querySelectorAll('[data-cells]')].map((row) => [
    ...row.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])'),
  ])

export interface At {
  row: number
  column: number
}
export function placeOf(cells: readonly (readonly HTMLInputElement[])[], input: EventTarget): At | undefined {
  const row = cells.findIndex((fields) => fields.some((field) => field === input))
  const column = cells[row]?.findIndex((field) => field === input) ?? -1
  return row < 0 || column < 0 ? undefined : { row, column }
}

/** Puts a text into a field as if it were typed, so that the field checks it itself and keeps what it cannot take. */
export function enterText(input: HTMLInputElement, text: string): void {
  if (input.readOnly || input.disabled || input.value === text) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const steps: Partial<Record<string, At>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** Arrows to the side leave a field only from the end of its text. */
const isAtEdge = ({ selectionStart, selectionEnd, value }: HTMLInputElement, column: number) =>
  (selectionStart === 0 && selectionEnd === value.length) ||
  (selectionStart === selectionEnd && selectionStart === (column < 0 ? 0 : value.length))

/** A list of suggestions that is open has the arrows and Enter for itself. */
const hasOpenList = (input: HTMLInputElement) =>
  input.getAttribute('aria-expanded') === 'true' && input.getAttribute('aria-activedescendant') !== null

/** Where a key leads; undefined where it means something in the field itself. */
function stepOf(event: KeyboardEvent, input: HTMLInputElement): At | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing || hasOpenList(input)) return
  if (event.key === 'Enter') return { row: event.shiftKey ? -1 : 1, column: 0 }
  const step = event.shiftKey ? undefined : steps[event.key]
  return step && (step.row !== 0 || isAtEdge(input, step.column)) ? step : undefined
}

/** Moves between the cells by arrows and Enter, as in a spreadsheet. Tab goes to the next field by itself. */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement)) return
  const step = stepOf(event, input)
  const cells = step && cellsOf(event.currentTarget)
  const at = cells && placeOf(cells, input)
  if (!step || !at) return
  event.preventDefault()
  const next = cells[at.row + step.row]?.[at.column + step.column]
  next?.focus()
  next?.select()
}

/** Escape gives a field without suggestions back the text that it had when it got the focus. */
export function undoByEscape(event: KeyboardEvent<HTMLElement>): void {
  const input = event.target
  if (event.key !== 'Escape' || !(input instanceof HTMLInputElement)) return
  // There Escape closes the list of suggestions.
  if (input.getAttribute('role') === 'combobox') return
  const before = input.dataset.before
  if (before === undefined || before === input.value) return
  event.preventDefault()
  event.stopPropagation()
  enterText(input, before)
}
export function rememberText(event: FocusEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement) event.target.dataset.before = event.target.value
}
