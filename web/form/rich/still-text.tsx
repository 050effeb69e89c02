import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { escapeText } from '#domain/html/clean.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { asHtml } from '../mentions/mention.ts'
import { bodyOf, chipMark } from './elements.ts'
import classes from './rich.module.css'

/** What somebody did in a text before its editor was there, in order. */
export type Early = { text: string } | { key: KeyboardEvent } | { html: string; plain: string }

interface Spot {
  left: number
  top: number
}

/** What the editor goes on from: what was done meanwhile, and where the caret stood. */
export interface Beginning {
  focused: boolean
  from: Spot | undefined
  to: Spot | undefined
  early: readonly Early[]
  /** The text before all that, and with it. */
  before: string
  now: string
}

interface Props {
  id: string
  value: string
  /** What was written is part of the text at once: whoever saves or leaves before the editor is there loses nothing. */
  onChange: (html: string) => void
  /** By `nameKey`. */
  values: ReadonlyMap<string, string> | undefined
  labelId: string
  describedBy: string | undefined
  required: boolean
  invalid: boolean
  busy: boolean
  /** Somebody is about to write here. */
  onAsk: () => void
  /** An input method is at work, which must not be interrupted before `done`. */
  onComposing: (done: Promise<void>) => void
  /** The editor takes this place, or another view does. */
  onLeave: (begun: Beginning) => void
}

/**
 * A description as its editor will show it, without the editor, which is four times as large as the page's own script. Whoever presses or
 * types in it gets the editor; what is typed until then is kept for it.
 */
export function StillText({
  id,
  value,
  onChange,
  values,
  labelId,
  describedBy,
  required,
  invalid,
  busy,
  onAsk,
  onComposing,
  onLeave,
}: Props) {
  'use no memo'
  const field = useRef<HTMLDivElement>(null)
  const ask = useEffectEvent(onAsk)
  const composing = useEffectEvent(onComposing)
  const leave = useEffectEvent(onLeave)
  const change = useEffectEvent(onChange)
  const early = useRef<Early[]>([])
  /** The text as it is shown, and as it is with what was written since. */
  const text = useRef({ before: value, now: value })
  useLayoutEffect(() => {
    const element = field.current as HTMLDivElement
    const listening = listen(element, {
      ask: () => ask(),
      composing: (done) => composing(done),
      did: (input) => {
        early.current.push(input)
        const html = withEarly(text.current.before, early.current)
        if (html === text.current.now) return
        text.current.now = html
        change(html)
      },
    })
    return () => {
      listening.abort()
      leave({
        focused: element === document.activeElement,
        ...caretIn(element),
        early: early.current,
        ...text.current,
      })
    }
  }, [])
  useLayoutEffect(() => {
    // Drawn anew, the caret would be lost.
    if (value === text.current.now && early.current.length) return
    if (value !== text.current.now) {
      // Another text: what was written in the one before is in it, or was discarded.
      early.current = []
      text.current = { before: value, now: value }
    }
    field.current?.replaceChildren(...contentOf(text.current.before, values))
  }, [value, values])
  return (
    <div className={classes.field}>
      <div className={classes.text}>
        <div
          ref={field}
          id={id}
          className="ProseMirror"
          role="textbox"
          tabIndex={0}
          contentEditable
          suppressContentEditableWarning
          aria-multiline="true"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-busy={busy || undefined}
        />
      </div>
    </div>
  )
}

/** The editor puts bare words into a paragraph, and so do we. */
function contentOf(html: string, values: ReadonlyMap<string, string> | undefined): Node[] {
  const body = bodyOf(asHtml(html))
  for (const chip of values ? body.querySelectorAll<HTMLElement>(`[${chipMark}]`) : [])
    chip.dataset['missing'] = String(!values?.get(nameKey(chip.getAttribute(chipMark) ?? ''))?.trim())
  if (!body.textContent?.trim() && !body.firstElementChild) body.innerHTML = '<p><br></p>'
  return [...body.childNodes]
}

/** Keys that the editor knows and a browser would act on by itself. */
const isForEditor = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey ? /^[biuyz]$/i.test(key) : !altKey && /^(Enter|Backspace|Delete)$/.test(key)

interface Tell {
  ask: () => void
  composing: Props['onComposing']
  did: (input: Early) => void
}

function listen(element: HTMLElement, tell: Tell) {
  const listening = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(name, act, { signal: listening.signal })
  const keep = (event: Event, what: Early) => {
    event.preventDefault()
    tell.did(what)
  }
  for (const name of ['pointerenter', 'pointerdown', 'focus'] as const) on(name, () => tell.ask())
  on('keydown', (event) => {
    if (!event.isComposing && isForEditor(event)) keep(event, { key: event })
  })
  on('beforeinput', (event) => {
    if (event.isComposing) return
    event.preventDefault()
    if (event.data) tell.did({ text: event.data })
  })
  on('paste', (event) => {
    const read = (type: string) => event.clipboardData?.getData(type) ?? ''
    keep(event, { html: read('text/html'), plain: read('text/plain') })
  })
  let done = () => {}
  on('compositionstart', () => {
    tell.composing(new Promise((resolve) => (done = resolve)))
  })
  on('compositionend', ({ data }) => {
    tell.did({ text: data })
    done()
  })
  return listening
}

/** What was written, in front of the text. The editor does it properly, at the caret, once it is there; the server cleans it as all else. */
const withEarly = (before: string, early: readonly Early[]) =>
  asHtml(
    early
      .map((input) =>
        'key' in input ? '' : 'text' in input ? escapeText(input.text) : input.html || escapeText(input.plain),
      )
      .join(''),
  ) + before

/** The ends of what is selected, as places on the screen: the elements are others once the editor is there. */
function caretIn(element: HTMLElement): { from: Spot | undefined; to: Spot | undefined } {
  const selection = document.getSelection()
  if (!selection?.rangeCount || !element.contains(selection.anchorNode)) return { from: undefined, to: undefined }
  const range = selection.getRangeAt(0)
  return { from: spotOf(range, true), to: spotOf(range, false) }
}

function spotOf(range: Range, start: boolean): Spot | undefined {
  const end = range.cloneRange()
  end.collapse(start)
  const box = end.getClientRects()[0]
  return box && { left: box.left, top: (box.top + box.bottom) / 2 }
}
