import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ChangeEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Icon } from '#web/ui/images/icon.tsx'
import classes from './packing.module.css'

/** Keys that mean something while nothing is typed. None that a code can begin with: scanners write `]E0` before some. */
const own = ['ArrowUp', 'ArrowDown', ' ', 'Backspace', 'Delete', 'PageUp', 'PageDown'] as const
export type OwnKey = (typeof own)[number]

/** A scanner is faster than this from sign to sign, in milliseconds; nobody types four signs so. */
const FAST_MS = 50
const FEWEST_SIGNS = 4
/** A scanner that says nothing behind a code has ended it after that time; one that nobody knows may be half of it, from a browser that is busy. */
const SILENCE_MS = 300
const LONG_SILENCE_MS = 1500
/** What comes this soon after a code is its scanner's second Enter, or a finger that slipped: it must not ship. */
const ECHO_MS = 150
/** As long after its last sign a scanner's Enter may come, though its code was taken without. */
const LATE_MS = 2000

/**
 * Tells a scanner from fingers by its speed: what it typed is taken without a key behind it.
 * @param take what stands in the field by now; when its last sign came
 * @param isWhole whether it is a code that means something here
 */
function useScanner(take: (at: number) => void, isWhole: () => boolean) {
  const last = useRef({ at: 0, signs: 0 })
  const surely = useDebouncedCallback(take, LONG_SILENCE_MS - SILENCE_MS)
  const ended = useDebouncedCallback((at: number) => (isWhole() ? take(at) : surely(at)), SILENCE_MS)
  const rest = () => {
    ended.cancel()
    surely.cancel()
  }
  return {
    typed: (before: string, after: string, at: number) => {
      const isNext = after.length === before.length + 1 && (before === '' || at - last.current.at < FAST_MS)
      const signs = before === '' ? 1 : last.current.signs + 1
      last.current = { at, signs: isNext ? signs : Number.NEGATIVE_INFINITY }
      rest()
      if (isNext && signs >= FEWEST_SIGNS) ended(at)
    },
    rest,
  }
}

/**
 * Where scanner and fingers type: Enter takes it, or Tab, or nothing at all, as scanners are set up; what is scanned next finds it empty.
 */
export function ScanField({
  label,
  disabled,
  field,
  isCode,
  onScan,
  onKey,
  onEscape,
}: {
  label: string
  disabled: boolean
  field: Ref<HTMLInputElement>
  /** Whether it means something here. */
  isCode: (code: string) => boolean
  onScan: (code: string) => void
  onKey: (key: OwnKey) => void
  onEscape: () => void
}) {
  const [typed, setTyped] = useState('')
  const deaf = useRef(0)
  const take = () => {
    setTyped('')
    onScan(typed.trim())
  }
  const scanner = useScanner(
    (at) => {
      deaf.current = at + LATE_MS
      take()
    },
    () => isCode(typed.trim()),
  )
  const takeNow = () => {
    scanner.rest()
    take()
  }
  const change = ({ currentTarget, timeStamp }: ChangeEvent<HTMLInputElement>) => {
    scanner.typed(typed, currentTarget.value, timeStamp)
    setTyped(currentTarget.value)
  }
  const enter = ({ repeat, timeStamp }: KeyboardEvent) => {
    if (repeat || (typed === '' && timeStamp < deaf.current)) return
    if (typed !== '') deaf.current = timeStamp + ECHO_MS
    takeNow()
  }
  const press = (event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey
    const key = own.find((candidate) => candidate === event.key)
    if (event.key === 'Enter' && (!isChord || typed !== '')) {
      enter(event)
      // What was typed is not passed over by what ships.
      event.stopPropagation()
    } else if (event.key === 'Tab' && !event.shiftKey && typed !== '') enter(event)
    else if (event.key === 'Escape') {
      scanner.rest()
      setTyped('')
      onEscape()
    } else if (key && typed === '' && !isChord) onKey(key)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.scanRow}>
      <label className={classes.scan}>
        <Icon name="scan" />
        <span className="sr-only">{label}</span>
        <input
          ref={field}
          className="mono"
          value={typed}
          disabled={disabled}
          onChange={change}
          onKeyDown={press}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
      </label>
      <Button className={classes.tickButton} variant="default" disabled={disabled || !typed.trim()} onClick={takeNow}>
        Pack item
      </Button>
    </div>
  )
}
