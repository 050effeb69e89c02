import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { nameKey } from '#domain/products/values.ts'
import { asHtml } from '../mention.ts'
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
}

interface Props {
  id: string
  value: string
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
  useLayoutEffect(() => {
    const element = field.current as HTMLDivElement
    const early: Early[] = []
    const listening = listen(element, early, { ask: () => ask(), composing: (done) => composing(done) })
    return () => {
      listening.abort()
      leave({ focused: element === document.activeElement, ...caretIn(element), early })
    }
  }, [])
  useLayoutEffect(() => {
    field.current?.replaceChildren(...contentOf(value, values))
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

function listen(element: HTMLElement, early: Early[], tell: { ask: () => void; composing: Props['onComposing'] }) {
  const listening = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(name, act, { signal: listening.signal })
  const keep = (event: Event, what: Early) => {
    event.preventDefault()
    early.push(what)
  }
  for (const name of ['pointerenter', 'pointerdown', 'focus'] as const) on(name, () => tell.ask())
  on('keydown', (event) => {
    if (!event.isComposing && isForEditor(event)) keep(event, { key: event })
  })
  on('beforeinput', (event) => {
    if (event.isComposing) return
    event.preventDefault()
    if (event.data) early.push({ text: event.data })
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
    early.push({ text: data })
    done()
  })
  return listening
}

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
