import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type Edit, insertAt, matchingNames, referenceTo, type Typed, typedMention } from './mention.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

interface Options {
  field: RefObject<Field | null>
  value: string
  onChange: (value: string) => void
  names: readonly string[]
}

/** Lets a text field offer names after `@`, and change its text around the caret. */
export function useMentions({ field, value, onChange, names }: Options) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [chosen, setChosen] = useState(0)
  const caret = useRef<{ from: number; to: number } | null>(null)
  const id = useId()
  const found = typed ? matchingNames(names, typed.query) : []
  const open = typed !== null && (found.length > 0 || typed.query.length < 25)

  // React moves the caret to the end when a value is set from outside: put it back where the edit left it.
  useEffect(() => {
    if (!caret.current || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(caret.current.from, caret.current.to)
    caret.current = null
  })

  const look = () => {
    const element = field.current
    setTyped(element ? typedMention(element.value, element.selectionStart ?? 0) : null)
    setChosen(0)
  }
  const edit = (change: (now: Edit) => Edit) => {
    const element = field.current
    const at = { text: value, from: element?.selectionStart ?? value.length, to: element?.selectionEnd ?? value.length }
    const next = change(at)
    caret.current = { from: next.from, to: next.to }
    setTyped(null)
    onChange(next.text)
  }
  const choose = (name: string) => edit((now) => insertAt({ ...now, from: typed?.at ?? now.from }, referenceTo(name)))

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    const current = found[chosen]
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setChosen((chosen - 1 + found.length) % Math.max(1, found.length))
    else if ((event.key === 'Enter' || event.key === 'Tab') && current !== undefined) choose(current)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    open,
    found,
    chosen,
    choose,
    edit,
    id,
    /** Goes onto the field. */
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open && found[chosen] !== undefined ? `${id}-${chosen}` : undefined,
      onKeyDown,
      onKeyUp: (event: KeyboardEvent) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && look(),
      onClick: look,
      onInput: look,
      onBlur: () => setTyped(null),
    } as const,
  }
}
