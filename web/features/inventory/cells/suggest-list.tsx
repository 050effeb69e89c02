import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { shownOptions } from '#web/ui/choices/many-options.ts'
import classes from './editor.module.css'

interface Props {
  id: string
  label: string
  /** The field that the list is below. */
  anchor: HTMLElement | null
  options: readonly string[]
  active: number
  /** Shown instead of options: that they are loading, or why there are none. */
  note?: string
  failed?: boolean
  onPick: (option: string) => void
}

/** Options under a field of the table. The field keeps the focus and tells which one is meant. */
export function SuggestList({ id, label, anchor, options, active, note, failed, onPick }: Props) {
  const place = usePlace(anchor)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const host = document.getElementById('overlays')
  if (!place || !host || (!options.length && !note)) return null
  return createPortal(
    <div className={classes.list} style={place} role="presentation" onMouseDown={(event) => event.preventDefault()}>
      {options.length > 0 && (
        <div id={id} role="listbox" aria-label={label}>
          {options.slice(0, shownOptions).map((option, at) => (
            <div
              key={option}
              id={`${id}-${at}`}
              className={classes.option}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              onMouseDown={(event) => {
                event.preventDefault()
                onPick(option)
              }}
            >
              {option}
            </div>
          ))}
        </div>
      )}
      {note && (
        <p className={classes.note} data-failed={failed || undefined} role={failed ? 'alert' : 'status'}>
          {note}
        </p>
      )}
    </div>,
    host,
  )
}

const listHeight = 260

function usePlace(anchor: HTMLElement | null) {
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number; minWidth: number } | null>(null)
  useEffect(() => {
    if (!anchor) return
    const move = () => {
      const { left, top, bottom, width } = anchor.getBoundingClientRect()
      const below = innerHeight - bottom > listHeight || top < listHeight
      setPlace({
        left,
        minWidth: Math.max(160, width),
        ...(below ? { top: bottom + 4 } : { bottom: innerHeight - top + 4 }),
      })
    }
    move()
    addEventListener('scroll', move, true)
    addEventListener('resize', move)
    return () => {
      removeEventListener('scroll', move, true)
      removeEventListener('resize', move)
    }
  }, [anchor])
  return place
}
