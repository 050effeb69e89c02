import type { CustomCellEditorProps } from 'ag-grid-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { writtenIn } from './cells.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import classes from './editor.module.css'
import type { GridModel } from '../grid/model.ts'

export interface EditorProps extends CustomCellEditorProps<ProductRow, string, GridModel> {
  def: ColumnDef
}

/** An editor's initial text: the key that opened it, or the cell's value. */
export function useTyped({
  value,
  eventKey,
  onValueChange,
}: Pick<EditorProps, 'value' | 'eventKey' | 'onValueChange'>) {
  const begun = eventKey !== null && eventKey !== undefined && [...eventKey].length === 1
  const [text, setText] = useState(begun ? eventKey : (value ?? ''))
  const set = (next: string) => {
    setText(next)
    onValueChange(next)
  }
  const first = useRef({ begun, eventKey, onValueChange })
  useEffect(() => {
    const { begun: typed, eventKey: key, onValueChange: tell } = first.current
    if (typed && key) tell(key)
  }, [])
  return { text, set, begun }
}

/** Puts the caret behind what was typed; otherwise everything is marked, so that typing replaces it. */
export function useCaret<E extends HTMLInputElement | HTMLTextAreaElement>(begun: boolean) {
  const field = useRef<E>(null)
  const typed = useRef(begun)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    if (!typed.current) field.current?.select()
  }, [])
  return field
}

export const nameOf = (def: ColumnDef, row: ProductRow | undefined) => `${def.label} of ${row?.sku ?? ''}`

/** One line of text or a number. */
export function LineEditor(props: EditorProps) {
  const { def, data, value, context } = props
  const { text, set, begun } = useTyped({ ...props, value: writtenIn(def, value ?? '', context.decimal) })
  const field = useCaret<HTMLInputElement>(begun)
  const isNumber = def.kind === 'money' || def.kind === 'count' || def.kind === 'size' || def.kind === 'number'
  return (
    <input
      ref={field}
      className={classes.input}
      data-align={def.align}
      aria-label={nameOf(def, data)}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** A block of text. Enter keeps it; Alt or Shift and Enter begin a line. */
export function TextEditor(props: EditorProps) {
  const { def, data, column } = props
  const { text, set, begun } = useTyped(props)
  const field = useCaret<HTMLTextAreaElement>(begun)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !event.altKey) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    set(`${text.slice(0, selectionStart)}\n${text.slice(selectionEnd)}`)
  }
  return (
    <textarea
      ref={field}
      className={classes.area}
      style={{ width: Math.max(280, column.getActualWidth()) }}
      rows={5}
      aria-label={nameOf(def, data)}
      value={text}
      onKeyDown={onKeyDown}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
