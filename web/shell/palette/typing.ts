import {
  type KeyboardEvent,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { paletteIsComing, paletteStore } from './store.ts'

const listOf = (field: HTMLElement) => field.closest('[role="dialog"]')
const selectedIn = (field: HTMLElement) => listOf(field)?.querySelector<HTMLElement>('[data-selected]')
const first = (field: HTMLElement) => listOf(field)?.querySelector<HTMLElement>('[data-action]')

function selectFirst(field: HTMLElement): void {
  selectedIn(field)?.removeAttribute('data-selected')
  first(field)?.setAttribute('data-selected', 'true')
  // Where the arrow keys go on from; nothing is drawn from it.
  paletteStore.updateState((state) => ({ ...state, selected: 0 }))
}

const runSelected = (field: HTMLElement) => (selectedIn(field) ?? first(field))?.click()

/**
 * The palette's field takes the focus a moment after it is opened. Keys that come sooner are taken here, so that whoever types at once
 * loses no letter, and leaves none in what had the focus before.
 */
export function usePaletteTyping() {
  const [query, setQuery] = useState('')
  /** The row that the arrow keys went to, for whoever does not see it. */
  const [selected, setSelected] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const enterIsDue = useRef(false)
  /** What is typed, also before it is drawn; and what the list was last drawn for, with all that fits. */
  const typed = useRef('')
  const listed = useRef<string>(undefined)
  /** Somebody went down the list: what comes in late does not take that away. */
  const moved = useRef(false)
  const type = useCallback((change: SetStateAction<string>) => {
    enterIsDue.current = false
    typed.current = typeof change === 'function' ? change(typed.current) : change
    setQuery(typed.current)
  }, [])

  useEffect(() => {
    let open = paletteStore.getState().opened
    return paletteStore.subscribe(({ opened }) => {
      // Opened again before it had faded, it would still hold the last words.
      if (opened && !open && !paletteIsComing()) type('')
      if (!opened) enterIsDue.current = false
      open = opened
    })
  }, [type])

  useEffect(() => {
    const early = (event: globalThis.KeyboardEvent) => {
      const there = field.current
      if (!(paletteStore.getState().opened || paletteIsComing())) return
      if (event.ctrlKey || event.metaKey || event.isComposing) return
      const focused = there && document.activeElement === there
      if (event.key === 'Enter') {
        if (there && (listed.current === typed.current || moved.current)) {
          if (focused) return
          runSelected(there)
        } else enterIsDue.current = true
      } else if (focused) return
      else if (event.key === 'Backspace') type((typed) => typed.slice(0, -1))
      else if (event.key.length === 1) type((typed) => typed + event.key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', early, true)
    return () => window.removeEventListener('keydown', early, true)
  }, [type])

  useLayoutEffect(() => {
    moved.current = false
    setSelected(undefined)
    if (field.current) selectFirst(field.current)
  }, [query])

  const runWhatIsDue = useCallback(() => {
    const there = field.current
    if (!there || !enterIsDue.current || listed.current !== typed.current) return
    enterIsDue.current = false
    // Not in the midst of drawing what it will change.
    queueMicrotask(() => runSelected(there))
  }, [])

  /** The list tells for what it was drawn, once it has all that fits. */
  const settle = useCallback(
    (drawnFor: string | undefined) => {
      listed.current = drawnFor
      if (field.current && !moved.current) selectFirst(field.current)
      runWhatIsDue()
    },
    [runWhatIsDue],
  )

  const ref = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element
      if (element) selectFirst(element)
      runWhatIsDue()
    },
    [runWhatIsDue],
  )

  /** What was selected can have left the list meanwhile. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const there = event.currentTarget
      moved.current = true
      // The list moves its mark after this.
      queueMicrotask(() => setSelected(selectedIn(there)?.textContent ?? undefined))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !selectedIn(event.currentTarget))
      first(event.currentTarget)?.click()
  }
  return { query, setQuery: type, settle, selected, search: { ref, onKeyDown } }
}

export type PaletteTyping = ReturnType<typeof usePaletteTyping>
