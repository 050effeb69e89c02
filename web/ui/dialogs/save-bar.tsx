import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { isPressed, shortcuts } from '../../actions/shortcuts.ts'
import { useLeaveGuard } from './leave-guard.ts'
import classes from './save-bar.module.css'

interface Props {
  /** Nothing is shown and nothing guarded while false. */
  dirty: boolean
  /** "3 changes in 3 products" */
  summary: string
  /** What cannot be saved as it is; disables Save. */
  problem?: string
  /** What of it cannot be saved, while the rest can. */
  note?: string
  /** Shown on the button. */
  keys?: string
  saving?: boolean
  onSave: () => void
  onDiscard: () => void
  saveLabel?: string
}

/** While something is unsaved, leaving asks first; Ctrl or Cmd and S saves. @param onSave undefined while nothing can be saved */
export function useUnsaved(dirty: boolean, summary: string, onSave: (() => void) | undefined): void {
  useLeaveGuard(dirty, summary)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed(shortcuts.save, event)) return
    event.preventDefault()
    onSave?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** Floats over the page's foot while something is unsaved; leaving asks first; Ctrl or Cmd and S saves. */
export function SaveBar({
  dirty,
  summary,
  problem,
  note,
  keys,
  saving = false,
  onSave,
  onDiscard,
  saveLabel = 'Save Changes',
}: Props) {
  useUnsaved(dirty, summary, dirty && !saving && !problem ? onSave : undefined)
  if (!dirty) return null
  return (
    <div className={classes.bar} role="region" aria-label="Unsaved changes">
      <span className={classes.summary} role="status">
        {summary}
      </span>
      {note && <span className={classes.note}>{note}</span>}
      {problem && <span className={classes.problem}>{problem}</span>}
      <span className={classes.buttons}>
        <Button variant="subtle" onClick={onDiscard} disabled={saving}>
          Discard
        </Button>
        <Button
          onClick={onSave}
          loading={saving}
          disabled={Boolean(problem)}
          rightSection={keys && <kbd className={classes.keys}>{keys}</kbd>}
        >
          {saveLabel}
        </Button>
      </span>
    </div>
  )
}
