import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Typed } from '../mentions/mention.ts'
import { MentionList } from '../mentions/mention-list.tsx'
import { useOffer } from '../mentions/use-offer.ts'
import { insertReference, openEditor, show } from './editor.ts'
import { showValues } from './parts.ts'
import { type Judged, judge } from './read.ts'
import classes from './rich.module.css'
import type { Beginning } from './still-text.tsx'
import { htmlSince, type Written } from './stored.ts'
import { takeOver } from './take-over.ts'

/** Why a text is not shown as it will be seen. */
export type Unfit = Exclude<Judged, { doc: unknown }>

interface Props {
  id: string
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  names: readonly string[]
  noteOf: (name: string) => string
  /** By `nameKey`. */
  values: ReadonlyMap<string, string> | undefined
  labelId: string
  describedBy: string | undefined
  required: boolean
  invalid: boolean
  /** What was done in the text before it came; to be forgotten once it is done again. */
  begun: { look: () => Beginning | null; keep: (none: null) => void }
  onOpen: (editor: Editor | null) => void
  /** The text contains something that this view would lose. */
  onUnfit: (why: Unfit) => void
}

/** A description as it will be seen, references as chips. */
export function RichText(props: Props) {
  'use no memo'
  const { value, names, noteOf, values } = props
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<Editor | null>(null)
  /** The last value that the parent passed to us, or got from us. */
  const known = useRef<string | null>(null)
  /** The last text that the parent passed to us. */
  const lastWritten = useRef<Written | null>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [below, setBelow] = useState({ left: 0, top: 0 })
  const offer = useOffer({
    names,
    typed,
    onChoose: (name) => opened.current && insertReference(opened.current, name, typed?.at),
    onLeave: () => setTyped(null),
  })
  const live = useRef({ ...props, onKey: offer.onKey })
  useLayoutEffect(() => {
    live.current = { ...props, onKey: offer.onKey }
  })
  useLayoutEffect(() => {
    const editor = openEditor({
      values: () => live.current.values,
      onTyped: (next) => setTyped((now) => (now?.at === next?.at && now?.query === next?.query ? now : next)),
      onKey: (event) => live.current.onKey(event),
    })
    editor.mount(place.current as HTMLDivElement)
    editor.on('blur', () => live.current.onBlur())
    editor.on('update', () => {
      const html = htmlSince(editor.state.doc, lastWritten.current)
      if (html === known.current) return
      known.current = html
      live.current.onChange(html)
    })
    opened.current = editor
    live.current.onOpen(editor)
    return () => {
      opened.current = null
      known.current = null
      lastWritten.current = null
      live.current.onOpen(null)
      editor.destroy()
    }
  }, [])
  const take = useEffectEvent((html: string) => {
    const editor = opened.current
    if (!editor || html === known.current) return
    const begun = props.begun.look()
    const early = begun?.now === html
    // What was written early is in the text as well as it could be without the editor, which writes it anew.
    const from = early ? begun.before : html
    const judged = judge(from, editor.schema)
    if ('why' in judged) return props.onUnfit(judged)
    props.begun.keep(null)
    known.current = from
    show(editor, judged.doc)
    lastWritten.current = { doc: editor.state.doc, html: from }
    if (!begun) return
    takeOver(editor.view, early ? begun : { ...begun, early: [] })
    // Nothing may be left of it.
    if (known.current === from && from !== html) props.onChange(from)
  })
  useLayoutEffect(() => take(value), [value])
  // Every key press on the page creates a new map, so compare its content.
  const key = values && JSON.stringify([...values])
  useEffect(() => {
    if (opened.current) showValues(opened.current.view)
  }, [key])
  useLayoutEffect(() => {
    if (opened.current) name(opened.current.view.dom, props, offer)
  })
  useLayoutEffect(() => {
    if (!typed || !place.current || !opened.current) return
    const box = place.current.getBoundingClientRect()
    const at = opened.current.view.coordsAtPos(typed.at)
    setBelow({ left: Math.max(0, Math.min(at.left - box.left, box.width - 320)), top: at.bottom - box.top + 4 })
  }, [typed])
  return (
    <div className={classes.field}>
      <div className={classes.text} ref={place} />
      {offer.open && (
        <div className={classes.offer} style={below}>
          <MentionList {...offer.list} noteOf={noteOf} />
        </div>
      )}
    </div>
  )
}

/** Describes the field to screen readers. */
function name(element: HTMLElement, { id, labelId, describedBy, required, invalid }: Props, offer: { props: object }) {
  const says: Record<string, string | undefined> = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-describedby': describedBy,
    'aria-required': required ? 'true' : undefined,
    'aria-invalid': invalid ? 'true' : undefined,
    ...offer.props,
  }
  for (const [key, value] of Object.entries(says)) {
    if (value === undefined) element.removeAttribute(key)
    else if (element.getAttribute(key) !== value) element.setAttribute(key, value)
  }
}
