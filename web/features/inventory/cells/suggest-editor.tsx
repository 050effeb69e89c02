import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import classes from './editor.module.css'
import { type EditorProps, nameOf, useCaret, useTyped } from './editor-input.tsx'
import { SuggestList } from './suggest-list.tsx'

interface Props extends EditorProps {
  options: readonly string[]
  /** Only options may be entered; the first that fits is taken for what was typed. */
  strict?: boolean
  /** Where the part begins that is being typed: options complete only that. */
  partFrom?: (text: string) => number
  note?: string
  failed?: boolean
  onTyped?: (text: string) => void
}

const fits = (option: string, typed: string) => option.toLowerCase().includes(typed.toLowerCase())

/** A field with options under it. Moving through them writes the option, so Enter and Tab keep what stands there. */
export function SuggestEditor({ options, strict = false, partFrom = () => 0, note, failed, onTyped, ...props }: Props) {
  const id = useId()
  const { def, data, stopEditing } = props
  const { text, set, begun } = useTyped(props)
  const field = useCaret<HTMLInputElement>(begun)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useEffect(() => setAnchor(field.current), [field])
  // What was typed; undefined until then: everything is offered.
  const [typed, setTyped] = useState(begun ? text : undefined)
  const [active, setActive] = useState(-1)
  const part = typed === undefined ? '' : typed.slice(partFrom(typed)).trim()
  const offered = part ? options.filter((option) => fits(option, part)) : options
  const complete = (option: string) => {
    const base = typed ?? text
    const from = partFrom(base)
    return from > 0 ? `${base.slice(0, from)}${option}` : option
  }
  const type = (next: string) => {
    setTyped(next)
    setActive(-1)
    onTyped?.(next.slice(partFrom(next)).trim())
    set(next)
    const best = strict
      ? options.find((option) => option.toLowerCase().startsWith(next.trim().toLowerCase()))
      : undefined
    if (best && next.trim()) props.onValueChange(best)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!by || !offered.length) return
    event.preventDefault()
    const start = active < 0 ? offered.indexOf(text) : active
    const next = start < 0 && by < 0 ? offered.length - 1 : (start + by + offered.length) % offered.length
    setActive(next)
    set(complete(offered[next] ?? ''))
  }
  return (
    <>
      <input
        ref={field}
        className={classes.input}
        role="combobox"
        aria-label={nameOf(def, data)}
        aria-expanded={offered.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SuggestList
        id={id}
        label={`${def.label}, options`}
        anchor={anchor}
        options={offered}
        active={active}
        note={note ?? (options.length > 0 && !offered.length && strict ? 'No such option.' : undefined)}
        failed={failed}
        onPick={(option) => {
          set(complete(option))
          stopEditing()
        }}
      />
    </>
  )
}
