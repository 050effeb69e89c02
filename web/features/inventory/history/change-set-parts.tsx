import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { date, number } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { useShowChangeSet } from '#web/form/change-sets/show-change-set.ts'
import { cancel, type ChangeSet, undo } from '#web/form/change-sets/watch.ts'
import { canUndo, isRunning, stateOf, undoSentence } from './change-state.ts'
import classes from './history.module.css'

/** A word, and while it runs how far it is. */
export function State({ set }: { set: ChangeSet }) {
  return (
    <span className={classes.state}>
      <StatusChip of={stateOf(set)} />
      {isRunning(set) && (
        <span className="small subtle tabular">
          {number(set.done)} of {number(set.total)}
        </span>
      )}
    </span>
  )
}

/** Stop what runs, take back what was done. */
export function Actions({ set }: { set: ChangeSet }) {
  const mayWrite = useMay('products:write')
  const show = useShowChangeSet()
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const takeBack = async () => {
    const question = { title: `Undo “${set.title}”?`, body: undoSentence(set, date), confirm: 'Undo' }
    if (await confirm(question)) await run(() => undo(set.id, show))
  }
  if (!mayWrite) return null
  if (isRunning(set))
    return (
      <Button variant="default" size="xs" loading={busy} onClick={() => void run(() => cancel(set.id))}>
        Stop
      </Button>
    )
  return canUndo(set, now) ? (
    <Button variant="default" size="xs" loading={busy} aria-label={`Undo ${set.title}`} onClick={() => void takeBack()}>
      Undo
    </Button>
  ) : null
}
