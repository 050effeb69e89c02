import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Edit, insertAt, referenceTo, type Typed, typedMention } from './mention.ts'
import { useOffer } from './use-offer.ts'

interface Options {
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  names: readonly string[]
}

/** Lets a text field offer names after `@`, and change its text around the caret. */
export function useMentions({ field, value, onChange, names }: Options) {
  const [typed, setTyped] = useState<Typed | null>(null)
  const caret = useRef<number | null>(null)
  // React moves the caret to the end when a value is set from outside: put it back where the edit left it.
  useEffect(() => {
    if (caret.current === null || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const edit = (change: (now: Edit) => Edit) => {
    const from = field.current?.selectionStart ?? value.length
    const next = change({ text: value, from, to: field.current?.selectionEnd ?? from })
    caret.current = next.to
    setTyped(null)
    onChange(next.text)
  }
  const offer = useOffer({
    names,
    typed,
    onChoose: (name) => edit((now) => insertAt({ ...now, from: typed?.at ?? now.from }, referenceTo(name))),
    onLeave: () => setTyped(null),
  })
  const look = () => {
    const element = field.current
    setTyped(element && typedMention(element.value, element.selectionStart ?? 0))
  }
  return {
    open: offer.open,
    list: offer.list,
    /** Puts text in the place of what is selected. */
    insert: (text: string) => edit((now) => insertAt(now, text)),
    /** Goes onto the field. */
    props: {
      ...offer.props,
      onKeyDown: (event: KeyboardEvent) => void offer.onKey(event),
      onKeyUp: (event: KeyboardEvent) => {
        if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) look()
      },
      onClick: look,
      onInput: look,
      onBlur: () => setTyped(null),
    } as const,
  }
}
