import { Button } from '@mantine/core'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import classes from './packing.module.css'

/** Keys that mean something while nothing is typed. None that a code can begin with: scanners write `]E0` before some. */
const own = ['ArrowUp', 'ArrowDown', ' ', 'Backspace', 'PageUp', 'PageDown'] as const
export type OwnKey = (typeof own)[number]

/** Where scanner and fingers type: Enter takes it, and what is scanned next finds it empty. */
export function ScanField({
  label,
  disabled,
  field,
  onScan,
  onKey,
  onEscape,
}: {
  label: string
  disabled: boolean
  field: Ref<HTMLInputElement>
  onScan: (code: string) => void
  onKey: (key: OwnKey) => void
  onEscape: () => void
}) {
  const [typed, setTyped] = useState('')
  const take = () => {
    setTyped('')
    onScan(typed.trim())
  }
  const press = (event: KeyboardEvent) => {
    const key = own.find((one) => one === event.key)
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) take()
    else if (event.key === 'Escape') {
      setTyped('')
      onEscape()
    } else if (key && typed === '' && !event.ctrlKey && !event.metaKey) onKey(key)
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
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
      </label>
      <Button className={classes.tickButton} variant="default" disabled={disabled || !typed.trim()} onClick={take}>
        Tick
      </Button>
    </div>
  )
}
