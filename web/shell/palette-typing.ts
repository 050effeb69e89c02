import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { paletteIsComing, paletteStore } from './palette-store.ts'

const listOf = (field: HTMLElement) => field.closest('[role="dialog"]')
const selected = (field: HTMLElement) => listOf(field)?.querySelector<HTMLElement>('[data-selected]')
const first = (field: HTMLElement) => listOf(field)?.querySelector<HTMLElement>('[data-action]')

function selectFirst(field: HTMLElement): void {
  selected(field)?.removeAttribute('data-selected')
  first(field)?.setAttribute('data-selected', 'true')
  // Where the arrow keys go on from; nothing is drawn from it.
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}

const runSelected = (field: HTMLElement) => (selected(field) ?? first(field))?.click()

/**
 * The palette's field takes the focus a moment after it is opened. Keys that come sooner are taken here, so that whoever types at once
 * loses no letter, and leaves none in what had the focus before.
 */
export function usePaletteTyping() {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const enterIsDue = useRef(false)

  useEffect(() => {
    let open = paletteStore.getState().opened
    return paletteStore.subscribe(({ opened }) => {
      // Opened again before it had faded, it would still hold the last words.
      if (opened && !open && !paletteIsComing()) setQuery('')
      if (!opened) enterIsDue.current = false
      open = opened
    })
  }, [])

  useEffect(() => {
    const early = (event: globalThis.KeyboardEvent) => {
      const there = field.current
      if (!(paletteStore.getState().opened || paletteIsComing()) || (there && document.activeElement === there)) return
      if (event.ctrlKey || event.metaKey || event.isComposing) return
      if (event.key === 'Enter') {
        if (there) runSelected(there)
        else enterIsDue.current = true
      } else if (event.key === 'Backspace') setQuery((typed) => typed.slice(0, -1))
      else if (event.key.length === 1) setQuery((typed) => typed + event.key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', early, true)
    return () => window.removeEventListener('keydown', early, true)
  }, [])

  useLayoutEffect(() => {
    if (field.current) selectFirst(field.current)
  }, [query])

  const ref = useCallback((element: HTMLInputElement | null) => {
    field.current = element
    if (!element) return
    selectFirst(element)
    if (!enterIsDue.current) return
    enterIsDue.current = false
    // Not in the midst of drawing what it will change.
    queueMicrotask(() => runSelected(element))
  }, [])

  /** What was selected can have left the list meanwhile. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !selected(event.currentTarget))
      first(event.currentTarget)?.click()
  }
  return { query, setQuery, search: { ref, onKeyDown } }
}

export type PaletteTyping = ReturnType<typeof usePaletteTyping>
